import { beforeAll, describe, expect, it } from 'vitest'
import { openContestSite } from '../../support/contestSite.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { filesOf } from '../../support/spreadsheets.ts'

/**
 * The record of a contest in the formats of other programs. Each file is ranked here by the rules of its format alone,
 * and gives the board of this site.
 */

const arena = openContestSite()
const { people, problems, call, makeContest, put, sent } = arena

const WRONG = { verdict: 'WRONG_ANSWER', score: 0, oiRankScore: 0 } as const
const COMPILE_ERROR = { verdict: 'COMPILE_ERROR', score: null } as const

const ask = (who: Person | null, cid: number, format: string, more = '') =>
  fetch(`${arena.site.url}/api/file/download-contest-record?cid=${cid}&format=${format}${more}`, {
    headers: who ? { authorization: who.token } : {},
  })

let idle: Person

beforeAll(async () => {
  idle = await addPerson(arena.site, 'idle')
})

/** A contest that is over: rival disqualified, bob starred, idle registered without a submission. */
async function heldContest() {
  const now = Date.now()
  const before = (minutes: number) => new Date(now - minutes * 60_000).toJSON()
  const cid = await makeContest({
    title: `"Ω" <cup> ${Math.random()}`,
    startTime: before(300),
    endTime: before(10),
    duration: 290 * 60,
    sealRank: true,
    sealRankTime: before(60),
    autoRealRank: false,
    starAccount: ['bob'],
    awardType: 2,
    awardConfigList: [
      { priority: 1, name: 'First prize', background: '#e6bf25', color: '#fff', num: 1 },
      { priority: 2, name: 'Second prize', background: '#c0c0c0', color: '#fff', num: 1 },
    ],
  })
  await put(cid, problems.sum.id, 'A')
  await put(cid, problems.path.id, 'B')
  await sent(people.bob, cid, problems.sum.id, 3)
  await sent(people.ada, cid, problems.sum.id, 5, WRONG)
  await sent(people.ada, cid, problems.sum.id, 6, COMPILE_ERROR)
  await sent(people.ada, cid, problems.sum.id, 10.5)
  await sent(people.ada, cid, problems.sum.id, 11, WRONG)
  await sent(people.team7, cid, problems.path.id, 250, WRONG)
  await sent(people.team7, cid, problems.path.id, 280)
  await sent(people.rival, cid, problems.path.id, 1)
  await sent(people.ada, cid, problems.path.id, 295)
  await arena.site.prisma.user.update({ where: { id: people.ada.id }, data: { school: 'Shore, "North"' } })
  for (const [person, disqualifiedAt] of [
    [people.rival, new Date()],
    [idle, null],
  ] as const)
    await arena.site.prisma.participation.create({
      data: { contestId: cid, userId: person.id, registeredAt: new Date(), disqualifiedAt },
    })
  // A short colour is written out.
  const first = { contestId: cid, displayId: 'A' }
  await arena.site.prisma.contestProblem.updateMany({ where: first, data: { color: '#f00' } })
  return cid
}

/** An entry of run.json. */
type Run = { team_id: string; problem_id: number; timestamp: number; status: string }

type Try = { team: string; problem: number | string; ms: number; verdict: 'solved' | 'costly' | 'free' }

/** Rows by the ICPC's rule in seconds, best first: team, solved problems, penalty (s). */
function rankedBy(teams: readonly string[], tries: readonly Try[]) {
  const row = (team: string) => {
    const own = tries.filter((one) => one.team === team)
    let [solved, penalty] = [0, 0]
    for (const problem of new Set(own.map((one) => one.problem))) {
      const sent = own.filter((one) => one.problem === problem)
      const first = sent.findIndex(({ verdict }) => verdict === 'solved')
      if (first < 0) continue
      const costly = sent.slice(0, first).filter(({ verdict }) => verdict === 'costly').length
      solved++
      penalty += Math.floor((sent[first]?.ms ?? 0) / 1000) + costly * 1200
    }
    return [team, solved, penalty] as const
  }
  return teams.map(row).sort((one, other) => other[1] - one[1] || one[2] - other[2])
}

