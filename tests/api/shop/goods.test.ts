import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addItem, addPoints, addShopPeople, buyAs, codeOf } from '../../support/shop.ts'
import { type Loose, type Site, startSite } from '../../support/site.ts'

let site: Site
let people: Awaited<ReturnType<typeof addShopPeople>>
let buyer: Person
let serial = 0

beforeAll(async () => {
  site = await startSite()
  people = await addShopPeople(site)
})
afterAll(() => site.close())

beforeEach(async () => {
  buyer = await addPerson(site, `buyer${++serial}`)
  await addPoints(site, buyer, 1000)
})

const ordered = async (lines: Parameters<typeof buyAs>[2], pay: number, change: object = {}) => {
  const { data, errors } = await buyAs(site, buyer, lines, pay, change)
  expect(errors).toBeUndefined()
  return data.buy as { id: string; number: number }
}

const ITEM = {
  imageURL: '',
  name: 'Flask',
  price: 9,
  quantity: 4,
  quota: true,
  limitation: 2,
  disable: false,
}

describe('goods', () => {
  const admin = (method: string, path: string, by: Person, body?: object) =>
    site.rest(method, `/shopapi/admin/${path}`, { token: by.token, ...(body && { body }) })

  it('are edited by staff alone, through both doors (area-rules S4)', async () => {
    const create = `mutation ($input: CreateShopItemInput!) { createShopItem(input: $input) { id } }`
    const input = { name: 'Bag', price: 1, stock: 1 }
    const cup = await addItem(site, 'Cup')
    for (const by of [buyer, null]) {
      const token = by?.token ?? null
      const code = by ? 'FORBIDDEN' : 'UNAUTHENTICATED'
      expect(codeOf(await site.graphql<Loose>(create, { input }, { token }))).toBe(code)
      const change = `mutation ($input: ChangeShopItemInput!) { changeShopItem(input: $input) { id } }`
      const id = globalId('ShopItem', cup.id)
      expect(codeOf(await site.graphql<Loose>(change, { input: { id, price: 0 } }, { token }))).toBe(code)
      const remove = `mutation ($input: RemoveShopItemsInput!) { removeShopItems(input: $input) { done } }`
      expect(codeOf(await site.graphql<Loose>(remove, { input: { ids: [id] } }, { token }))).toBe(code)
    }
    for (const [method, path, body] of [
      ['POST', 'addItem', ITEM],
      ['POST', 'updataItem', { id: cup.id, ...ITEM }],
      ['GET', `deleteItem?id=${cup.id}`, undefined],
      ['GET', 'getItemList', undefined],
    ] as const)
      expect((await admin(method, path, buyer, body)).http, path).toBe(403)
    for (const by of [people.root, people.admin, people.setter])
      expect((await site.graphql<Loose>(create, { input }, { token: by.token })).errors).toBeUndefined()
    expect(await site.prisma.shopItem.findUniqueOrThrow({ where: { id: cup.id } })).toEqual(cup)
  })

  it('hide what is disabled or deleted from buyers, 16 a page; orders keep name and price of their day (area-rules S13)', async () => {
    await site.prisma.shopItem.updateMany({ data: { removedAt: new Date() } })
    const { data: made } = await admin('POST', 'addItem', people.setter, ITEM)
    expect(made).toEqual({ id: made.id, ...ITEM })
    await ordered([[made.id, 1]], 9)
    const listed = async (by: Person | null, path = 'getItemList') =>
      (await site.rest('GET', `/shopapi/${path}`, { token: by?.token ?? null })).data
    expect(await listed(null)).toHaveLength(1)
    const changed = { ...ITEM, id: made.id, name: 'Bottle', price: 7, quota: false, disable: true }
    expect((await admin('POST', 'updataItem', people.setter, changed)).data).toMatchObject({
      name: 'Bottle',
      quota: false,
      disable: true,
    })
    expect(await listed(null)).toEqual([])
    expect(await listed(null, 'getItemTotalCount')).toBe(0)
    expect(await listed(people.setter, 'admin/getItemList')).toHaveLength(1)
    const node = async (by: Person | null) => {
      const query = 'query ($id: ID!) { node(id: $id) { id } }'
      const id = globalId('ShopItem', made.id)
      return (await site.graphql<Loose>(query, { id }, { token: by?.token ?? null })).data.node
    }
    expect(await node(buyer)).toBeNull()
    expect(await node(people.admin)).not.toBeNull()
    expect(await admin('GET', `deleteItem?id=${made.id}`, people.setter)).toMatchObject({ data: true })
    expect(await admin('GET', `deleteItem?id=${made.id}`, people.setter)).toMatchObject({ status: 404 })
    expect(await listed(people.setter, 'admin/getItemTotalCount')).toBe(0)
    const { data } = await site.graphql<Loose>(
      '{ ownShopOrders { edges { node { total lines { name price quantity } } } } }',
      {},
      { token: buyer.token },
    )
    expect(data.ownShopOrders.edges[0].node).toEqual({
      total: 9,
      lines: [{ name: 'Flask', price: 9, quantity: 1 }],
    })
    for (let index = 0; index < 17; index += 1) await addItem(site, `Row ${index}`)
    expect(await listed(null)).toHaveLength(16)
    expect(await listed(null, 'getItemList?page=2&pageSize=16')).toHaveLength(1)
    expect(await listed(null, 'getItemTotalCount')).toBe(17)
  })

  it('GET calls that write take the token of the header alone, and no cookie (area-rules S12)', async () => {
    const cup = await addItem(site, 'Cup')
    const { number } = await ordered([[cup.id, 1]], 10)
    for (const path of [`deleteItem?id=${cup.id}`, `updateBuyHistoryApprove?hid=${number}&approve=1`]) {
      const names = ['token', 'Authorization', 'upload_token', 'oj_upload']
      const cookie = names.map((name) => `${name}=${people.root.token}`).join('; ')
      const answer = await fetch(`${site.url}/shopapi/admin/${path}`, { headers: { cookie } })
      expect(answer.status).toBe(401)
    }
    expect(await site.prisma.shopItem.findUniqueOrThrow({ where: { id: cup.id } })).toMatchObject({
      removedAt: null,
    })
  })

  it('refuse values out of bounds, and a stale version', async () => {
    const bad = [
      { name: ' ' },
      { name: 'n'.repeat(101) },
      { price: -1 },
      { price: 1_000_001 },
      { quantity: -1 },
      { limitation: 0 },
      { limitation: 100 },
      { imageURL: 'javascript:alert(1)' },
      { imageURL: '//evil.test/x.png' },
    ]
    for (const change of bad)
      expect(await admin('POST', 'addItem', people.admin, { ...ITEM, ...change })).toMatchObject({
        status: 400,
      })
    const cup = await addItem(site, 'Cup')
    const change = (input: object) =>
      site.graphql<Loose>(
        'mutation ($input: ChangeShopItemInput!) { changeShopItem(input: $input) { version stock mostPerOrder } }',
        { input: { id: globalId('ShopItem', cup.id), ...input } },
        { token: people.admin.token },
      )
    expect((await change({ version: 1, mostPerOrder: 3 })).data.changeShopItem).toEqual({
      version: 2,
      stock: 5,
      mostPerOrder: 3,
    })
    expect(codeOf(await change({ version: 1, stock: 7 }))).toBe('CONFLICT')
    expect((await change({ mostPerOrder: null })).data.changeShopItem.mostPerOrder).toBeNull()
  })

  it('stream their stock to everybody, and disabled ones to staff alone', async () => {
    const cup = await addItem(site, 'Cup')
    const query = 'subscription { shopItemsChanged { change rowId shopItem { stock isDisabled } } }'
    const [guest, staff] = await Promise.all(
      [null, people.admin.token].map((token) => site.subscribe(query, {}, { token })),
    )
    await ordered([[cup.id, 2]], 20)
    const rowId = globalId('ShopItem', cup.id)
    const sold = { change: 'CHANGED', rowId, shopItem: { stock: 3, isDisabled: false } }
    expect((await guest?.next())?.data.shopItemsChanged).toEqual(sold)
    expect((await staff?.next())?.data.shopItemsChanged).toEqual(sold)
    await admin('POST', 'updataItem', people.admin, { ...ITEM, id: cup.id, disable: true })
    expect((await guest?.next())?.data.shopItemsChanged).toEqual({ change: 'REMOVED', rowId, shopItem: null })
    expect((await staff?.next())?.data.shopItemsChanged).toMatchObject({ change: 'CHANGED' })
    guest?.close()
    staff?.close()
  })

  it('are renamed while a refused order has brought their stock above the limit', async () => {
    const { id } = await addItem(site, 'Sticker', { stock: 1_000_001 })
    const text = 'mutation ($input: ChangeShopItemInput!) { changeShopItem(input: $input) { name stock } }'
    const change = (input: object) =>
      site.graphql<Loose>(text, { input: { id: globalId('ShopItem', id), ...input } }, people.admin)
    const { data } = await change({ name: 'Old sticker' })
    expect(data.changeShopItem).toEqual({ name: 'Old sticker', stock: 1_000_001 })
    expect(codeOf(await change({ stock: 1_000_001 }))).toBe('INVALID_INPUT')
  })

  it('that were deleted are told once, also when an order of them is refused later', async () => {
    const cup = await addItem(site, 'Cup')
    const { id } = await ordered([[cup.id, 1]], 10)
    const query = 'subscription { shopItemsChanged { change rowId } }'
    const staff = await site.subscribe(query, {}, { token: people.admin.token })
    await site.rest('GET', `/shopapi/admin/deleteItem?id=${cup.id}`, { token: people.admin.token })
    const told = async () => (await staff.next()).data.shopItemsChanged
    expect(await told()).toEqual({ change: 'REMOVED', rowId: globalId('ShopItem', cup.id) })
    const refused = await site.graphql(
      'mutation ($id: ID!) { refuseOrder(input: { id: $id }) { state } }',
      { id },
      people.admin,
    )
    expect(refused.data.refuseOrder.state).toBe('REFUSED')
    const { data } = await admin('POST', 'addItem', people.admin, ITEM)
    expect(await told()).toEqual({ change: 'CREATED', rowId: globalId('ShopItem', data.id) })
    staff.close()
  })

  it('have pictures by verdict of our own', async () => {
    const { data } = await site.rest('POST', '/shopapi/getAllUrl', { body: {} })
    expect(data).toMatchObject({ AC: '/verdict-AC.svg', WA: '/verdict-WA.svg' })
  })
})
