import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeLesson } from '#server/modules/lesson/saving.ts'
import { switches } from '#server/modules/site/site.ts'
import { type FakeHost, startFakeHost } from '../../support/fakeHost.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Code of a lesson that runs as a trial: area-rules L12. */

let site: Site
let host: FakeHost
let root: Person
let ada: Person
let bob: Person
let lessonId: number
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  ada = await addPerson(site, 'ada')
  bob = await addPerson(site, 'bob')
  await pace(0)
  lessonId = await addLesson()
  host = await startFakeHost(site.databaseUrl)
})
afterAll(async () => {
  await host?.stop()
  await site?.close()
})

const pace = (submitIntervalSeconds: number) => switches.set(contextOf(site, root), { submitIntervalSeconds })
let made = 0
/** A lesson as those of the seed are: without a video. */
const addLesson = async (parentId: number | null = null) => {
  const key = `sums-${++made}`
  const data = { key, keyLower: key, rank: 1, parentId, title: 'Sums', article: '```python\nprint(1)\n```' }
  return (await site.prisma.lesson.create({ data })).id
}

const TRIAL = 'id state verdict input expected output errorOutput judgeMode'
const RUN = `mutation ($input: RunLessonCodeInput!) { runLessonCode(input: $input) { ${TRIAL} } }`
const WATCH = `subscription ($id: ID!) { trialChanged(id: $id) { ${TRIAL} } }`
const NODE = 'query ($id: ID!) { node(id: $id) { ... on Trial { input output } } }'

const run = (as: Person | null = ada, more: object = {}) =>
  site.graphql(
    RUN,
    {
      input: {
        ...{ lessonId: globalId('Lesson', lessonId), language: 'python3', source: 'print(1 + 1)' },
        ...{ input: '', ...more },
      },
    },
    as ?? {},
  )
const codeOf = ({ errors }: { errors?: { extensions?: Record<string, unknown> }[] }) =>
  errors?.[0]?.extensions?.code ?? null
const idOf = (globalTrial: string) => Buffer.from(globalTrial, 'base64').toString().split(':')[1] ?? ''
const report = {
  verdict: 'ACCEPTED',
  timeMs: 4,
  memoryKb: 900,
  output: '2\n',
  errorOutput: '',
  message: null,
} as const

describe('L12: code of a lesson', () => {
  it('L12: runs with plain limits, and tells the result live', async () => {
    const { data } = await run()
    expect(data.runLessonCode).toMatchObject({
      input: '',
      expected: null,
      output: null,
      judgeMode: 'DEFAULT',
    })
    const live = await site.subscribe(WATCH, { id: data.runLessonCode.id }, ada)
    const taken = await host.takeTrial()
    expect(taken.task).toMatchObject({
      ...{ language: 'python3', source: 'print(1 + 1)', input: '', expected: null, fileIo: null },
      limits: { timeMs: 1000, memoryMb: 256 },
    })
    taken.end(report)
    for (;;) {
      const { trialChanged } = (await live.next()).data
      if (trialChanged.state !== 'DONE') continue
      expect(trialChanged).toMatchObject({ verdict: 'ACCEPTED', output: '2\n' })
      break
    }
    await live.close()
  })

  it('L12: refuses guests, unknown lessons, and code that no problem would take', async () => {
    expect(codeOf(await run(null))).toBe('UNAUTHENTICATED')
    for (const id of [globalId('Lesson', 999_999), globalId('Problem', lessonId), globalId('Lesson', 'x')])
      expect([id, codeOf(await run(ada, { lessonId: id }))]).toEqual([id, 'NOT_FOUND'])
    // The second one is a language of another judge.
    for (const language of ['brainfuck', 'hdu-0'])
      expect([language, codeOf(await run(ada, { language }))]).toEqual([language, 'LANGUAGE_NOT_OFFERED'])
    expect(codeOf(await run(ada, { source: '  ' }))).toBe('CODE_EMPTY')
    expect(codeOf(await run(ada, { input: 'x'.repeat(1001) }))).toBe('TRIAL_INPUT_TOO_LONG')
    expect(codeOf(await run(ada, { input: 'a\0b' }))).toBe('INVALID_INPUT')
  })

  it('L12: shares the rate limit of other trials', async () => {
    await pace(60)
    expect(codeOf(await run(bob))).toBeNull()
    expect(codeOf(await run(bob))).toBe('SUBMIT_TOO_SOON')
    await pace(0)
  })

  it('L12: is closed while judging is', async () => {
    await switches.set(contextOf(site, root), { openPublicJudge: false })
    expect(codeOf(await run())).toBe('JUDGING_CLOSED')
    await switches.set(contextOf(site, root), { openPublicJudge: true })
  })

  it('L12: is visible to its user alone, through every door', async () => {
    const { data } = await run(ada, { input: '7' })
    const { id } = data.runLessonCode
    expect((await site.graphql(NODE, { id }, ada)).data.node).toEqual({ input: '7', output: null })
    for (const who of [bob, root, {}]) {
      expect((await site.graphql(NODE, { id }, who)).data?.node ?? null).toBeNull()
      const live = await site.subscribe(WATCH, { id }, who)
      const first = await live.next().catch((errors) => ({ errors }))
      expect(JSON.stringify(first.errors)).toContain('NOT_FOUND')
    }
    const rest = (as: Person) =>
      site.rest('GET', `/api/get-test-judge-result?testJudgeKey=${idOf(id)}`, { token: as.token })
    expect((await rest(ada)).data).toMatchObject({ status: 5 })
    expect((await rest(bob)).status).toBe(404)
    await site.prisma.trial.update({ where: { id: idOf(id) }, data: { state: 'DONE', ...report } })
    expect((await rest(ada)).data).toMatchObject({ userOutput: '2\n', problemJudgeMode: 'default' })
  })

  it('L12: is removed with the lesson, and with the account', async () => {
    const other = await addLesson(lessonId)
    const { data } = await run(ada, { lessonId: globalId('Lesson', other) })
    await removeLesson(contextOf(site, root), other)
    expect((await site.graphql(NODE, { id: data.runLessonCode.id }, ada)).data.node).toBeNull()
    expect(await site.prisma.trial.count({ where: { id: idOf(data.runLessonCode.id) } })).toBe(0)
    const leaver = await addPerson(site, 'leaver')
    await run(leaver)
    await site.prisma.user.delete({ where: { id: leaver.id } })
    expect(await site.prisma.trial.count({ where: { userId: leaver.id } })).toBe(0)
  })
})
