import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buy } from '#server/modules/shop/buying.ts'
import { endOwnAccount } from '#server/modules/user/accounts.ts'
import { overlap } from '../../support/overlap.ts'
import { addPerson, contextOf, PASSWORD, type Person } from '../../support/people.ts'
import { ADDRESS, addItem, addPoints, addShopPeople, balanceOf, buyAs, codeOf } from '../../support/shop.ts'
import { type Loose, type Site, startSite } from '../../support/site.ts'
import { cellsOf } from '../../support/spreadsheets.ts'

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

const stockOf = async (id: number) => (await site.prisma.shopItem.findUniqueOrThrow({ where: { id } })).stock

const restBuy = (by: Person, cartItems: string, pay: number, change: object = {}, locale = 'zh-CN') =>
  site.rest('POST', '/shopapi/buyCartItems', {
    token: by.token,
    locale,
    body: {
      uuid: people.bob.id,
      cartItems,
      pay,
      name: ADDRESS.receiver,
      phone: ADDRESS.phone,
      address: ADDRESS.address,
      ...change,
    },
  })

const ordered = async (lines: Parameters<typeof buyAs>[2], pay: number, change: object = {}) => {
  const { data, errors } = await buyAs(site, buyer, lines, pay, change)
  expect(errors).toBeUndefined()
  return data.buy as { id: string; number: number }
}

const decide = (act: 'shipOrder' | 'refuseOrder', by: Person, id: string, input: object = {}) =>
  site.graphql<Loose>(
    `mutation ($input: ${act === 'shipOrder' ? 'ShipOrderInput' : 'RefuseOrderInput'}!) {
      ${act}(input: $input) { state refusal decidedAt }
    }`,
    { input: { id, ...input } },
    { token: by.token },
  )

