import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Verdict } from '#prisma/generated/enums.ts'
import { correctSubmission } from '#server/modules/judging/correction.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { endOwnAccount } from '#server/modules/user/accounts.ts'
import { checkIn } from '#server/modules/user/checkIn.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, PASSWORD, type Person } from '../../support/people.ts'
import { addItem, addPoints, addShopPeople, balanceOf, buyAs, codeOf } from '../../support/shop.ts'
import { type Loose, type Site, startSite } from '../../support/site.ts'

let site: Site
let people: Awaited<ReturnType<typeof addShopPeople>>
let serial = 0

beforeAll(async () => {
  site = await startSite()
  people = await addShopPeople(site)
})
afterAll(() => site.close())

const somebody = () => addPerson(site, `solver${++serial}`)
const problem = (change: object = {}) => addJudgeable(site, `P${++serial}`, change)

/** A judged practice submission, counted as the server does it. */
async function judged(
  { id: userId }: Person,
  problemId: number,
  verdict: Verdict,
  oiRankScore: number | null = null,
  place: object = {},
): Promise<number> {
  const { id } = await site.prisma.submission.create({
    data: {
      problemId,
      userId,
      language: 'cpp17',
      codeLength: 10,
      ip: '127.0.0.1',
      state: 'DONE',
      verdict,
      oiRankScore,
      ...place,
    },
  })
  await settle(contextOf(site, null), id)
  return id
}

