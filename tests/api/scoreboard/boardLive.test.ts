import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { emit } from '#server/events.ts'
import { saveTestset } from '#server/modules/problem/saving.ts'
import { changeAccount, endAccount } from '#server/modules/user/accounts.ts'
import { type Board, boardOf, type Patch, patched, reckon, type Snapshot } from '#server/shared/board/wire.ts'
import { minutes, openContestSite } from '../../support/contestSite.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { askPlainly } from '../../support/rawHttp.ts'

/** A board as it is read whole, and as it is told; who reckons what is wire.ts, and publication.test.ts tries it. */

const arena = openContestSite()
const { people, problems, makeContest, put, sent } = arena

const TOLD = `subscription ($cid: Int!, $view: ScoreboardView!, $late: Boolean) {
  scoreboardPatches(number: $cid, view: $view, late: $late) { from version changes } }`

const ask = (who: Person | null, cid: number, query = '', headers: Record<string, string> = {}) =>
  fetch(`${arena.site.url}/api/contest-scoreboard/${cid}${query}`, {
    headers: { ...(who ? { authorization: who.token } : {}), ...headers },
  })

const read = async (who: Person | null, cid: number, query = ''): Promise<Board> =>
  boardOf((await (await ask(who, cid, query)).json()) as Snapshot)

const follow = (who: Person | null, cid: number, view = 'PUBLIC') =>
  arena.site.subscribe(TOLD, { cid, view, late: false }, who ?? {})

type Following = Awaited<ReturnType<typeof follow>>

const next = async (live: Following): Promise<Patch> => {
  const event = await live.next()
  if (event.errors) throw new Error(event.errors[0].extensions?.code)
  const { from, version, changes } = event.data.scoreboardPatches
  return { from, version, changes: changes && JSON.parse(changes) }
}

const outcome = (board: Board | null) =>
  board && reckon(board).rows.map(({ username, gain, tries }) => [username, gain, tries])

describe('a board that is read whole', () => {
  it('comes packed, and not again while it is the same', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    await sent(people.ada, cid, problems.sum.id, 5)
    const whole = await ask(people.bob, cid)
    const tag = whole.headers.get('etag') ?? ''
    expect(whole.headers.get('cache-control')).toBe('private, no-cache')
    const board = boardOf((await whole.json()) as Snapshot)
    expect(outcome(board)).toEqual([['ada', 1, 1]])
    expect(board.head).toMatchObject({ contest: cid, isSealed: false, problems: [{ displayId: 'A' }] })
    expect((await ask(people.team7, cid, '', { 'if-none-match': tag })).status).toBe(304)
    for (const [name, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await askPlainly(arena.site.url, 'GET', `/api/contest-scoreboard/${cid}`, {
        'accept-encoding': name,
        authorization: people.bob.token,
      })
      expect(packed.headers['content-encoding']).toBe(name)
      expect(JSON.parse(String(unpack(packed.body)))).toMatchObject({ version: board.version })
    }
    await sent(people.bob, cid, problems.sum.id, 6)
    await vi.waitFor(async () => {
      expect((await ask(people.team7, cid, '', { 'if-none-match': tag })).status).toBe(200)
    })
  })

  it('is for those who may see the board, and what organisers see for organisers', async () => {
    const cid = await makeContest({ rankShowName: 'nickname' })
    const open = await makeContest({ openRank: true })
    const hidden = await makeContest({ visible: false, openRank: true })
    const toCome = await makeContest({
      openRank: true,
      startTime: minutes(5).toJSON(),
      endTime: minutes(60).toJSON(),
    })
    const status = async (who: Person | null, id: number, query = '') => (await ask(who, id, query)).status
    expect(await status(null, cid)).toBe(401)
    expect(await status(people.ada, cid)).toBe(200)
    expect(await status(null, open)).toBe(200)
    expect(await status(null, hidden)).toBe(404)
    expect(await status(null, toCome)).toBe(403)
    expect(await status(people.owner, toCome)).toBe(200)
    expect(await status(people.ada, cid, '?view=SECRET')).toBe(400)
    for (const view of ['JURY', 'JURY_OPEN']) {
      expect(await status(null, open, `?view=${view}`)).toBe(401)
      for (const who of [people.ada, people.rival]) expect(await status(who, cid, `?view=${view}`)).toBe(403)
      for (const who of [people.owner, people.root]) expect(await status(who, cid, `?view=${view}`)).toBe(200)
    }
    await put(cid, problems.sum.id, 'A')
    await sent(people.ada, cid, problems.sum.id, 5)
    await arena.site.prisma.user.update({ where: { id: people.ada.id }, data: { realname: 'Ada L.' } })
    await vi.waitFor(async () => {
      const [jury] = (await read(people.owner, cid, '?view=JURY')).rows.values()
      expect(jury?.realname).toBe('Ada L.')
    })
    const text = await (await ask(people.bob, cid)).text()
    expect(text).not.toContain('Ada L.')
  })
})

