import { beforeAll, describe, expect, it, vi } from 'vitest'
import { boardOf, reckon, type Snapshot } from '#server/shared/board/wire.ts'
import { openContestSite } from '../../support/contestSite.ts'
import { MINUTE } from '../../support/contests.ts'
import { globalId } from '../../support/judgeable.ts'
import type { Person } from '../../support/people.ts'

/** The final reveal: who may read what it is drawn from, through every door, and that it leads to the final board. */

const arena = openContestSite()
const { people, problems, call, makeContest, put, sent } = arena

const info = (who: Person | null, cid: number) =>
  call(who, 'GET', `/api/get-contest-scroll-board-info?cid=${cid}`)
const tries = (who: Person | null, cid: number, removeStar = false) =>
  call(who, 'GET', `/api/get-contest-scroll-board-submission?cid=${cid}&removeStar=${removeStar}`)
const snapshot = (who: Person | null, cid: number, view: string) =>
  fetch(`${arena.site.url}/api/contest-scoreboard/${cid}?view=${view}`, {
    headers: who ? { authorization: who.token } : {},
  })

const now = Math.floor(Date.now() / 1000) * 1000
const minutes = (from: number) => new Date(now + from * MINUTE)

/** A contest that began two hours ago, froze after an hour and is over. */
const OVER = {
  startTime: minutes(-120).toJSON(),
  endTime: minutes(-5).toJSON(),
  duration: 6900,
  sealRank: true,
  sealRankTime: minutes(-60).toJSON(),
  autoRealRank: false,
}

async function hold(change: object = {}): Promise<number> {
  const cid = await makeContest({ ...OVER, ...change })
  await put(cid, problems.sum.id, 'A')
  await sent(people.ada, cid, problems.sum.id, 80)
  return cid
}

async function thaw(cid: number): Promise<void> {
  const isSealed = () => arena.site.house.timetable.at(new Date()).contests.sealed.has(cid)
  await vi.waitFor(() => expect(isSealed()).toBe(true))
  const mutation = 'mutation ($id: ID!) { thawContest(input: { id: $id }) { thawsAt } }'
  const { errors } = await arena.site.graphql(mutation, { id: globalId('Contest', cid) }, people.owner)
  expect(errors).toBeUndefined()
  await vi.waitFor(() => expect(isSealed()).toBe(false))
}

/** What every door says to somebody, which must be the same. */
async function doors(who: Person | null, cid: number): Promise<number> {
  const answers = [await info(who, cid), await tries(who, cid)]
  const views = [await snapshot(who, cid, 'FROZEN'), await snapshot(who, cid, 'FINAL')]
  const wholes = await Promise.all(views.map(async (answer) => (await answer.json()) as { status?: number }))
  const query = 'query ($cid: Int!) { contest(number: $cid) { canReveal } }'
  const { data } = await arena.site.graphql(query, { cid }, who ?? {})
  const [status] = answers.map((answer) => answer.status)
  expect(answers.map((answer) => answer.status)).toEqual([status, status])
  expect(wholes.map((said, place) => (views[place]?.ok ? 200 : said.status))).toEqual([status, status])
  expect(data.contest?.canReveal ?? false).toBe(status === 200)
  if (status !== 200) for (const { data } of answers) expect(data).toBeNull()
  return status as number
}