describe('buying', () => {
  it('limits one purchase, allows the next, adds repeated goods up, and takes 1 to 99 (area-rules S6)', async () => {
    const cup = await addItem(site, 'Cup', { mostPerOrder: 2, stock: 500 })
    const pen = await addItem(site, 'Pen', { price: 1, stock: 500 })
    expect(codeOf(await buyAs(site, buyer, [[cup.id, 3]], 30))).toBe('GOODS_LIMIT')
    const twice = [
      [cup.id, 1],
      [cup.id, 2],
    ] as const
    expect(codeOf(await buyAs(site, buyer, twice, 30))).toBe('GOODS_LIMIT')
    await ordered([[cup.id, 2]], 20)
    await ordered([[cup.id, 2]], 20)
    for (const quantity of [0, -1, 100])
      expect(codeOf(await buyAs(site, buyer, [[pen.id, quantity]], quantity))).toBe('INVALID_INPUT')
    await ordered([[pen.id, 99]], 99)
    expect(codeOf(await buyAs(site, buyer, [], 0))).toBe('INVALID_INPUT')
    for (const text of ['', `${pen.id}`, `${pen.id}*`, `${pen.id}*1.5`, `${pen.id}*-1`, 'x*1', `${pen.id}*0`])
      expect(await restBuy(buyer, text, 1), text).toMatchObject({ status: 400, data: null })
    expect(await restBuy(buyer, `${pen.id}*1,${pen.id}*2`, 3)).toMatchObject({ status: 200, data: true })
  })

  it('refuses another sum, and takes all lines or none (area-rules S7)', async () => {
    const cup = await addItem(site, 'Cup')
    const pen = await addItem(site, 'Pen', { price: 3, stock: 1 })
    const both = [
      [cup.id, 2],
      [pen.id, 1],
    ] as const
    expect(codeOf(await buyAs(site, buyer, both, 22))).toBe('CART_TOTAL')
    const tooMany = [...both, [pen.id, 1]] as const
    expect(codeOf(await buyAs(site, buyer, tooMany, 26))).toBe('GOODS_STOCK')
    const hidden = await addItem(site, 'Hidden', { isDisabled: true })
    expect(codeOf(await buyAs(site, buyer, [...both, [hidden.id, 1]], 33))).toBe('GOODS_GONE')
    expect(codeOf(await buyAs(site, buyer, [...both, [2_000_000_000, 1]], 33))).toBe('GOODS_GONE')
    expect([await stockOf(cup.id), await stockOf(pen.id), await balanceOf(site, buyer)]).toEqual([5, 1, 1000])
    await ordered(both, 23)
    expect([await stockOf(cup.id), await stockOf(pen.id), await balanceOf(site, buyer)]).toEqual([3, 0, 977])
  })

  it('sells no piece twice, and lets nobody spend more than they have, however many buy at once (area-rules S7)', async () => {
    const rare = await addItem(site, 'Rare', { stock: 3 })
    const others = await Promise.all([1, 2, 3, 4, 5, 6].map(() => addPerson(site, `crowd${++serial}`)))
    await Promise.all(others.map((one) => addPoints(site, one, 10)))
    const answers = await Promise.all(others.map((one) => buyAs(site, one, [[rare.id, 1]], 10)))
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(3)
    expect(answers.map(codeOf).filter(Boolean)).toEqual(['GOODS_STOCK', 'GOODS_STOCK', 'GOODS_STOCK'])
    expect(await stockOf(rare.id)).toBe(0)
    const cup = await addItem(site, 'Cup', { stock: 100, price: 300 })
    const greedy = await Promise.all(Array.from({ length: 8 }, () => buyAs(site, buyer, [[cup.id, 1]], 300)))
    expect(greedy.filter(({ errors }) => !errors)).toHaveLength(3)
    expect(await balanceOf(site, buyer)).toBe(100)
    expect(await stockOf(cup.id)).toBe(97)
  })

  it('books a purchase that is sent twice with one key once', async () => {
    const cup = await addItem(site, 'Cup')
    const numbers = await Promise.all(
      [1, 2, 3].map(async () => (await ordered([[cup.id, 1]], 10, { clientKey: 'one' })).number),
    )
    expect(new Set(numbers).size).toBe(1)
    expect(await stockOf(cup.id)).toBe(4)
  })

  it('checks name, phone and address with the words of the form, through both doors (area-rules S8)', async () => {
    const cup = await addItem(site, 'Cup')
    const cases = [
      ['receiver', 'name', ' ', '请输入收货人姓名'],
      ['phone', 'phone', '', '手机号不能为空'],
      ['phone', 'phone', '12812342046', '请输入有效的中国手机号'],
      ['phone', 'phone', '1381234204', '请输入有效的中国手机号'],
      ['phone', 'phone', '138123420466', '请输入有效的中国手机号'],
      ['address', 'address', '  ', '请输入详细地址'],
    ] as const
    for (const [field, name, value, words] of cases) {
      const answer = await buyAs(site, buyer, [[cup.id, 1]], 10, { [field]: value })
      expect(codeOf(answer)).toBe('INVALID_INPUT')
      expect(await restBuy(buyer, `${cup.id}*1`, 10, { [name]: value })).toMatchObject({
        status: 400,
        msg: expect.stringContaining(words),
      })
    }
    expect(await stockOf(cup.id)).toBe(5)
  })

  it('REST answers false with the reason where sum, stock, limit or balance forbid it (area-rules S11)', async () => {
    const cup = await addItem(site, 'Cup', { mostPerOrder: 2, stock: 3 })
    const dear = await addItem(site, 'Dear', { price: 5000 })
    const cases = [
      [`${cup.id}*1`, 9, '10'],
      [`${cup.id}*3`, 30, '每单限购 2 件'],
      [`${dear.id}*1`, 5000, '只有 1000 积分'],
      ['2000000000*1', 10, '已下架'],
    ] as const
    for (const [cart, pay, words] of cases) {
      expect(await restBuy(buyer, cart, pay)).toMatchObject({
        status: 200,
        data: false,
        msg: expect.stringContaining(words),
      })
    }
    expect(await restBuy(buyer, `${cup.id}*2`, 20)).toMatchObject({ status: 200, data: true })
    expect(await restBuy(buyer, `${cup.id}*2`, 20)).toMatchObject({ data: false, msg: 'Cup 仅剩 1 件' })
    const order = await site.prisma.shopOrder.findFirstOrThrow({ where: { userId: buyer.id } })
    expect(order).toMatchObject({ total: 20, ...ADDRESS })
    expect(await site.prisma.shopOrder.count({ where: { userId: people.bob.id } })).toBe(0)
  })
})

