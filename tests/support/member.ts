import { randomBytes } from 'node:crypto'
import type { Role } from '#prisma/generated/enums.ts'
import { hashPassword } from '#server/core/password.ts'
import { looksOf, usernameKeyOf } from '#server/modules/user/username.ts'
import type { BrowserSite } from './browserSite.ts'
import { withConnection } from './postgres.ts'
import { signIn } from './visitor.ts'

/** An account with the password that the administrator has at first, on a launched site; its token. */
export async function addMember(
  { site }: BrowserSite,
  username: string,
  role: Role = 'USER',
): Promise<string> {
  const passwordHash = await hashPassword(site.adminPassword)
  await withConnection(site.databaseUrl, (client) =>
    client.query(
      `insert into "User" ("id", "username", "usernameKey", "looks", "passwordHash", "role", "updatedAt")
       values ($1, $2, $3, $4, $5, $6::"Role", now())`,
      [
        randomBytes(16).toString('hex'),
        username,
        usernameKeyOf(username),
        looksOf(username),
        passwordHash,
        role,
      ],
    ),
  )
  return signIn(site.url, username, site.adminPassword)
}

/** Gives an account another role, as the super administrator does. */
export const changeRole = ({ site }: BrowserSite, username: string, role: Role): Promise<unknown> =>
  withConnection(site.databaseUrl, (client) =>
    client.query('update "User" set "role" = $2::"Role" where "username" = $1', [username, role]),
  )