describe('the reveal of a contest', () => {
  const cids = {} as Record<'sealed' | 'thawed' | 'closed' | 'private', number>
  beforeAll(async () => {
    cids.sealed = await hold({ openRank: true })
    cids.thawed = await hold({ openRank: true })
    cids.closed = await hold()
    cids.private = await hold({ openRank: true, auth: 1, pwd: 'open sesame' })
    const data = { contestId: cids.private, userId: people.bob.id, registeredAt: new Date() }
    await arena.site.prisma.participation.create({ data })
    for (const cid of [cids.thawed, cids.closed, cids.private]) await thaw(cid)
  })

  it('is for organisers, and once nothing is sealed any more for everybody where the board is open (contest-rules 11, 14)', async () => {
    const told = async (cid: number) => {
      const who = [null, people.ada, people.rival, people.owner, people.root]
      return Promise.all(who.map((one) => doors(one, cid)))
    }
    expect(await told(cids.sealed)).toEqual([401, 403, 403, 200, 200])
    expect(await told(cids.thawed)).toEqual([200, 200, 200, 200, 200])
    expect(await told(cids.closed)).toEqual([401, 403, 403, 200, 200])
    // Of a private contest only those who are in it learn the names, however open its board is.
    expect(await told(cids.private)).toEqual([401, 403, 403, 200, 200])
    expect(await doors(people.bob, cids.private)).toBe(200)
  })

  it('is refused, as the reference system does, of all that is not a sealed ACM contest that is over', async () => {
    const shapes = [
      { type: 1, openRank: true },
      { sealRank: false, sealRankTime: null, openRank: true },
      { endTime: minutes(60).toJSON(), sealRankTime: minutes(-1).toJSON(), openRank: true },
    ]
    for (const shape of shapes) {
      const cid = await makeContest({ ...OVER, ...shape })
      for (const who of [null, people.ada, people.owner, people.root]) expect(await doors(who, cid)).toBe(400)
    }
    for (const ask of [info, tries]) {
      const said = await ask(people.owner, 4711)
      expect(said).toMatchObject({ status: 400, data: null })
      const hidden = await hold({ visible: false })
      expect(await ask(people.owner, hidden)).toMatchObject({ status: 400, data: null })
    }
  })

  it('has the shapes of the reference system, and no real names for those who may not know them', async () => {
    await arena.site.prisma.user.update({
      where: { id: people.ada.id },
      data: { realname: 'Ada L.', nickname: 'Countess', school: 'London', gender: 'female' },
    })
    const cid = await hold({ openRank: true, starAccount: ['bob'], rankShowName: 'nickname' })
    await put(cid, problems.path.id, 'B')
    const { id } = await sent(people.bob, cid, problems.path.id, 10, { verdict: 'WRONG_ANSWER' })
    await thaw(cid)
    const { startsAt } = await arena.site.prisma.contest.findUniqueOrThrow({ where: { id: cid } })
    const china = (minute: number) =>
      new Date(startsAt.getTime() + minute * MINUTE)
        .toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
        .replaceAll('-', '/')
    expect((await info(null, cid)).data).toEqual({
      id: cid,
      rankShowName: 'nickname',
      problemCount: 2,
      starUserList: ['bob'],
      balloonColor: { A: '#ff0000', B: '#ff0000' },
      startTime: china(0),
      sealRankTime: china(60),
    })
    const [ada, bob] = (await tries(null, cid)).data
    expect(ada).toEqual({
      uid: people.ada.id,
      username: 'ada',
      nickname: 'Countess',
      realname: null,
      school: 'London',
      avatar: null,
      gender: 'female',
      status: 0,
      submitTime: china(80),
      displayId: 'A',
      submitId: expect.any(Number),
    })
    expect(bob).toMatchObject({ submitId: id, status: -1, submitTime: china(10), displayId: 'B' })
    expect((await tries(null, cid, true)).data).toEqual([ada])
    expect((await tries(people.owner, cid)).data[0].realname).toBe('Ada L.')
  })

  it('leads the page of the reference system to the final board, whatever the verdicts', async () => {
    const cid = await hold()
    await put(cid, problems.path.id, 'B')
    const COSTS_NOTHING = ['COMPILE_ERROR', 'JUDGE_ERROR', 'PARTIALLY_ACCEPTED', 'CANCELLED']
    const COSTLY = ['WRONG_ANSWER', 'TIME_LIMIT_EXCEEDED', 'OUTPUT_LIMIT_EXCEEDED', 'PRESENTATION_ERROR']
    for (const [place, verdict] of [...COSTS_NOTHING, ...COSTLY].entries())
      for (const who of [people.ada, people.bob])
        await sent(who, cid, problems.path.id, 55 + place, { verdict })
    await sent(people.ada, cid, problems.path.id, 90)
    await sent(people.ada, cid, problems.path.id, 91, { verdict: 'WRONG_ANSWER' })
    await sent(people.team7, cid, problems.sum.id, 20, { verdict: 'JUDGE_ERROR' })
    await sent(people.team7, cid, problems.path.id, 61)
    // None of these counts: the owner's, an administrator's, too early, too late.
    for (const who of [people.owner, people.root]) await sent(who, cid, problems.sum.id, 5)
    for (const minute of [-3, 116]) await sent(people.team7, cid, problems.sum.id, minute)
    const { startTime, sealRankTime } = (await info(people.owner, cid)).data
    const told = (await tries(people.owner, cid)).data as Told[]
    const final = boardOf((await (await snapshot(people.owner, cid, 'FINAL')).json()) as Snapshot)
    const expected = reckon(final).rows.map(({ userId, gain, cost }) => [userId, gain, cost])
    expect(theirs(told, Date.parse(startTime), Date.parse(sealRankTime))).toEqual(expected)
    expect(expected).toHaveLength(3)
  })

  it('tells what was solved in the second of the freeze as one later, since that page would lose it', async () => {
    const cid = await hold()
    await sent(people.bob, cid, problems.sum.id, 60)
    const { startTime, sealRankTime } = (await info(people.owner, cid)).data
    const told = (await tries(people.owner, cid)).data as Told[]
    const solved = theirs(told, Date.parse(startTime), Date.parse(sealRankTime))
    expect(solved[0]).toEqual([people.bob.id, 1, 3601])
  })
})

type Told = { uid: string; submitId: number; status: number; submitTime: string; displayId: string }

/** How that page counts: solved at once before the freeze, opened one after another from then on. */
function theirs(told: readonly Told[], start: number, freeze: number): [string, number, number][] {
  const rows = new Map<string, { solved: number; seconds: number }>()
  const cells = new Map<string, { tries: number; done: boolean; unknown: boolean }>()
  for (const { uid, displayId, status, submitTime } of told.toSorted((a, b) => a.submitId - b.submitId)) {
    const row = rows.get(uid) ?? { solved: 0, seconds: 0 }
    rows.set(uid, row)
    const cell = cells.get(uid + displayId) ?? { tries: 0, done: false, unknown: false }
    cells.set(uid + displayId, cell)
    if (cell.done || status === -2) continue
    const at = Date.parse(submitTime)
    if (at > freeze) cell.unknown = true
    cell.tries++
    cell.done = status === 0
    // What is neither before the freeze nor unknown is lost there.
    if (!cell.done || (at - start >= freeze - start && !cell.unknown)) continue
    row.solved++
    row.seconds += (at - start) / 1000 + 1200 * (cell.tries - 1)
  }
  return [...rows]
    .map(([uid, { solved, seconds }]): [string, number, number] => [uid, solved, seconds])
    .sort((a, b) => b[1] - a[1] || a[2] - b[2] || a[0].localeCompare(b[0]))
}
