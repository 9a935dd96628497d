import type { Role } from '#prisma/generated/enums.ts'
import type { Context } from '#server/context.ts'
import { contextOfHouse } from '#server/context.ts'
import { hashPassword } from '#server/core/password.ts'
import { openSession } from '#server/modules/user/session.ts'
import { emailKeyOf } from '#server/modules/user/user.ts'
import { looksOf, usernameKeyOf } from '#server/modules/user/username.ts'
import { viewerOf } from '#server/policy/viewer.ts'
import type { Site } from './site.ts'

/** What everybody made here signs in with. */
export const PASSWORD = 'correct horse'

let passwordHash: Promise<string> | null = null

export type Person = { id: string; username: string; role: Role; token: string; sessionId: number }

let made = 0

/** An account that is signed in on one device. */
export async function addPerson(
  site: Site,
  username: string,
  { role = 'USER', email = null }: { role?: Role; email?: string | null } = {},
): Promise<Person> {
  passwordHash ??= hashPassword(PASSWORD)
  const user = await site.prisma.user.create({
    data: {
      id: (++made).toString(16).padStart(32, '0'),
      username,
      usernameKey: usernameKeyOf(username),
      looks: looksOf(username),
      email,
      emailKey: email === null ? null : emailKeyOf(email),
      passwordHash: await passwordHash,
      role,
    },
  })
  return { id: user.id, username, role, ...(await openSession(contextOfHouse(site.house), user.id)) }
}

/** Another login of somebody. */
export const signIn = (site: Site, { id }: Pick<Person, 'id'>) => openSession(contextOfHouse(site.house), id)

/** The context of a rule called without a door: by this person, at this moment. */
export const contextOf = (site: Site, person: Person | null, now = new Date()): Context => ({
  ...contextOfHouse(site.house),
  viewer: person && viewerOf(person),
  sessionId: person?.sessionId ?? null,
  now,
  locale: 'en-US',
})