const expected = () => [
  [people.bob.id, 1, 180],
  [people.ada.id, 1, 630 + 1200],
  [people.team7.id, 1, 280 * 60 + 1200],
  [idle.id, 0, 0],
]

describe('the record of an ACM contest', () => {
  it('is an event feed of the Contest API whose objects stand after those they refer to', async () => {
    const cid = await heldContest()
    const answer = await ask(people.owner, cid, 'CLICS')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment;filename=contest_${cid}_event-feed.ndjson`,
    )
    const lines = (await answer.text()).trimEnd().split('\n')
    const events = lines.map((line) => JSON.parse(line))
    expect(new Set(events.map(({ token }) => token)).size).toBe(lines.length)
    const all = (wanted: string) => events.filter(({ type }) => type === wanted).map(({ data }) => data)
    const [info] = all('contest')
    expect(info).toMatchObject({
      duration: '4:50:00.000',
      scoreboard_freeze_duration: '0:50:00.000',
      penalty_time: 20,
      scoreboard_type: 'pass-fail',
    })
    const seen = new Set<string>()
    for (const { type, id, data } of events) {
      for (const [name, value] of Object.entries(data)) {
        const [, noun] =
          /^(judgement_type|language|problem|team|organization|submission)_id$/.exec(name) ?? []
        const collection = `${noun}s`.replace('_', '-')
        if (noun) expect(seen, `${name} ${value}`).toContain(`${collection} ${value}`)
      }
      if (id === null) continue
      expect(id).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,35}$/)
      expect(data.id).toBe(id)
      seen.add(`${type} ${id}`)
    }
    const types = new Map(all('judgement-types').map((type) => [type.id, type]))
    const submissions = new Map(all('submissions').map((one) => [one.id, one]))
    const tries = all('judgements').map(({ submission_id, judgement_type_id }): Try => {
      const { team_id, problem_id, contest_time } = submissions.get(submission_id)
      const [hours, minutes, seconds] = contest_time.split(':').map(Number)
      const { solved, penalty } = types.get(judgement_type_id)
      const verdict = solved ? 'solved' : penalty ? 'costly' : 'free'
      return {
        team: team_id,
        problem: problem_id,
        ms: ((hours * 60 + minutes) * 60 + seconds) * 1000,
        verdict,
      }
    })
    expect(
      rankedBy(
        all('teams').map(({ id }) => id),
        tries,
      ),
    ).toEqual(expected())
    expect(all('problems').map(({ label, rgb, ordinal }) => [label, rgb, ordinal])).toEqual([
      ['A', '#ff0000', 1],
      ['B', '#ff0000', 2],
    ])
    expect(all('organizations')).toMatchObject([{ name: 'Shore, "North"' }])
    expect(all('awards')).toEqual([
      { id: 'gold-medal', citation: 'First prize', team_ids: [people.ada.id] },
      { id: 'silver-medal', citation: 'Second prize', team_ids: [people.team7.id] },
      { id: 'first-to-solve-A', citation: 'First to solve problem A', team_ids: [people.bob.id] },
      { id: 'first-to-solve-B', citation: 'First to solve problem B', team_ids: [people.team7.id] },
    ])
    const stars = all('teams').filter(({ group_ids }) => group_ids[0] === 'unofficial')
    expect(stars.map(({ label }) => label)).toEqual(['bob'])
  })

  /** States of the event feed of a contest, in its order. */
  const statesOf = async (cid: number): Promise<Record<string, string | null>[]> => {
    const lines = (await (await ask(people.owner, cid, 'CLICS')).text()).trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line)).flatMap(({ type, data }) => (type === 'state' ? [data] : []))
  }

  it('ends its updates only after the thaw, each change of state in the order of the Contest API', async () => {
    const cid = await heldContest()
    const frozen = await statesOf(cid)
    expect(frozen.map(({ finalized }) => finalized !== null)).toEqual([false, true])
    for (const state of frozen) expect(state).toMatchObject({ thawed: null, end_of_updates: null })
    await arena.site.prisma.contest.update({
      where: { id: cid },
      data: { thawsAt: new Date(), version: { increment: 1 } },
    })
    const thawed = await statesOf(cid)
    const set = thawed.map((state) => Object.keys(state).filter((name) => state[name] !== null))
    expect(set).toEqual([
      ['started', 'frozen', 'ended'],
      ['started', 'frozen', 'ended', 'thawed'],
      ['started', 'frozen', 'ended', 'thawed', 'finalized'],
      ['started', 'frozen', 'ended', 'thawed', 'finalized', 'end_of_updates'],
    ])
    const times = Object.values(thawed.at(-1) ?? {}).map((time) => Date.parse(time ?? ''))
    expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other))
  })

  it('has what the Contest API requires of languages, problems and submissions, and no count of hidden tests', async () => {
    const cid = await heldContest()
    await sent(people.ada, cid, problems.path.id, 20, { language: 'java' })
    const feedOf = async (who: Person) => {
      const lines = (await (await ask(who, cid, 'CLICS')).text()).trimEnd().split('\n')
      const events = lines.map((line) => JSON.parse(line))
      return (wanted: string) => events.filter(({ type }) => type === wanted).map(({ data }) => data)
    }
    const all = await feedOf(people.root)
    expect(all('languages')).toEqual([
      { id: 'cpp17', name: 'C++ 17', extensions: ['cpp', 'cc', 'cxx', 'c++'], entry_point_required: false },
      { id: 'java', name: 'Java', extensions: ['java'], entry_point_required: false },
    ])
    for (const one of all('submissions')) expect(one).toMatchObject({ entry_point: null, files: [] })
    const of = (problem: { time_limit: number; test_data_count: number }) => [
      problem.time_limit,
      problem.test_data_count,
    ]
    const { caseCount } = await arena.site.prisma.testset.findFirstOrThrow({
      where: { current: { some: { id: problems.sum.id } } },
    })
    expect(caseCount).toBeGreaterThan(0)
    expect(all('problems').map(of)).toEqual([
      [1, caseCount],
      [1, caseCount],
    ])
    // The owner of the contest manages none of its problems.
    expect((await feedOf(people.owner))('problems').map(of)).toEqual([
      [1, 0],
      [1, 0],
    ])
  })

  it('is the three files of the XCPCIO board', async () => {
    const cid = await heldContest()
    const answer = await ask(people.owner, cid, 'XCPCIO')
    const files = await filesOf(Buffer.from(await answer.arrayBuffer()))
    const [config, team, run] = ['config.json', 'team.json', 'run.json'].map((name) =>
      JSON.parse(files[name] ?? ''),
    )
    expect(config).toMatchObject({
      penalty: 1200,
      frozen_time: 3000,
      problem_id: ['A', 'B'],
      balloon_color: [
        { background_color: '#ff0000', color: '#ffffff' },
        { background_color: '#ff0000', color: '#ffffff' },
      ],
      medal: { official: { gold: 1, silver: 1 } },
    })
    expect(config.end_time - config.start_time).toBe(290 * 60)
    const tries = run.map(({ team_id, problem_id, timestamp, status }: Run): Try => {
      const verdict = status === 'ACCEPTED' ? 'solved' : status === 'COMPILATION_ERROR' ? 'free' : 'costly'
      return { team: team_id, problem: problem_id, ms: timestamp, verdict }
    })
    expect(rankedBy(Object.keys(team), tries)).toEqual(expected())
    expect(team[people.bob.id]).toMatchObject({ name: 'bob', unofficial: true })
    expect(team[people.bob.id]).not.toHaveProperty('official')
  })

  it('is a Standard Ranklist in the order of the board', async () => {
    const cid = await heldContest()
    const list = await (await ask(people.owner, cid, 'SRK')).json()
    const rows = list.rows.map(
      ({ user, score }: { user: { id: string }; score: { value: number; time: [number, string] } }) => [
        user.id,
        score.value,
        score.time[0],
      ],
    )
    expect(rows).toEqual(expected())
    const [bob, ada, team7, none] = list.rows
    expect(bob.user.official).toBe(false)
    expect(bob.statuses[0]).toMatchObject({ result: 'FB', time: [180, 's'], tries: 1 })
    expect(ada.user.organization).toBe('Shore, "North"')
    expect(ada.statuses[0]).toEqual({
      result: 'AC',
      time: [630, 's'],
      tries: 2,
      solutions: [
        { result: 'WA', time: [300, 's'] },
        { result: 'CE', time: [360, 's'] },
        { result: 'AC', time: [630, 's'] },
        { result: 'WA', time: [660, 's'] },
      ],
    })
    expect(team7.statuses[1]).toMatchObject({ result: 'FB', tries: 2 })
    expect(none.statuses).toEqual([{ result: null }, { result: null }])
    expect(list.series[0].rule.options.count.value).toEqual([1, 1])
  })

  it('shares a first solution among the teams of its second, and forgets dropped registrations (contest-rules 5, 16)', async () => {
    const cid = await makeContest({ auth: 1, pwd: 'sesame' })
    await put(cid, problems.sum.id, 'A')
    for (const who of [people.ada, people.bob, people.team7, idle])
      await call(who, 'POST', '/api/register-contest', { cid, password: 'sesame' })
    await sent(people.ada, cid, problems.sum.id, 5.001)
    await sent(people.bob, cid, problems.sum.id, 5.016)
    await sent(people.ada, cid, problems.sum.id, 5.016)
    await sent(people.team7, cid, problems.sum.id, 5.017)
    const rowsOf = async () =>
      (await (await ask(people.owner, cid, 'SRK')).json()).rows.map(
        ({ user, statuses }: { user: { name: string }; statuses: { result: string | null }[] }) => [
          user.name,
          statuses[0]?.result,
        ],
      )
    const solved = [
      ['ada', 'FB'],
      ['bob', 'FB'],
      ['team7', 'AC'],
    ]
    expect(await rowsOf()).toEqual([...solved, ['idle', null]])
    const events = (await (await ask(people.owner, cid, 'CLICS')).text()).trimEnd().split('\n')
    const awards = events.map((line) => JSON.parse(line)).filter(({ id }) => /^first/.test(id))
    expect(awards.map(({ data }) => data.team_ids)).toEqual([[people.ada.id, people.bob.id]])
    await call(people.owner, 'PUT', '/api/admin/contest', { id: cid, pwd: 'other' })
    expect(await rowsOf()).toEqual(solved)
  })

  it('leaves out stars where asked, and is for organisers of ACM contests alone', async () => {
    const cid = await heldContest()
    const list = await (await ask(people.owner, cid, 'SRK', '&removeStar=true')).json()
    expect(list.rows.map(({ user }: { user: { name: string } }) => user.name)).toEqual([
      'ada',
      'team7',
      'idle',
    ])
    expect((await ask(null, cid, 'SRK')).status).toBe(401)
    for (const who of [people.ada, people.rival]) expect((await ask(who, cid, 'SRK')).status).toBe(403)
    const oi = await makeContest({ type: 1 })
    const refused = await ask(people.owner, oi, 'CLICS')
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('ACM')
    expect((await ask(people.owner, cid, 'PDF')).status).toBe(400)
    expect((await call(people.owner, 'GET', '/api/file/download-contest-record')).http).toBe(400)
  })

  it('has no end while the contest runs, and is empty before anybody submits', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, '队')
    const events = (await (await ask(people.owner, cid, 'CLICS')).text()).trimEnd().split('\n')
    const state = events.map((line) => JSON.parse(line)).filter(({ type }) => type === 'state')
    expect(state).toHaveLength(1)
    expect(state[0].data).toMatchObject({ ended: null, finalized: null, end_of_updates: null })
    expect(events.join()).toContain('"id":"problem-1"')
    const list = await (await ask(people.owner, cid, 'SRK')).json()
    expect(list.rows).toEqual([])
  })
})
