import { globalId } from './judgeable.ts'
import { addPerson, type Person } from './people.ts'
import type { Loose, Site } from './site.ts'

/** A site of one root, one of each kind of staff, and two buyers. */
export async function addShopPeople(site: Site) {
  const root = await addPerson(site, 'root', { role: 'ROOT' })
  const admin = await addPerson(site, 'admin', { role: 'ADMIN' })
  const setter = await addPerson(site, 'setter', { role: 'PROBLEM_ADMIN' })
  const ada = await addPerson(site, 'ada')
  const bob = await addPerson(site, 'bob')
  return { root, admin, setter, ada, bob }
}

/** Goods, 10 points each with 5 pieces left unless `change` says otherwise. */
export const addItem = (site: Site, name: string, change: object = {}) =>
  site.prisma.shopItem.create({ data: { name, price: 10, stock: 5, ...change } })

/** Points of an account, as the super administrator grants them. */
export const addPoints = (site: Site, { id: userId }: Pick<Person, 'id'>, amount: number) =>
  site.prisma.pointEntry.create({ data: { userId, amount, reason: 'GRANT' } })

export const ADDRESS = { receiver: '林岚', phone: '13812342046', address: '北区 7 号楼 312' }

export const balanceOf = async (site: Site, { id: userId }: Pick<Person, 'id'>): Promise<number> =>
  (await site.prisma.pointBalance.findUnique({ where: { userId } }))?.balance ?? 0

const BUY = `mutation ($input: BuyInput!) { buy(input: $input) { id number state total lines { name price quantity } } }`

/** Buys through the graph. `lines`: pieces by number of the goods. */
export const buyAs = (
  site: Site,
  { token }: Pick<Person, 'token'>,
  lines: readonly (readonly [itemId: number, quantity: number])[],
  pay: number,
  change: object = {},
) =>
  site.graphql<Loose>(
    BUY,
    {
      input: {
        lines: lines.map(([itemId, quantity]) => ({ item: globalId('ShopItem', itemId), quantity })),
        pay,
        ...ADDRESS,
        ...change,
      },
    },
    { token },
  )

/** The code of the first refusal of an answer; undefined when there is none. */
export const codeOf = ({ errors }: { errors?: readonly { extensions?: { code?: string } }[] }) =>
  errors?.[0]?.extensions?.code