const entriesOf = async ({ id: userId }: Person) =>
  (await site.prisma.pointEntry.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(
    ({ amount, reason, actorId }) => ({ amount, reason, actorId }),
  )

const grant = (by: Person, usernames: string[], amount: number, note: string | null = null) =>
  site.graphql<Loose>(
    `mutation ($input: GrantPointsInput!) {
      grantPoints(input: $input) { entries { id amount note viewerCanReverse user { username } actor { username } } }
    }`,
    { input: { usernames, amount, note } },
    { token: by.token },
  )

const reverse = (by: Person, id: string) =>
  site.graphql<Loose>(
    'mutation ($input: ReverseGrantInput!) { reverseGrant(input: $input) { id amount reason } }',
    { input: { id } },
    { token: by.token },
  )

describe('the ledger', () => {
  it('only grows, names an actor, sums to the balance, and credits a point for a check-in (area-rules S1)', async () => {
    const ada = await somebody()
    await checkIn(contextOf(site, ada))
    await grant(people.root, [ada.username], 7)
    expect(await entriesOf(ada)).toEqual([
      { amount: 1, reason: 'CHECK_IN', actorId: ada.id },
      { amount: 7, reason: 'GRANT', actorId: people.root.id },
    ])
    expect(await balanceOf(site, ada)).toBe(8)
    const [{ id } = { id: 0 }] = await site.prisma.pointEntry.findMany({ where: { userId: ada.id } })
    const refused = /neither changed nor deleted/
    await expect(site.prisma.pointEntry.update({ where: { id }, data: { amount: 99 } })).rejects.toThrow(
      refused,
    )
    await expect(site.prisma.pointEntry.delete({ where: { id } })).rejects.toThrow(refused)
  })

  it('follows the best OI rank score of each practice problem, and an ACM problem as if scored 100 (area-rules S2)', async () => {
    const ada = await somebody()
    const acm = await problem({ difficulty: 'MID' })
    const oi = await problem({ scoring: 'OI' })
    await judged(ada, acm.id, 'WRONG_ANSWER')
    expect(await entriesOf(ada)).toEqual([])
    const accepted = await judged(ada, acm.id, 'ACCEPTED')
    await judged(ada, acm.id, 'ACCEPTED')
    await judged(ada, oi.id, 'PARTIALLY_ACCEPTED', 4)
    await judged(ada, oi.id, 'PARTIALLY_ACCEPTED', 9)
    await judged(ada, oi.id, 'PARTIALLY_ACCEPTED', 2)
    expect((await entriesOf(ada)).map(({ amount }) => amount)).toEqual([12, 4, 5])
    const rank = await site.prisma.userRank.findUniqueOrThrow({ where: { userId: ada.id } })
    expect(await balanceOf(site, ada)).toBe(rank.score)
    // A harder problem is worth more, and a submission that is gone nothing.
    await site.prisma.problem.update({ where: { id: acm.id }, data: { difficulty: 'HARD' } })
    expect(await balanceOf(site, ada)).toBe(14 + 9)
    await site.prisma.submission.deleteMany({ where: { id: { gte: accepted }, problemId: acm.id } })
    await site.prisma.problemProgress.delete({
      where: { userId_problemId: { userId: ada.id, problemId: acm.id } },
    })
    expect(await balanceOf(site, ada)).toBe(9)
    expect((await entriesOf(ada)).at(-1)).toMatchObject({ amount: -14, reason: 'SOLVED' })
  })

  it('name the solver, who judged by hand, and nobody for the system (area-rules S1, S2)', async () => {
    const ada = await somebody()
    const { id: problemId } = await problem()
    const sent = await judged(ada, problemId, 'ACCEPTED')
    await correctSubmission(contextOf(site, people.root), sent, { verdict: 'WRONG_ANSWER' })
    // Rejudged by the system, and worth more since.
    await site.prisma.submission.update({ where: { id: sent }, data: { verdict: 'ACCEPTED' } })
    await settle(contextOf(site, null), sent)
    await site.prisma.problem.update({ where: { id: problemId }, data: { difficulty: 'HARD' } })
    expect((await entriesOf(ada)).map(({ amount, actorId }) => [Math.sign(amount), actorId])).toEqual([
      [1, ada.id],
      [-1, people.root.id],
      [1, null],
      [1, null],
    ])
  })

  it('a correction alone takes a balance below 0, and then nothing can be bought (area-rules S2)', async () => {
    const ada = await somebody()
    const oi = await problem({ scoring: 'OI' })
    await judged(ada, oi.id, 'PARTIALLY_ACCEPTED', 12)
    const mug = await addItem(site, 'Mug')
    const free = await addItem(site, 'Sticker', { price: 0 })
    expect((await buyAs(site, ada, [[mug.id, 1]], 10)).errors).toBeUndefined()
    await site.prisma.problem.delete({ where: { id: oi.id } }).catch(async () => {
      await site.prisma.submission.deleteMany({ where: { problemId: oi.id } })
      await site.prisma.problemProgress.deleteMany({ where: { problemId: oi.id } })
    })
    expect(await balanceOf(site, ada)).toBe(-10)
    expect(codeOf(await buyAs(site, ada, [[free.id, 1]], 0))).toBe('POINTS_TOO_FEW')
    expect(codeOf(await grant(people.root, [ada.username], -1))).toBe('POINTS_TOO_FEW')
    const poor = await somebody()
    const spent = { userId: poor.id, amount: -1, reason: 'PURCHASE' as const }
    await expect(site.prisma.pointEntry.create({ data: spent })).rejects.toThrow(/below 0/)
  })

  it('REST answers what the client subtracts from its scoreList, and ignores uuid (area-rules S3)', async () => {
    const ada = await somebody()
    const oi = await problem({ scoring: 'OI' })
    await judged(ada, oi.id, 'PARTIALLY_ACCEPTED', 8)
    await addPoints(site, people.bob, 100)
    const shown = async () => {
      const { token } = ada
      const home = await site.rest('GET', `/api/get-user-home-info?uid=${ada.id}`, { token })
      const spent = await site.rest('GET', `/shopapi/getUserPointsBalance?uuid=${people.bob.id}`, { token })
      return home.data.scoreList.reduce((sum: number, one: number) => sum + one, 0) - spent.data
    }
    expect(await shown()).toBe(8)
    await grant(people.root, [ada.username], 30)
    expect(await shown()).toBe(38)
    await buyAs(site, ada, [[(await addItem(site, 'Pen')).id, 2]], 20)
    expect(await shown()).toBe(18)
  })

  it('counts nothing of a contest', async () => {
    const ada = await somebody()
    const { id } = await problem()
    const now = new Date()
    const contest = await site.prisma.contest.create({
      data: { ownerId: people.root.id, title: 'C', type: 'ACM', startsAt: now, endsAt: now } as never,
    })
    await judged(ada, id, 'ACCEPTED', null, { contestId: contest.id })
    expect(await entriesOf(ada)).toEqual([])
  })

  it('is streamed to its owner after every write', async () => {
    const ada = await somebody()
    const lines = await site.subscribe(
      'subscription { pointsChanged { balance solved checkIns } }',
      {},
      { token: ada.token },
    )
    expect((await lines.next()).data.pointsChanged).toEqual({ balance: 0, solved: 0, checkIns: 0 })
    await checkIn(contextOf(site, ada))
    expect((await lines.next()).data.pointsChanged).toEqual({ balance: 1, solved: 0, checkIns: 1 })
    await judged(ada, (await problem()).id, 'ACCEPTED')
    expect((await lines.next()).data.pointsChanged).toEqual({ balance: 11, solved: 10, checkIns: 1 })
    lines.close()
  })

  it('is streamed to all staff, and to nobody else (area-rules S4)', async () => {
    const { root, admin, setter, bob } = people
    const LEDGER = 'subscription { ledgerChanged { amount reason user { username } } }'
    const follow = ({ token }: Person) => site.subscribe(LEDGER, {}, { token })
    for (const who of [bob, { token: '' } as Person]) {
      const line = await follow(who)
      const first = await line.next().catch((errors: unknown) => ({ errors }))
      expect(JSON.stringify(first.errors)).toMatch(/FORBIDDEN|UNAUTHENTICATED/)
    }
    const lines = await Promise.all([admin, setter].map(follow))
    const ada = await somebody()
    const input = { usernames: [ada.username], amount: 7 }
    await site.graphql(
      'mutation ($input: GrantPointsInput!) { grantPoints(input: $input) { entries { id } } }',
      { input },
      { token: root.token },
    )
    for (const line of lines) {
      const { ledgerChanged } = (await line.next()).data
      expect(ledgerChanged).toEqual({ amount: 7, reason: 'GRANT', user: { username: ada.username } })
      line.close()
    }
  })
})

const OWN = `{ ownPointEntries(first: 5) { totalCount edges { node { id amount reason problem { displayId } } } } }`
const ALL = `query ($username: String) { pointEntries(username: $username, first: 5) { totalCount edges { node { id } } } }`

describe('granting', () => {
  it('staff read the ledger, users their own entries, and only super administrators grant and reverse (area-rules S4)', async () => {
    const { root, admin, setter, bob } = people
    const ada = await somebody()
    const { data } = await grant(root, [ada.username], 3, 'Thanks')
    const [entry] = data.grantPoints.entries
    expect(entry).toMatchObject({ amount: 3, note: 'Thanks', viewerCanReverse: true })
    const ask = (query: string, by: Person | null, variables: object = {}) =>
      site.graphql<Loose>(query, variables, { token: by?.token ?? null })
    for (const by of [root, admin, setter]) {
      const { data } = await ask(ALL, by, { username: ada.username })
      expect(data.pointEntries.edges).toEqual([{ node: { id: entry.id } }])
    }
    for (const by of [ada, bob]) expect(codeOf(await ask(ALL, by))).toBe('FORBIDDEN')
    expect(codeOf(await ask(ALL, null))).toBe('UNAUTHENTICATED')
    expect((await ask(OWN, ada)).data.ownPointEntries.totalCount).toBe(1)
    expect(codeOf(await ask(OWN, null))).toBe('UNAUTHENTICATED')
    const seen = async (by: Person | null) =>
      (await ask('query ($id: ID!) { node(id: $id) { id } }', by, { id: entry.id })).data.node !== null
    expect(await Promise.all([root, admin, setter, ada].map(seen))).toEqual([true, true, true, true])
    expect(await Promise.all([bob, null].map(seen))).toEqual([false, false])
    for (const by of [admin, setter, bob]) {
      expect(codeOf(await grant(by, [ada.username], 3))).toBe('FORBIDDEN')
      expect(codeOf(await reverse(by, entry.id))).toBe('FORBIDDEN')
      const body = { uuid: ada.id, names: [ada.username], grant: 3 }
      for (const path of ['addUserPointsBalance', 'addUserPointsBalanceBatch', 'addUserPointsBalanceBatch2'])
        expect((await site.rest('POST', `/shopapi/${path}`, { token: by.token, body })).http).toBe(403)
    }
    expect(await balanceOf(site, ada)).toBe(3)
  })

  it('one unknown name refuses the whole, through every door, and names it (area-rules S4)', async () => {
    const ada = await somebody()
    const answer = await grant(people.root, [ada.username, 'nobody'], 5)
    expect(codeOf(answer)).toBe('POINTS_UNKNOWN_NAMES')
    expect(answer.errors?.[0]?.message).toContain('nobody')
    const { token } = people.root
    for (const path of ['addUserPointsBalanceBatch', 'addUserPointsBalanceBatch2']) {
      const post = (names: unknown) =>
        site.rest('POST', `/shopapi/${path}`, { token, body: { names, grant: 5 } })
      expect(await post([ada.username, 'nobody'])).toMatchObject({ status: 400, data: null })
      expect(await post(`${ada.username.toUpperCase()},${people.bob.username}`)).toMatchObject({
        status: 200,
        data: true,
      })
    }
    expect(await balanceOf(site, ada)).toBe(10)
    const one = (uuid: string) =>
      site.rest('POST', '/shopapi/addUserPointsBalance', { token, body: { uuid, grant: 1 } })
    expect(await one(ada.id)).toMatchObject({ status: 200, data: true })
    expect(await one('nobody')).toMatchObject({ status: 400 })
    expect(await balanceOf(site, ada)).toBe(11)
  })

  it('takes whole numbers except 0, and never more than there is (area-rules S5)', async () => {
    const ada = await somebody()
    const { token } = people.root
    expect(codeOf(await grant(people.root, [ada.username], 0))).toBe('INVALID_INPUT')
    expect(codeOf(await grant(people.root, [ada.username], 1_000_001))).toBe('INVALID_INPUT')
    const half = { uuid: ada.id, grant: 1.5 }
    expect((await site.rest('POST', '/shopapi/addUserPointsBalance', { token, body: half })).http).toBe(400)
    await grant(people.root, [ada.username], 5)
    expect(codeOf(await grant(people.root, [ada.username], -6))).toBe('POINTS_TOO_FEW')
    const answers = await Promise.all(Array.from({ length: 6 }, () => grant(people.root, [ada.username], -2)))
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(2)
    expect(await balanceOf(site, ada)).toBe(1)
  })

  it('takes an amount for each name, and all of them or none (area-rules S4, S5)', async () => {
    const [ada, bob] = [await somebody(), await somebody()]
    const { token } = people.root
    const send = (amounts: number[], usernames = [ada.username.toUpperCase(), bob.username]) => {
      const input = { usernames, amounts, amount: 1 }
      return site.graphql<Loose>(
        'mutation ($input: GrantPointsInput!) { grantPoints(input: $input) { entries { amount } } }',
        { input },
        { token },
      )
    }
    expect((await send([30, 5])).data.grantPoints.entries).toHaveLength(2)
    expect([await balanceOf(site, ada), await balanceOf(site, bob)]).toEqual([30, 5])
    for (const amounts of [[1], [1, 2, 3], [1, 0], [1, 1_000_001]])
      expect([amounts, codeOf(await send(amounts))]).toEqual([amounts, 'INVALID_INPUT'])
    expect(codeOf(await send([9, -6]))).toBe('POINTS_TOO_FEW')
    expect(codeOf(await send([7, 8], [ada.username, ada.username.toUpperCase()]))).toBe('POINTS_TWO_AMOUNTS')
    expect([await balanceOf(site, ada), await balanceOf(site, bob)]).toEqual([30, 5])
    expect((await send([-30, -5])).data.grantPoints.entries).toHaveLength(2)
    const previewed = async (usernames: string[], amounts: number[]) => {
      const { data } = await site.graphql<Loose>(
        'query ($input: GrantPointsInput!) { grantPreview(input: $input) { accounts { amount isPossible user { username } } } }',
        { input: { usernames, amounts, amount: 1 } },
        { token },
      )
      return data.grantPreview.accounts.map(
        ({ amount, isPossible, user }: { amount: number; isPossible: boolean; user: Loose }) =>
          [user.username, amount, isPossible].join(),
      )
    }
    // In the order of the names.
    const rows = [`${ada.username},4,true`, `${bob.username},-1,false`]
    expect(await previewed([ada.username, bob.username], [4, -1])).toEqual(rows)
    expect(await previewed([bob.username, ada.username], [-1, 4])).toEqual(rows.toReversed())
  })

  it('is reversed once by an opposite entry, and not when the points are spent (area-rules S5)', async () => {
    const ada = await somebody()
    const granted = async (amount: number) =>
      (await grant(people.root, [ada.username], amount)).data.grantPoints.entries[0].id
    const first = await granted(10)
    const answers = await Promise.all([1, 2, 3].map(() => reverse(people.root, first)))
    expect(answers.map(codeOf).sort()).toEqual(['POINTS_REVERSED', 'POINTS_REVERSED', undefined])
    expect(await balanceOf(site, ada)).toBe(0)
    const second = await granted(10)
    await buyAs(site, ada, [[(await addItem(site, 'Cap')).id, 1]], 10)
    expect(codeOf(await reverse(people.root, second))).toBe('POINTS_TOO_FEW')
    const { data } = await site.graphql<Loose>(OWN, {}, { token: ada.token })
    const [{ node: purchase }] = data.ownPointEntries.edges
    expect(codeOf(await reverse(people.root, purchase.id))).toBe('POINTS_NOT_A_GRANT')
    expect(codeOf(await reverse(people.root, globalId('PointEntry', 2_000_000_000)))).toBe('NOT_FOUND')
  })

  it('is previewed without a change, and audited', async () => {
    const ada = await somebody()
    await addPoints(site, ada, 4)
    const preview = (amount: number, by = people.root) =>
      site.graphql<Loose>(
        `query ($input: GrantPointsInput!) {
          grantPreview(input: $input) { unknown accounts { balance isPossible user { username } } }
        }`,
        { input: { usernames: [ada.username, ada.username.toUpperCase(), 'nobody', ' '], amount } },
        { token: by.token },
      )
    const user = { username: ada.username }
    expect((await preview(-5)).data.grantPreview).toEqual({
      unknown: ['nobody'],
      accounts: [{ balance: 4, isPossible: false, user }],
    })
    expect((await preview(-4)).data.grantPreview.accounts).toEqual([{ balance: 4, isPossible: true, user }])
    expect(codeOf(await preview(1, people.admin))).toBe('FORBIDDEN')
    expect(await balanceOf(site, ada)).toBe(4)
    const { data } = await grant(people.root, [ada.username], 1, 'For help')
    const number = Number(atob(data.grantPoints.entries[0].id).split(':')[1])
    const entry = await site.prisma.auditEntry.findFirstOrThrow({
      where: { subject: `PointEntry:${number}` },
    })
    expect(entry).toMatchObject({ action: 'points.granted', actorId: people.root.id })
    expect(entry.details).toMatchObject({ after: { user: ada.username, amount: 1, note: 'For help' } })
  })

  it('getUserByNameFuzzy finds usernames for staff, and never matches real names (area-rules S14)', async () => {
    const { id } = await addPerson(site, 'Lantern')
    await site.prisma.user.update({ where: { id }, data: { realname: 'Winter_Garden' } })
    const find = (username: string, { token }: Person) =>
      site.rest('GET', `/shopapi/getUserByNameFuzzy?username=${encodeURIComponent(username)}`, { token })
    expect((await find('ANTER', people.setter)).data).toEqual([
      { uuid: id, username: 'Lantern', nickname: null },
    ])
    for (const text of ['Winter', '%', '_', '']) expect((await find(text, people.setter)).data).toEqual([])
    expect((await find('anter', people.ada)).http).toBe(403)
  })

  it('keeps the ledger of an account that was deleted, and grants it nothing more', async () => {
    const ada = await somebody()
    await addPoints(site, ada, 5)
    await endOwnAccount(contextOf(site, ada), { username: ada.username, password: PASSWORD })
    expect(await balanceOf(site, ada)).toBe(5)
    expect(codeOf(await grant(people.root, [ada.username], 5))).toBe('POINTS_UNKNOWN_NAMES')
  })
})
