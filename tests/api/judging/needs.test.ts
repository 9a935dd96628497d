import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { needsOf, needsOfMaking, needsSql } from '#judge/needs.ts'
import { type CheckerSpec, type CheckingProgram, type JudgeTask, PRIORITY } from '#judge/protocol.ts'
import { rejudge } from '#server/modules/judging/rejudging.ts'
import { startTrial } from '#server/modules/judging/trial.ts'
import { switches } from '#server/modules/site/site.ts'
import { takeIn } from '#server/modules/submission/submission.ts'
import { type FakeHost, judgeNext, outcome, startFakeHost } from '../../support/fakeHost.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let alice: Person
/** Judged by a checker in Python, by an interactor in Python, by comparing. */
let problems: Record<'checked' | 'spoken' | 'plain', number>
const hosts: FakeHost[] = []

beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'chief', { role: 'ROOT' })
  alice = await addPerson(site, 'alice')
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  const python = { language: 'python3', source: '' }
  const [checked, spoken, plain] = [
    await addJudgeable(site, 'N1001'),
    await addJudgeable(site, 'N1002'),
    await addJudgeable(site, 'N1003'),
  ]
  await site.prisma.problem.update({
    where: { id: checked.id },
    data: { checker: { kind: 'program', ...python } },
  })
  await site.prisma.problem.update({ where: { id: spoken.id }, data: { interactor: python } })
  problems = { checked: checked.id, spoken: spoken.id, plain: plain.id }
  // Every claim of every job, whatever becomes of it.
  await site.prisma.$executeRaw`
    create table claimed ("at" serial primary key, "key" text, "host" text)`
  await site.prisma.$executeRaw`
    create function note_claim() returns trigger language plpgsql as $$ begin
      insert into claimed ("key", "host")
        select new."key", (select "name" from "JudgeHost" h where h."id" = new."locked_by");
      return null;
    end $$`
  await site.prisma.$executeRaw`
    create trigger note_claim after update on graphile_worker._private_jobs for each row
    when (old."locked_by" is null and new."locked_by" is not null and new."key" is not null)
    execute function note_claim()`
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.prisma.$executeRaw`delete from "Submission"`
  await site.prisma.$executeRaw`delete from graphile_worker._private_jobs`
  await site.prisma.$executeRaw`delete from claimed`
})
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.stop()
})

const start = async (options: Parameters<typeof startFakeHost>[1]) => {
  const host = await startFakeHost(site.databaseUrl, options)
  hosts.push(host)
  return host
}

const send = (problemId: number, language: string, lane: number = PRIORITY.practice) =>
  takeIn(contextOf(site, alice), { problem: { id: problemId }, language, source: '' }, lane)

/** Who claimed the job of each submission, in turn. */
async function claims(numbers: readonly number[]): Promise<string[]> {
  const rows = await site.prisma.$queryRaw<{ id: number; hosts: string }[]>`
    select s."id", string_agg(c."host", ' ' order by c."at") as "hosts"
    from claimed c join "Judgement" j on j."id" = c."key" join "Submission" s on s."judgementId" = j."id"
    group by s."id"`
  return numbers.map((number) => rows.find(({ id }) => id === number)?.hosts ?? '')
}

const waiting = async () => (await site.graphql('{ judging { waiting } }')).data.judging.waiting

it('work goes straight to a host that has all it needs', async () => {
  const c = await start({ name: 'c', languages: ['cpp17'], slots: 1, ahead: true })
  const python = await start({ name: 'python', languages: ['python3'], slots: 1 })
  const both = await start({ name: 'both', languages: ['cpp17', 'python3'], slots: 1 })
  // What only one host can do keeps it busy, so that everything else has to go elsewhere.
  const long = await send(problems.checked, 'cpp17')
  const busy = await both.takeSubmission(long)
  const numbers: number[] = []
  for (let i = 0; i < 10; i++) {
    for (const language of ['cpp17', 'python3']) numbers.push(await send(problems.plain, language))
    numbers.push(await send(problems.spoken, 'python3'))
  }
  const theirs = [await send(problems.checked, 'cpp17'), await send(problems.spoken, 'cpp17')]
  await Promise.all([judgeNext(c, 10), judgeNext(python, 20)])
  expect(await claims(numbers)).toEqual(Array(10).fill(['c', 'python', 'python']).flat())
  // Nobody else has touched what needs both, and it is seen to wait.
  expect(await claims([long, ...theirs])).toEqual(['both', '', ''])
  expect(await waiting()).toBe(2)
  busy.end(outcome('ACCEPTED'))
  expect(await judgeNext(both, 2)).toEqual(theirs)
  expect(await claims(theirs)).toEqual(['both', 'both'])
  const attempts = await site.prisma.judgement.findMany({ select: { attempt: true } })
  expect(attempts.every(({ attempt }) => attempt === 1)).toBe(true)
})

it('a host keeps the order of lanes and people across all that it can do', async () => {
  const both = await start({ name: 'both', languages: ['cpp17', 'python3'], slots: 1 })
  const first = await send(problems.plain, 'cpp17')
  const going = await both.takeSubmission(first)
  const again = [await send(problems.plain, 'cpp17', PRIORITY.rejudging)]
  const practice = [await send(problems.plain, 'cpp17'), await send(problems.checked, 'python3')]
  practice.push(await send(problems.spoken, 'cpp17'))
  const contest = [await send(problems.spoken, 'python3', PRIORITY.contest)]
  contest.push(await send(problems.plain, 'cpp17', PRIORITY.contest))
  going.end(outcome('ACCEPTED'))
  expect(await judgeNext(both, 6)).toEqual([...contest, ...practice, ...again])
})

