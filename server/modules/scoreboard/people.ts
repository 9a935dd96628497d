import type { User } from '#prisma/generated/client.ts'
import { ENDED_NAME } from '../../policy/user.ts'

/** Columns of a user that a board shows. */
export const PERSON = {
  id: true,
  username: true,
  nickname: true,
  realname: true,
  school: true,
  gender: true,
  avatar: true,
  endedAt: true,
} as const
export type KnownPerson = Pick<User, keyof typeof PERSON>

const NOBODY = {
  nickname: null,
  realname: null,
  school: null,
  gender: 'secrecy',
  avatar: null,
} as const

/** The user of a row; a placeholder when the account was deleted. */
export const personOf = (people: ReadonlyMap<string, KnownPerson>, userId: string): KnownPerson => {
  const person = people.get(userId)
  if (person && !person.endedAt) return person
  return { id: userId, username: ENDED_NAME, ...NOBODY, endedAt: person?.endedAt ?? null }
}
