import type { Prisma } from '#prisma/generated/client.ts'
import { literally } from '../../core/literally.ts'
import { listedUsers } from '../../policy/user.ts'
import { usernameKeyOf } from './username.ts'

/** Orders of user lists, each with its own index. */
const ORDERS = {
  USERNAME: [{ usernameKey: 'asc' }],
  NEWEST: [{ createdAt: 'desc' }, { id: 'desc' }],
  OLDEST: [{ createdAt: 'asc' }, { id: 'asc' }],
} as const satisfies Record<string, Prisma.UserOrderByWithRelationInput[]>

export type UserOrder = keyof typeof ORDERS

const MAX_KEYWORD = 100

/** Filter and order of a user list; searches public names, not real names. */
export function userListing(keyword = '', order: UserOrder = 'USERNAME') {
  const part = keyword.trim().slice(0, MAX_KEYWORD)
  const named: Prisma.UserWhereInput = {
    OR: [
      { usernameKey: { contains: literally(usernameKeyOf(part)) } },
      { nickname: { contains: literally(part), mode: 'insensitive' } },
    ],
  }
  return {
    where: part ? { AND: [listedUsers, named] } : listedUsers,
    orderBy: [...ORDERS[order]],
  } satisfies Prisma.UserFindManyArgs
}