describe('orders', () => {
  it('are read with their address by buyer and staff alone, and audit and logs never hold it (area-rules S8)', async () => {
    const cup = await addItem(site, 'Cup')
    const { id } = await ordered([[cup.id, 1]], 10)
    const read = async (by: Person | null) => {
      const query = `query ($id: ID!) { node(id: $id) { ... on ShopOrder { shipping { receiver phone address } } } }`
      return (await site.graphql<Loose>(query, { id }, { token: by?.token ?? null })).data.node
    }
    for (const by of [buyer, people.root, people.admin, people.setter])
      expect(await read(by)).toEqual({ shipping: ADDRESS })
    for (const by of [people.bob, null]) expect(await read(by)).toBeNull()
    await decide('shipOrder', people.admin, id)
    const audits = await site.prisma.auditEntry.findMany()
    const told = await site.prisma.notification.findMany()
    for (const secret of Object.values(ADDRESS)) expect(JSON.stringify([audits, told])).not.toContain(secret)
    const lists = '{ shopOrders(first: 1) { totalCount } }'
    for (const by of [buyer, people.bob])
      expect(codeOf(await site.graphql<Loose>(lists, {}, { token: by.token }))).toBe('FORBIDDEN')
  })

  it('are shipped or refused once; refusing refunds and returns the stock, and each tells the buyer (area-rules S9)', async () => {
    const cup = await addItem(site, 'Cup')
    const first = await ordered([[cup.id, 2]], 20)
    const second = await ordered([[cup.id, 1]], 10)
    for (const by of [buyer, people.bob]) {
      expect(codeOf(await decide('shipOrder', by, first.id))).toBe('FORBIDDEN')
      expect(codeOf(await decide('refuseOrder', by, first.id))).toBe('FORBIDDEN')
    }
    const line = await site.subscribe(
      'subscription { shopOrdersChanged { change shopOrder { number state } } }',
      {},
      { token: buyer.token },
    )
    const both = await Promise.all([
      decide('refuseOrder', people.admin, first.id, { reason: 'Broken in the store' }),
      decide('refuseOrder', people.setter, first.id, { reason: 'Broken in the store' }),
    ])
    expect(both.map(codeOf).sort()).toEqual(['ORDER_DECIDED', undefined])
    expect((await line.next()).data.shopOrdersChanged).toEqual({
      change: 'CHANGED',
      shopOrder: { number: first.number, state: 'REFUSED' },
    })
    line.close()
    expect([await stockOf(cup.id), await balanceOf(site, buyer)]).toEqual([4, 990])
    const { data } = await decide('shipOrder', people.admin, second.id)
    expect(data.shipOrder).toMatchObject({ state: 'SHIPPED', refusal: null })
    expect(codeOf(await decide('refuseOrder', people.admin, second.id))).toBe('ORDER_DECIDED')
    const told = await site.prisma.notification.findMany({
      where: { userId: buyer.id },
      orderBy: { id: 'asc' },
    })
    expect(told.map(({ kind, messageKey, link }) => ({ kind, messageKey, link }))).toEqual([
      { kind: 'MINE', messageKey: 'orderRefused', link: '/shop/orders' },
      { kind: 'MINE', messageKey: 'orderShipped', link: '/shop/orders' },
    ])
  })

  it('REST lists waiting and shipped ones, refused in neither, and only ships (area-rules S10)', async () => {
    await site.prisma.shopOrder.updateMany({ where: { state: 'WAITING' }, data: { state: 'REFUSED' } })
    await site.prisma.shopOrder.updateMany({ where: { state: 'SHIPPED' }, data: { state: 'REFUSED' } })
    const cup = await addItem(site, 'Cup')
    const [one, two, three] = [
      await ordered([[cup.id, 1]], 10),
      await ordered([[cup.id, 2]], 20),
      await ordered([[cup.id, 1]], 10),
    ]
    const get = (path: string, by = people.setter) =>
      site.rest('GET', `/shopapi/admin/${path}`, { token: by.token })
    const approve = (hid: number, to: string) => get(`updateBuyHistoryApprove?hid=${hid}&approve=${to}`)
    expect(await approve(one.number, '0')).toMatchObject({ status: 400 })
    expect(await approve(one.number, '1')).toMatchObject({ status: 200, data: true })
    expect(await approve(one.number, '1')).toMatchObject({ status: 400 })
    await decide('refuseOrder', people.admin, three.id)
    const list = async (to: number) =>
      (await get(`getBuyHistory?page=1&pageSize=10&approve=${to}`)).data.map(({ hid }: Loose) => hid)
    expect(await list(0)).toEqual([two.number])
    expect(await list(1)).toEqual([one.number])
    expect((await get('getBuyHistoryCount?approve=0')).data).toBe(1)
    const [row] = (await get('getBuyHistory?approve=0')).data
    expect(row).toMatchObject({
      uuid: buyer.id,
      username: buyer.username,
      pay: 20,
      name: ADDRESS.receiver,
      phone: ADDRESS.phone,
      address: ADDRESS.address,
      approve: 0,
    })
    for (const path of [
      'getBuyHistory',
      'getBuyHistoryCount',
      `updateBuyHistoryApprove?hid=${two.number}&approve=1`,
    ])
      expect((await get(path, people.bob)).http).toBe(403)
  })

  it('REST opens lines to their buyer and to staff, and one foreign line refuses all (area-rules S14)', async () => {
    const cup = await addItem(site, 'Cup')
    await ordered([[cup.id, 2]], 20)
    const own = await site.prisma.shopOrderLine.findFirstOrThrow({ where: { order: { userId: buyer.id } } })
    await addPoints(site, people.bob, 10)
    await buyAs(site, people.bob, [[cup.id, 1]], 10)
    const foreign = await site.prisma.shopOrderLine.findFirstOrThrow({
      where: { order: { userId: people.bob.id } },
    })
    const get = (by: Person, sids: string) =>
      site.rest('GET', `/shopapi/getBuyHistoryDetailed?sids=${sids}`, { token: by.token })
    expect((await get(buyer, `${own.id}`)).data).toEqual([
      { sid: own.id, id: cup.id, imageURL: '', name: 'Cup', price: 10, quantity: 2 },
    ])
    expect(await get(buyer, `${own.id},${foreign.id}`)).toMatchObject({ http: 403, data: null })
    expect((await get(people.setter, `${own.id},${foreign.id}`)).data).toHaveLength(2)
    expect(await get(buyer, 'x')).toMatchObject({ status: 400 })
  })

  it('leave as a spreadsheet, for staff, whose cells are no formulas', async () => {
    const cup = await addItem(site, '=1+1')
    await ordered([[cup.id, 3]], 30, { address: '=HYPERLINK(A1)' })
    const get = (by: Person) =>
      fetch(`${site.url}/shopapi/admin/download-orders?state=WAITING`, {
        headers: { authorization: by.token },
      })
    expect((await get(buyer)).status).toBe(403)
    const [head, row] = await cellsOf(Buffer.from(await (await get(people.admin)).arrayBuffer()))
    expect(head?.[0]).toBe('单号')
    expect(row).toEqual(expect.arrayContaining(['=1+1 × 3', '=HYPERLINK(A1)', ADDRESS.phone]))
  })

  it('lose their address with the account, and can then only be refused', async () => {
    const cup = await addItem(site, 'Cup')
    const { id, number } = await ordered([[cup.id, 1]], 10)
    await endOwnAccount(contextOf(site, buyer), { username: buyer.username, password: PASSWORD })
    expect(await site.prisma.shopOrder.findUniqueOrThrow({ where: { id: number } })).toMatchObject({
      receiver: '',
      phone: '',
      address: '',
    })
    const sheet = await fetch(`${site.url}/shopapi/admin/download-orders?state=WAITING`, {
      headers: { authorization: people.admin.token },
    })
    const [, row] = await cellsOf(Buffer.from(await sheet.arrayBuffer()))
    expect(row).toContain('已注销用户')
    const shipped = await decide('shipOrder', people.admin, id)
    expect(shipped.errors?.[0]?.extensions?.code).toBe('ORDER_WITHOUT_ADDRESS')
    expect((await decide('refuseOrder', people.admin, id)).errors).toBeUndefined()
    expect(await stockOf(cup.id)).toBe(5)
  })

  it('keep no address of an account that is deleted while it buys (area-rules S8)', async () => {
    const cup = await addItem(site, 'Cup')
    const purchase = { lines: [{ itemId: cup.id, quantity: 1 }], pay: 10, shipping: ADDRESS }
    const other = await addPerson(site, 'leaver')
    await addPoints(site, other, 100)
    const acts = (who: Person) => ({
      ctx: contextOf(site, who),
      buys: (ctx = contextOf(site, who)) => buy(ctx, purchase),
      leaves: (ctx = contextOf(site, who)) =>
        endOwnAccount(ctx, { username: who.username, password: PASSWORD }),
    })
    const [first, second] = [acts(buyer), acts(other)]
    await overlap(site, first.ctx, first.buys, () => first.leaves())
    await expect(overlap(site, second.ctx, second.leaves, () => second.buys())).rejects.toThrow(
      'UNAUTHENTICATED',
    )
    const orders = await site.prisma.shopOrder.findMany({ where: { userId: { in: [buyer.id, other.id] } } })
    expect(orders).toMatchObject([{ userId: buyer.id, receiver: '', phone: '', address: '' }])
  })
})
