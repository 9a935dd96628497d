import type { Contest, User } from '#prisma/generated/client.ts'

/** Name that scoreboards, balloons and prints of a contest show for a user. */
export const shownNameOf = (
  { shownName }: Pick<Contest, 'shownName'>,
  person: Pick<User, 'username' | 'nickname' | 'realname'>,
): string => {
  if (shownName === 'NICKNAME') return person.nickname || person.username
  return shownName === 'REALNAME' ? person.realname || person.username : person.username
}