it('a test run goes to a host that has its language, in the same order', async () => {
  const c = await start({ name: 'c', languages: ['cpp17'], slots: 1 })
  const python = await start({ name: 'python', languages: ['python3'], slots: 1 })
  const trial = (language: string) =>
    startTrial(contextOf(site, alice), {
      problem: { id: problems.checked },
      language,
      source: 'print(input())',
      input: '1',
      expected: null,
    })
  const sent = [await trial('python3'), await trial('python3'), await trial('cpp17')]
  const end = { ...outcome('ACCEPTED'), output: '', errorOutput: '' }
  for (const [i, host] of [python, python, c].entries()) {
    const taken = await host.takeTrial()
    expect(taken.task.trialId).toBe(sent[i]?.id)
    taken.end(end)
  }
  const rows = await site.prisma.$queryRaw`select "host" from claimed order by "key" = ${sent[2]?.id}, "at"`
  expect(rows).toEqual([{ host: 'python' }, { host: 'python' }, { host: 'c' }])
})

it('a submission that no host can judge stays queued until such a host connects', async () => {
  const c = await start({ name: 'c', languages: ['cpp17'], slots: 1 })
  const rust = await send(problems.plain, 'rust')
  const other = await send(problems.plain, 'cpp17')
  expect(await judgeNext(c, 1)).toEqual([other])
  expect(await claims([rust])).toEqual([''])
  expect(await waiting()).toBe(1)
  expect(await site.prisma.submission.findUnique({ where: { id: rust } })).toMatchObject({ state: 'QUEUED' })
  const fresh = await start({ name: 'fresh', languages: ['rust'], slots: 1 })
  expect(await judgeNext(fresh, 1)).toEqual([rust])
  expect(await claims([rust])).toEqual(['fresh'])
})

it('a submission that no host can judge in time is taken all the same, to report that', async () => {
  const rust = await send(problems.plain, 'rust')
  const checked = await send(problems.checked, 'cpp17')
  const c = await start({ name: 'c', languages: ['cpp17'], slots: 2, patience: 0 })
  expect((await judgeNext(c, 2)).sort()).toEqual([rust, checked].sort())
})

it('jobs of an older server say nothing of what they need, and find their host all the same', async () => {
  const numbers: number[] = []
  for (let i = 0; i < 5; i++)
    for (const language of ['cpp17', 'python3']) numbers.push(await send(problems.plain, language))
  await site.prisma.$executeRaw`update graphile_worker._private_jobs set "flags" = null`
  const c = await start({ name: 'c', languages: ['cpp17'], slots: 1 })
  const python = await start({ name: 'python', languages: ['python3'], slots: 1 })
  const judged = await Promise.all([judgeNext(c, 5), judgeNext(python, 5)])
  expect(judged.flat().sort()).toEqual([...numbers].sort())
  // A host that it was not for has said what it needs: nobody takes it in vain again.
  for (const [i, hosts] of (await claims(numbers)).entries()) {
    const right = i % 2 ? 'python' : 'c'
    const wrong = i % 2 ? 'c' : 'python'
    expect([right, `${wrong} ${right}`]).toContain(hosts)
  }
})

it('what is judged again says what it needs', async () => {
  const c = await start({ name: 'c', languages: ['cpp17'], slots: 1 })
  const python = await start({ name: 'python', languages: ['python3'], slots: 1 })
  const numbers = [await send(problems.plain, 'cpp17'), await send(problems.plain, 'python3')]
  await Promise.all([judgeNext(c, 1), judgeNext(python, 1)])
  await rejudge(contextOf(site, root), { problemId: problems.plain })
  await Promise.all([judgeNext(c, 1), judgeNext(python, 1)])
  expect(await claims(numbers)).toEqual(['c', 'python'])
})

it('the database reads the needs of a task as the site does', async () => {
  const program = (language: string): CheckingProgram => ({ language, source: '' })
  const checkers: CheckerSpec[] = [
    { kind: 'lines' },
    { kind: 'tokens', caseSensitive: true },
    { kind: 'program', ...program('c11') },
    { kind: 'program', ...program('cpp17') },
  ]
  const tasks = checkers.flatMap((checker) =>
    [
      null,
      program('go'),
      program('cpp17'),
      { ...program('go'), convention: 'polygon' as const },
      { ...program('go'), convention: 'kattis' as const },
    ].map((interactor) => ({ language: 'cpp17', checker, interactor })),
  )
  const trial: Partial<JudgeTask> & { language: string } = { language: 'java' }
  for (const task of [...tasks, trial]) {
    const [row] = await site.prisma.$queryRawUnsafe<{ needs: string[] }[]>(
      `select ${needsSql('$1::jsonb')} as "needs"`,
      JSON.stringify(task),
    )
    expect([...new Set(row?.needs)].sort()).toEqual(needsOf(task).sort())
  }
  const making = { languages: ['cpp17', 'python3'] }
  const [row] = await site.prisma.$queryRawUnsafe<{ needs: string[] }[]>(
    `select ${needsSql('$1::jsonb')} as "needs"`,
    JSON.stringify(making),
  )
  expect(row?.needs).toEqual(needsOfMaking(making))
})
