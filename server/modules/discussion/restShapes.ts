import { createTranslator } from '#locales/translator.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Role } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { namingFirstFault } from '../../doors/rest/firstFault.ts'

/** Columns of an author in REST. */
export const WITH_AUTHOR = {
  select: { id: true, username: true, avatar: true, role: true, titleName: true, titleColor: true },
} as const satisfies Prisma.UserDefaultArgs

const ROLES: Partial<Record<Role, 'root' | 'admin'>> = {
  ROOT: 'root',
  ADMIN: 'admin',
  PROBLEM_ADMIN: 'admin',
}

/** Role as the reference system names it beside words. */
export const restRole = (role: Role): 'root' | 'admin' | 'user' => ROLES[role] ?? 'user'

/** The author of a post in REST. */
export const asAuthor = ({ id, username, avatar, role }: Prisma.UserGetPayload<typeof WITH_AUTHOR>) => ({
  uid: id,
  author: username,
  avatar,
  role: restRole(role),
})

const FIELDS = ['title', 'description', 'categoryId', 'content'] as const

/** Runs a save; the first wrong field, in their order, is named in the message (area-rules D6, D12). */
export function naming<Saved>(ctx: Context, save: () => Promise<Saved>): Promise<Saved> {
  const t = createTranslator(ctx.locale)
  return namingFirstFault(
    FIELDS.map((field) => [field, t(`discussion:field.${field}`)] as const),
    save,
  )
}
