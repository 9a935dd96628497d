import { describe, expect, it } from 'vitest'
import { PRIORITY } from '#judge/protocol.ts'
import { startFakeHost } from '../../support/fakeHost.ts'
import { ENDED, openMakings } from '../../support/making.ts'
import type { Person } from '../../support/people.ts'

const makings = openMakings()
const { act, seen, follow, prepared, good, until } = makings

/** A prepared problem, and a stress test of its two solutions. */
async function asked(change: object = {}) {
  const { id, problemId } = await prepared(change)
  const rows = await makings.room.site.prisma.solution.findMany({ where: { problemId: id } })
  const number = (name: string) => rows.find((one) => one.name === name)?.id ?? 0
  const input = { problemId, line: 'gen 10 {seed}', first: number('main'), second: number('wrong') }
  return { id, problemId, input }
}
const start = (input: object, asking?: Person | null) => act('startStress', input, asking)

/** What a host reports of an input on which the solutions differ. */
async function difference(input: string) {
  const first = await good(1, input, 'right')
  const second = { ...(await good(2, input, 'left')), verdict: 'WRONG_ANSWER' as const }
  return [first, { ...second, fault: 'SOLUTIONS_DIFFER' as const, message: 'they differ' }]
}

describe('a stress test', () => {
  it('tells the seed under way, what it found, and makes a case of it', async () => {
    const { id, problemId, input } = await asked()
    const live = await follow(problemId)
    await until(live, (making) => making === null)
    const { row } = await start({ ...input, firstSeed: 5, seconds: 30 })
    expect(row.making).toMatchObject({
      kind: 'STRESS',
      verdict: null,
      startedBy: { username: 'keeper' },
      cases: [],
      stress: {
        line: 'gen 10 {seed}',
        firstName: 'main',
        secondName: 'wrong',
        tried: 0,
        seed: 5,
        finding: null,
      },
    })
    const { task, report, end } = await makings.room.host.takeMaking()
    expect(task).toMatchObject({
      generators: [{ name: 'gen.cpp' }],
      validators: [{ name: 'validator' }],
      cases: [],
      solution: { name: 'main' },
      stress: { generator: 'gen.cpp', words: ['10', '{seed}'], firstSeed: 5, tried: 0, ms: 30_000 },
    })
    report({ kind: 'tried', tried: 12, spentMs: 900 })
    const going = await until(live, (making) => making?.stress?.tried === 12)
    expect(going.making).toMatchObject({
      state: 'RUNNING',
      stress: { seed: 17, spentMs: 900, finding: null },
    })
    report({ kind: 'tried', tried: 20, spentMs: 1000 })
    for (const made of await difference('7 8\n')) report({ kind: 'made', made })
    end(ENDED)
    const { making } = await until(live, (making) => making?.state === 'DONE')
    expect(making.stress).toMatchObject({
      tried: 20,
      seed: 25,
      finding: {
        seed: 25,
        command: 'gen 10 25',
        isUsable: true,
        inputBytes: 4,
        sides: [
          { name: 'main', fault: null, outputBytes: 5 },
          { name: 'wrong', fault: 'SOLUTIONS_DIFFER', verdict: 'WRONG_ANSWER', message: 'they differ' },
        ],
      },
    })
    expect(making.texts).toMatchObject({ input: '7 8\n', answer: 'left' })
    expect((await seen(problemId)).testset.caseCount).toBe(2)

    // As cases that are made, it cannot be accepted; as one case it can, once.
    expect((await act('acceptMaking', { id: making.id })).code).toBe('MAKING_UNFINISHED')
    for (let times = 0; times < 2; times++) {
      const { row } = await act('useStressCase', { id: making.id })
      expect(row.testset.cases).toMatchObject([
        {},
        {},
        { input: { name: 'stress-25.in', bytes: 4 }, answer: { bytes: 5 } },
      ])
      expect(row.making.acceptedAt).toEqual(expect.any(String))
    }
    expect(await makings.room.site.prisma.testset.count({ where: { problemId: id } })).toBe(2)
    live.close()
  })

  it('gives a new case a share of points that are shared evenly, and changes no others', async () => {
    const { answer, input } = { input: '1 2\n', answer: '3\n' }
    const scored = (caseMode: string, ...groups: [subtask: number, score: number][]) => ({
      scoring: 'OI',
      caseMode,
      testcases: groups.map(([subtask, score]) => ({ input, answer, subtask, score })),
    })
    const cases: [before: object, after: [subtask: number, score: number][]][] = [
      [scored('ALL', [0, 50], [0, 50]), [33, 33, 34].map((score) => [0, score])],
      [scored('ALL', [0, 30], [0, 70]), [30, 70, 0].map((score) => [0, score])],
      [
        scored('SUBTASK_LOWEST', [2, 60], [1, 40]),
        [
          [2, 60],
          [1, 40],
          [2, 60],
        ],
      ],
    ]
    for (const [before, after] of cases) {
      const { problemId, input } = await asked({ change: before })
      const live = await follow(problemId)
      await start(input)
      const { report, end } = await makings.room.host.takeMaking()
      for (const made of await difference('7 8\n')) report({ kind: 'made', made })
      end(ENDED)
      const { making } = await until(live, (making) => making?.state === 'DONE')
      live.close()
      const { row } = await act('useStressCase', { id: making.id })
      expect(
        row.testset.cases.map(({ subtask, score }: { subtask: number; score: number }) => [subtask, score]),
      ).toEqual(after)
    }
  })

  it('is not dropped by cases that somebody wants made or checked meanwhile', async () => {
    const { problemId, input } = await asked({ script: 'gen 1' })
    const { row } = await start(input)
    for (const kind of ['MAKE', 'CHECK'])
      expect((await act('startMaking', { problemId, kind })).code).toBe('MAKING_GOES_ON')
    expect((await seen(problemId)).making).toMatchObject({ id: row.making.id, kind: 'STRESS' })
    await act('cancelMaking', { id: row.making.id })
    expect((await act('startMaking', { problemId, kind: 'MAKE' })).row.making).toMatchObject({ kind: 'MAKE' })
    for (let times = 0; times < 2; times++) (await makings.room.host.takeMaking()).end(ENDED)
    await expect.poll(async () => (await seen(problemId)).making.state).toBe('DONE')
  })

  it('runs once for a problem and three times for a user, reports errors of its line, and can be cancelled', async () => {
    const { problemId, input } = await asked()
    const line = async (line: string) => (await start({ ...input, line })).error?.extensions
    expect(await line('gen 10')).toMatchObject({ fields: { line: expect.stringMatching(/^Enter one line/) } })
    expect(await line('gen {seed}\ngen 2 {seed}')).toMatchObject({
      fields: { line: expect.stringMatching(/^Enter one line/) },
    })
    expect(await line('gen {seed} > 3')).toMatchObject({
      fields: { line: expect.stringMatching(/^Enter one line/) },
    })
    expect(await line('big {seed}')).toMatchObject({ fields: { line: 'No generator is called “big”.' } })
    const same = await start({ ...input, second: input.first })
    expect(same.error?.extensions).toMatchObject({ fields: { second: 'Choose two different solutions.' } })
    const strange = await start({ ...input, second: (await asked()).input.second })
    expect(strange.error?.extensions).toMatchObject({ fields: { second: 'Choose one of the options' } })
    const long = await start({ ...input, seconds: 301 })
    expect(long.error?.extensions).toMatchObject({ fields: { seconds: 'At most 300' } })
    expect((await act('startMaking', { problemId, kind: 'STRESS' })).code).toBe('INVALID_INPUT')

    const others = await Promise.all([asked(), asked(), asked()])
    const { row } = await start(input)
    expect((await start(input)).code).toBe('MAKING_GOES_ON')
    expect((await start(others[0].input)).code).toBeUndefined()
    expect((await start(others[1].input)).code).toBeUndefined()
    expect((await start(others[2].input)).code).toBe('MAKING_TOO_MANY')
    // Behind what is submitted, and each behind the one before.
    const jobs = await makings.room.site.prisma.$queryRaw<{ priority: number }[]>`
      select "priority" from graphile_worker._private_jobs where "key" in (
        select "id" from "Making" where "state" <> 'DONE') order by "priority"`
    expect(jobs.map(({ priority }) => priority - PRIORITY.practice)).toEqual([0, 1, 2])
    const stopped = await act('cancelMaking', { id: row.making.id })
    expect(stopped.row.making).toMatchObject({ state: 'DONE', verdict: 'CANCELLED' })
    expect((await start(others[2].input)).code).toBeUndefined()
    // A host that is at one that was cancelled finds out with its next report.
    for (let times = 0; times < 4; times++) (await makings.room.host.takeMaking()).end(ENDED)
    for (const { problemId } of others)
      await expect.poll(async () => (await seen(problemId)).making.state).toBe('DONE')
  })

  it('offers no case where a program failed or a validator refuses the input', async () => {
    const { problemId, input } = await asked()
    const live = await follow(problemId)
    const { row } = await start(input)
    expect((await act('useStressCase', { id: row.making.id })).code).toBe('MAKING_UNFINISHED')
    const { report, end } = await makings.room.host.takeMaking()
    report({ kind: 'made', made: { ...(await good(1, '0')), fault: 'INPUT_REFUSED', message: 'n is 0' } })
    end(ENDED)
    const { making } = await until(live, (making) => making?.state === 'DONE')
    expect(making.stress.finding).toMatchObject({
      isUsable: false,
      sides: [{ fault: 'INPUT_REFUSED', message: 'n is 0' }],
    })
    expect((await act('useStressCase', { id: making.id })).code).toBe('STRESS_NOTHING')
    live.close()
  })

  it('is begun, seen and used by nobody but those who manage the problem, whichever way they come', async () => {
    const { id, problemId, input } = await asked()
    const live = await follow(problemId)
    const { row } = await start(input)
    const { report, end } = await makings.room.host.takeMaking()
    for (const made of await difference('1')) report({ kind: 'made', made })
    end(ENDED)
    await until(live, (making) => making?.state === 'DONE')
    live.close()
    const key = row.making.id
    const rest = async (path: string, body: object | null, asking: Person | null) => {
      const response = await fetch(`${makings.room.site.url}/api/admin/problem/${path}`, {
        headers: { 'content-type': 'application/json', ...(asking && { authorization: asking.token }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      return (await response.json()) as { status: number; data: { key: string; found: { name: string }[] } }
    }
    const { id: number } = await makings.room.site.prisma.making.findUniqueOrThrow({
      where: { problemId: id },
    })
    const call = { pid: id, line: input.line, first: input.first, second: input.second }
    for (const asking of [null, makings.room.people.alice, makings.other]) {
      expect((await start(input, asking)).code).toBe(asking === null ? 'UNAUTHENTICATED' : 'FORBIDDEN')
      expect(['UNAUTHENTICATED', 'NOT_FOUND']).toContain(
        (await act('useStressCase', { id: key }, asking)).code,
      )
      expect((await seen(problemId, asking))?.making ?? null).toBeNull()
      const { data } = await makings.room.site.graphql(
        'query ($id: ID!) { node(id: $id) { ... on Making { stress { line finding { command } } } } }',
        { id: key },
        asking ?? {},
      )
      expect(data?.node ?? null).toBeNull()
      const statuses = [
        await rest('stress', call, asking),
        await rest(`stress?pid=${id}`, null, asking),
        await rest('use-stress-case', { key: number }, asking),
      ].map(({ status }) => status)
      const expected =
        asking === null ? [401, 401, 401] : asking === makings.other ? [403, 404, 404] : [403, 403, 403]
      expect(statuses).toEqual(expected)
    }
    const { chief } = makings.room.people
    expect((await rest(`stress?pid=${id}`, null, chief)).data).toMatchObject({
      key: number,
      verdict: 'ACCEPTED',
      line: input.line,
      usable: true,
      found: [{ name: 'main' }, { name: 'wrong', fault: 'SOLUTIONS_DIFFER' }],
    })
    expect((await rest('use-stress-case', { key: number }, chief)).status).toBe(200)
    expect((await seen(problemId)).testset.caseCount).toBe(3)
    expect((await rest('stress', call, chief)).status).toBe(200)
    const again = await makings.room.host.takeMaking()
    again.end(ENDED)
  })
})

it('lets others go first after each turn, and goes on where it was', async () => {
  const { problemId, input } = await asked()
  const live = await follow(problemId)
  await start(input)
  for (let turn = 0; turn < 25; turn++) {
    const { task, report, end } = await makings.room.host.takeMaking()
    expect(task.stress).toMatchObject({ tried: 10 * turn, spentMs: 100 * turn })
    report({ kind: 'tried', tried: 10 * turn + 10, spentMs: 100 * turn + 100 })
    end({ ...ENDED, isPaused: true })
  }
  const last = await makings.room.host.takeMaking()
  last.end(ENDED)
  const { making } = await until(live, (making) => making?.state === 'DONE')
  expect(making).toMatchObject({ verdict: 'ACCEPTED', stress: { tried: 250, seed: 251, finding: null } })
  live.close()
})

// The last one, because it ends the host of the others.
it('goes on with another host from the seed that the lost one told last', async () => {
  const { problemId, input } = await asked()
  const live = await follow(problemId)
  await start(input)
  const first = await makings.room.host.takeMaking()
  first.report({ kind: 'tried', tried: 33, spentMs: 2000 })
  await until(live, (making) => making?.stress?.tried === 33)
  const second = await startFakeHost(makings.room.site.databaseUrl, { name: 'second' })
  const stopping = makings.room.host.stop()
  const { task, end } = await second.takeMaking()
  expect(task.stress).toMatchObject({ tried: 33, spentMs: 2000 })
  first.report({ kind: 'tried', tried: 99, spentMs: 9000 })
  end(ENDED)
  const { making } = await until(live, (making) => making?.state === 'DONE')
  expect(making.stress.tried).toBe(33)
  live.close()
  await stopping
  await second.stop()
})
