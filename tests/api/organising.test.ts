import { describe, expect, it } from 'vitest'
import { minutes, openArena } from '../support/arena.ts'
import { globalId } from '../support/judgeable.ts'
import type { Person } from '../support/people.ts'

/** What the organisers of a contest do, and what nobody else may, through both doors. */

const arena = openArena()
const { people, problems, call, makeContest, put, rank, sent } = arena

const ask = (who: Person | null, query: string, variables: object = {}) =>
  arena.site.graphql(query, variables, who ?? {})

describe('the list of the administration', () => {
  const LIST = `query ($filter: ManagedContestFilter) {
    managedContests(filter: $filter) { totalCount edges { node { number setting { canRemove } } } }
  }`
  const listed = async (who: Person, filter: object) => {
    const { data } = await ask(who, LIST, { filter })
    return data.managedContests?.edges.map(({ node }: { node: { number: number } }) => node.number) ?? null
  }

  it('narrows to status, type, access, visibility and words, and shows each organiser their own', async () => {
    const running = await makeContest({ title: 'Sieve one' })
    const hidden = await makeContest({ title: 'Sieve two', visible: false, auth: 1, pwd: 'x' })
    const coming = await makeContest({ title: 'Sieve three', type: 1, startTime: minutes(5).toJSON() })
    const keyword = 'sieve'
    expect(await listed(people.owner, { keyword })).toEqual([coming, hidden, running])
    expect(await listed(people.owner, { keyword, status: 'SCHEDULED' })).toEqual([coming])
    expect(await listed(people.owner, { keyword, type: 'ACM', isVisible: true })).toEqual([running])
    expect(await listed(people.owner, { keyword, access: 'PRIVATE' })).toEqual([hidden])
    expect(await listed(people.owner, { keyword: String(running) })).toContain(running)
    expect(await listed(people.root, { keyword })).toHaveLength(3)
    expect(await listed(people.rival, { keyword })).toEqual([])
    expect(await listed(people.ada, { keyword })).toBeNull()
  })

  it('tells what goes with a contest, to its organisers alone', async () => {
    const cid = await makeContest({ auth: 1, pwd: 'sesame' })
    await put(cid, problems.sum.id, 'A')
    await call(people.ada, 'POST', '/api/register-contest', { cid, password: 'sesame' })
    await sent(people.ada, cid, problems.sum.id, 5)
    const query = `query ($id: ID!) { node(id: $id) { ... on Contest { setting { canRemove
      dependents { submissionCount registrationCount noticeCount problemCount } } } } }`
    const settingFor = async (who: Person) =>
      (await ask(who, query, { id: globalId('Contest', cid) })).data.node.setting
    expect(await settingFor(people.owner)).toEqual({
      canRemove: false,
      dependents: { submissionCount: 1, registrationCount: 1, noticeCount: 0, problemCount: 1 },
    })
    expect(await settingFor(people.root)).toMatchObject({ canRemove: true })
    for (const who of [people.rival, people.ada]) expect(await settingFor(who)).toBeNull()
  })
})

describe('the times of a contest', () => {
  const timesOf = async (cid: number) => {
    const { data } = await call(people.owner, 'GET', `/api/admin/contest?cid=${cid}`)
    return { end: Date.parse(data.endTime), seal: data.sealRankTime && Date.parse(data.sealRankTime) }
  }
  const change = (cid: number, fields: object) =>
    call(people.owner, 'PUT', '/api/admin/contest', { id: cid, ...fields })

  it('move the freeze with the end, unless it has begun (rule 2)', async () => {
    const later = await makeContest({ sealRank: true, sealRankTime: minutes(30).toJSON() })
    const before = await timesOf(later)
    await change(later, { endTime: minutes(90).toJSON() })
    const after = await timesOf(later)
    expect(after.end - after.seal).toBe(before.end - before.seal)

    const whole = await makeContest({
      ...{ startTime: minutes(30).toJSON(), sealRank: true, sealRankTime: minutes(30).toJSON() },
    })
    await change(whole, { startTime: minutes(20).toJSON() })
    const { seal } = await timesOf(whole)
    expect(Math.abs(seal - minutes(20).getTime())).toBeLessThan(60_000)

    const frozen = await makeContest({ sealRank: true, sealRankTime: minutes(-10).toJSON() })
    const begun = (await timesOf(frozen)).seal
    await change(frozen, { endTime: minutes(120).toJSON() })
    expect((await timesOf(frozen)).seal).toBe(begun)
    expect((await rank(people.owner, frozen)).status).toBe(200)
  })
})