describe('a board that is told', () => {
  it('shows other names once its organiser asks for them (contest-rules 18)', async () => {
    const cid = await makeContest({ openRank: true, rankShowName: 'realname' })
    await put(cid, problems.sum.id, 'A')
    const zoe = await addPerson(arena.site, 'zoe')
    await arena.site.prisma.user.update({ where: { id: zoe.id }, data: { realname: 'Zoe Lark' } })
    await sent(zoe, cid, problems.sum.id, 5)
    const live = await follow(null, cid)
    await next(live)
    const text = async () => (await ask(null, cid)).text()
    expect(await text()).toContain('Zoe Lark')
    await arena.call(people.owner, 'PUT', '/api/admin/contest', { id: cid, rankShowName: 'username' })
    const told = await next(live)
    expect(JSON.stringify(told.changes)).toContain('"zoe"')
    expect(JSON.stringify(told.changes)).not.toContain('Zoe Lark')
    expect(await text()).not.toContain('Zoe Lark')
    live.close()
  })

  it('ranks no star whose account came after the board (contest-rules 12)', async () => {
    const cid = await makeContest({ openRank: true, starAccount: ['guest9'] })
    await put(cid, problems.sum.id, 'A')
    await sent(people.ada, cid, problems.sum.id, 20)
    const ranks = async () =>
      reckon(await read(people.bob, cid)).rows.map(({ username, rank }) => [username, rank])
    expect(await ranks()).toEqual([['ada', 1]])
    const guest = await addPerson(arena.site, 'guest9')
    await sent(guest, cid, problems.sum.id, 5)
    await vi.waitFor(async () =>
      expect(await ranks()).toEqual([
        ['guest9', null],
        ['ada', 1],
      ]),
    )
  })

  it('leads from the snapshot to what the next one says, to all of its readers', async () => {
    const cid = await makeContest({ openRank: true })
    await put(cid, problems.sum.id, 'A')
    await sent(people.ada, cid, problems.sum.id, 5)
    const lives = await Promise.all([follow(people.bob, cid), follow(people.team7, cid), follow(null, cid)])
    let board: Board | null = await read(people.bob, cid)
    for (const live of lives) expect((await next(live)).version).toBe(board.version)
    await sent(people.bob, cid, problems.sum.id, 7)
    const [patch] = await Promise.all(lives.map(next))
    expect(patch?.changes?.rows).toHaveLength(1)
    board = patched(board, patch as Patch)
    expect(outcome(board)).toEqual([
      ['ada', 1, 1],
      ['bob', 1, 1],
    ])
    expect(board).toEqual(await read(null, cid))
    // What the board says besides its rows is told as well.
    await put(cid, problems.path.id, 'B')
    const [changed] = await Promise.all(lives.map(next))
    board = board && patched(board, changed as Patch)
    expect(board?.head.problems.map(({ displayId }) => displayId)).toEqual(['A', 'B'])
    for (const live of lives) live.close()
  })

  it('says what a problem is worth when its cases get other points, also after the end', async () => {
    const { id, testsetId } = await addJudgeable(arena.site, 'WORTH', { scoring: 'OI', fullScore: 100 })
    const contests = [
      await makeContest({ type: 1, openRank: true }),
      await makeContest({ type: 1, openRank: true, endTime: minutes(-5).toJSON() }),
    ]
    for (const cid of contests) await put(cid, id, 'A')
    const lives = await Promise.all(contests.map((cid) => follow(null, cid)))
    const boards = await Promise.all(contests.map((cid) => read(null, cid)))
    for (const [at, live] of lives.entries()) expect((await next(live)).version).toBe(boards[at]?.version)
    const text = { text: '1\n' }
    await saveTestset(contextOf(arena.site, people.root), {
      problemId: id,
      basedOn: testsetId,
      cases: [40, 20].map((score) => ({ input: text, answer: text, subtask: 0, score })),
    })
    for (const [at, live] of lives.entries()) {
      const told = patched(boards[at] as Board, await next(live))
      expect(told?.head.problems).toMatchObject([{ full: 60 }])
      live.close()
    }
  })

  it('tells of what is sealed that something was tried, and organisers who ask how it went', async () => {
    const cid = await makeContest({
      sealRank: true,
      sealRankTime: minutes(-30).toJSON(),
      autoRealRank: false,
    })
    await put(cid, problems.sum.id, 'A')
    await vi.waitFor(() =>
      expect(arena.site.house.timetable.at(new Date()).contests.sealed.has(cid)).toBe(true),
    )
    const live = await follow(people.bob, cid)
    const open = await follow(people.owner, cid, 'JURY_OPEN')
    await next(live)
    await next(open)
    await sent(people.ada, cid, problems.sum.id, 45)
    const cellOf = ({ changes }: Patch) => changes?.rows[0]?.[9][0]
    expect(cellOf(await next(live))).toEqual([problems.sum.id, 1, 0, 0, 0, 1, null, null, 0])
    const second = 45 * 60
    expect(cellOf(await next(open))).toEqual([problems.sum.id, 1, 1, second, 0, 0, second, null, 0])
    for (const one of [live, open]) one.close()
  })

  it('is told in typed rows too, sealed as its view is', async () => {
    const cid = await makeContest({
      sealRank: true,
      sealRankTime: minutes(-30).toJSON(),
      autoRealRank: false,
    })
    await put(cid, problems.sum.id, 'A')
    await vi.waitFor(() =>
      expect(arena.site.house.timetable.at(new Date()).contests.sealed.has(cid)).toBe(true),
    )
    const rows = `subscription ($cid: Int!, $view: ScoreboardView!) { scoreboardChanged(number: $cid, view: $view) {
      version goneUsernames rows { rank username total user { username }
        cells { displayId solvedAtSecond sealedTries } } } }`
    const lives = await Promise.all(
      [
        { who: people.bob, view: 'PUBLIC' },
        { who: people.owner, view: 'JURY_OPEN' },
      ].map(({ who, view }) => arena.site.subscribe(rows, { cid, view }, who)),
    )
    const heard = () => Promise.all(lives.map(async (live) => (await live.next()).data.scoreboardChanged))
    expect(await heard()).toMatchObject([
      { version: (await read(people.bob, cid)).version, goneUsernames: [], rows: [] },
      { rows: [] },
    ])
    await sent(people.ada, cid, problems.sum.id, 5)
    const row = { rank: 1, username: 'ada', total: 1, user: { username: 'ada' } }
    const cell = { displayId: 'A', solvedAtSecond: 300, sealedTries: 0 }
    expect((await heard()).map(({ rows }) => rows)).toEqual([
      [{ ...row, cells: [cell] }],
      [{ ...row, cells: [cell] }],
    ])
    await sent(people.bob, cid, problems.sum.id, 40)
    const [seen, known] = (await heard()).map(({ rows }) => rows)
    expect(seen).toMatchObject([
      { username: 'bob', total: 0, cells: [{ solvedAtSecond: null, sealedTries: 1 }] },
    ])
    expect(known).toMatchObject([{ username: 'bob', total: 1, cells: [{ solvedAtSecond: 2400 }] }])
    // What the board says besides its rows is read again.
    await put(cid, problems.path.id, 'B')
    expect((await heard())[0]).toMatchObject({ rows: null })
    for (const live of lives) live.close()

    const one = `query ($cid: Int!, $name: String!) { contest(number: $cid) {
      standing(username: $name) { rank total user { username } } } }`
    const standing = async (name: string, who: Person | null) => {
      const { data } = await arena.site.graphql(one, { cid, name }, who ?? {})
      return data.contest.standing
    }
    expect(await standing('ADA', people.bob)).toEqual({ rank: 1, total: 1, user: { username: 'ada' } })
    expect(await standing('bob', people.ada)).toMatchObject({ total: 0 })
    expect(await standing('team7', people.ada)).toBeNull()
    expect(await standing('ada', null)).toBeNull()
  })

  it('is told which usernames are gone when users are renamed or deleted', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    const people = await Promise.all(['old', 'left'].map((name) => addPerson(arena.site, name)))
    const [old, left] = people as [Person, Person]
    for (const person of people) await sent(person, cid, problems.sum.id, 5)
    const live = await arena.site.subscribe(
      'subscription ($cid: Int!) { scoreboardChanged(number: $cid, view: PUBLIC) { goneUsernames rows { username } } }',
      { cid },
      arena.people.bob,
    )
    const heard = async () => (await live.next()).data.scoreboardChanged
    expect(await heard()).toEqual({ goneUsernames: [], rows: [] })
    const root = contextOf(arena.site, arena.people.root)
    await changeAccount(root, old.id, { username: 'new' })
    expect(await heard()).toEqual({ goneUsernames: ['old'], rows: [{ username: 'new' }] })
    await endAccount(root, left.id)
    expect(await heard()).toEqual({ goneUsernames: ['left'], rows: [{ username: 'deleted user' }] })
    live.close()
  })

  it('is told of the first solution that another one becomes after a rejudging (contest-rules 5)', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    const first = await sent(people.ada, cid, problems.sum.id, 5)
    await sent(people.team7, cid, problems.sum.id, 6)
    await sent(people.bob, cid, problems.sum.id, 7)
    const live = await arena.site.subscribe(
      `subscription ($cid: Int!) { scoreboardChanged(number: $cid, view: PUBLIC) {
        rows { username cells { isFirst } } } }`,
      { cid },
      people.bob,
    )
    const heard = async () => (await live.next()).data.scoreboardChanged.rows
    expect(await heard()).toEqual([])
    const correct = (status: number) =>
      arena.call(people.owner, 'GET', `/api/admin/judge/manual-judge?submitId=${first.id}&status=${status}`)
    const row = (username: string, isFirst: boolean) => ({ username, cells: [{ isFirst }] })
    await correct(-1)
    expect(await heard()).toEqual([row('team7', true), row('ada', false)])
    await correct(0)
    expect(await heard()).toEqual([row('ada', true), row('team7', false)])
    live.close()
  })

  it('ends for those who may not see it any more, and goes on for the others', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    const refused = await follow(people.ada, cid, 'JURY')
    await expect(next(refused)).rejects.toThrow()
    const live = await follow(people.ada, cid)
    const owners = await follow(people.owner, cid)
    await Promise.all([next(live), next(owners)])
    const changed = await arena.call(people.owner, 'PUT', '/api/admin/contest', {
      id: cid,
      auth: 1,
      pwd: 'secret',
    })
    expect(changed.status).toBe(200)
    await expect(next(live)).rejects.toThrow()
    await next(owners)
    await sent(people.bob, cid, problems.sum.id, 7)
    expect((await next(owners)).changes?.rows).toHaveLength(1)
    for (const one of [refused, live, owners]) one.close()
  })

  it('ends with what organisers see for anyone who is one no longer', async () => {
    const cid = await makeContest({
      sealRank: true,
      sealRankTime: minutes(-30).toJSON(),
      autoRealRank: false,
    })
    await put(cid, problems.sum.id, 'A')
    const deputy = await addPerson(arena.site, 'deputy', { role: 'ROOT' })
    const open = await follow(deputy, cid, 'JURY_OPEN')
    const board = await next(open)
    expect(board.version).not.toBe('')
    const { prisma } = arena.site
    await prisma.user.update({ where: { id: deputy.id }, data: { role: 'USER' } })
    await emit(contextOf(arena.site, null), 'reader.changed', { userId: deputy.id })
    await expect(next(open)).rejects.toThrow()
    expect((await ask(deputy, cid, '?view=JURY_OPEN')).status).toBe(403)
    open.close()
  })
})

describe('a board and new officials', () => {
  const name = async (who: Person, role: 'ROOT' | 'USER') => {
    await arena.site.prisma.user.update({ where: { id: who.id }, data: { role } })
    await emit(contextOf(arena.site, null), 'reader.changed', { userId: who.id })
  }
  const rows = async (cid: number) => reckon(await read(people.bob, cid)).rows.map(({ username }) => username)

  it('leaves out who becomes one, also before they have sent anything (contest-rules.md 21)', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    const [early, late] = [await addPerson(arena.site, 'early'), await addPerson(arena.site, 'late')]
    await sent(people.ada, cid, problems.sum.id, 5)
    await sent(early, cid, problems.sum.id, 6)
    expect(await rows(cid)).toEqual(['ada', 'early'])
    await name(early, 'ROOT')
    await vi.waitFor(async () => expect(await rows(cid)).toEqual(['ada']))
    await name(late, 'ROOT')
    await sent(late, cid, problems.sum.id, 7)
    await sent(people.team7, cid, problems.sum.id, 8)
    await vi.waitFor(async () => expect(await rows(cid)).toEqual(['ada', 'team7']))
    await name(early, 'USER')
    await vi.waitFor(async () => expect(await rows(cid)).toEqual(['ada', 'early', 'team7']))
  })

  it('tells of somebody who is disqualified, and is told to no one when a stranger gets a role', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    await sent(people.ada, cid, problems.sum.id, 5)
    await sent(people.team7, cid, problems.sum.id, 8)
    const live = await follow(people.bob, cid)
    await next(live)
    await name(await addPerson(arena.site, 'stranger'), 'ROOT')
    const input = { contestId: globalId('Contest', cid), userId: globalId('User', people.team7.id) }
    const done = await arena.site.graphql(
      'mutation ($input: DisqualifyParticipantInput!) { disqualifyParticipant(input: $input) { __typename } }',
      { input: { ...input, isDisqualified: true, reason: 'x' } },
      people.owner,
    )
    expect(done.errors).toBeUndefined()
    expect((await next(live)).changes).not.toBeNull()
    expect(live.received).toEqual([])
    live.close()
  })
})
