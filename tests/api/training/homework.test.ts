import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Verdict } from '#prisma/generated/enums.ts'
import type { MatrixCell } from '#server/shared/training/matrixCell.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { setStanding } from '../../support/groups.ts'
import { addJudged, hours, setTimes, timesInput } from '../../support/homework.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import type { Stage } from '../../support/roleTable.ts'
import { type Loose, type Site, startSite } from '../../support/site.ts'
import { cellsOf } from '../../support/spreadsheets.ts'

/** Homework: times that decide what counts, extensions, marks, the matrix and its spreadsheet (area-rules T13). */

const stage = {} as Stage
let site: Site
let ben: Person
const problems = { first: 0, second: 0, public: 0 }
let training = 0

const MATRIX = `query ($number: Int!) { training(number: $number) { viewerCanGrade
  matrix { uid username cells solvedCount tries lateCount points lastAt extension { dueAt reason }
    stuck { problemNumber tries days } } } }`
type Row = {
  uid: string
  username: string
  cells: MatrixCell[]
  solvedCount: number
  tries: number
  lateCount: number
  points: number
  extension: { dueAt: string; reason: string } | null
  stuck: { problemNumber: number; tries: number; days: number } | null
}

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  ben = await addPerson(site, 'ben')
  await setStanding(site, stage.group, ben, 'MEMBER')
  const own = { groupId: stage.group.id, visibility: 'GROUP' as const }
  problems.first = (await addJudgeable(site, 'ALPHA1', own)).id
  problems.second = (await addJudgeable(site, 'ALPHA2', own)).id
  problems.public = (await addJudgeable(site, 'P1')).id
})
afterAll(() => site?.close())

beforeEach(async () => {
  await site.prisma.submission.deleteMany()
  training = await addTraining()
})

async function addTraining(fields: object = {}): Promise<number> {
  const category = await site.prisma.trainingCategory.upsert({
    where: { nameKey: 'knots' },
    create: { name: 'Knots', nameKey: 'knots', color: '#335577' },
    update: {},
  })
  const { id } = await site.prisma.training.create({
    data: {
      title: 'Week 1',
      description: 'Of week 1',
      categoryId: category.id,
      groupId: stage.group.id,
      ownerId: stage.people.author.id,
      ...fields,
    },
  })
  for (const [at, problemId] of Object.values(problems).entries())
    await site.prisma.trainingProblem.create({ data: { trainingId: id, problemId, rank: at + 1 } })
  return id
}

const teacher = () => stage.people.author.token
const student = () => stage.people.member

const send = (
  who: Person,
  problem: keyof typeof problems,
  verdict: Verdict,
  createdAt: Date,
  fields: object = {},
) =>
  addJudged(
    site,
    {
      userId: who.id,
      problemId: problems[problem],
      groupId: problem === 'public' ? null : stage.group.id,
    },
    verdict,
    { createdAt, ...fields },
  )

async function matrix(number = training): Promise<Record<string, Row>> {
  const { data, errors } = await site.graphql(MATRIX, { number }, { token: teacher() })
  expect(errors).toBeUndefined()
  return Object.fromEntries((data.training.matrix as Row[]).map((row) => [row.username, row]))
}

const cellIn = (row: Row | undefined, problem: keyof typeof problems) =>
  row?.cells.find((cell) => cell.problem === problems[problem])

describe('area-rules T13: opening and due times decide what counts', () => {
  it('before the opening, in time and too late', async () => {
    await setTimes(site, teacher(), training, timesInput({ opensAt: hours(-10), dueAt: hours(-2) }))
    await send(student(), 'first', 'ACCEPTED', hours(-11))
    await send(student(), 'second', 'WRONG_ANSWER', hours(-5))
    await send(student(), 'second', 'ACCEPTED', hours(-4))
    await send(student(), 'public', 'ACCEPTED', hours(-1))
    const row = (await matrix())[student().username]
    expect(cellIn(row, 'first')).toBeUndefined()
    expect(cellIn(row, 'second')).toMatchObject({ verdict: 'ACCEPTED', tries: 1, points: 100, isLate: false })
    expect(cellIn(row, 'public')).toMatchObject({ isLate: true, counts: false, points: 0 })
    expect(row).toMatchObject({ solvedCount: 1, points: 100, tries: 3, lateCount: 1 })
  })

  it('late submissions are marked, and count as far as the teacher lets them', async () => {
    const late = { dueAt: hours(-5), latePercent: 80, lateUntil: hours(-2) }
    await setTimes(site, teacher(), training, timesInput(late))
    await send(student(), 'first', 'ACCEPTED', hours(-3))
    await send(student(), 'second', 'ACCEPTED', hours(-1))
    const row = (await matrix())[student().username]
    expect(cellIn(row, 'first')).toMatchObject({ isLate: true, counts: true, points: 80 })
    expect(cellIn(row, 'second')).toMatchObject({ isLate: true, counts: false, points: 0 })
    expect(row).toMatchObject({ solvedCount: 1, lateCount: 2, points: 80 })
  })

  it('the points of a try in time stay when a late one earns less', async () => {
    const id = (
      await addJudgeable(site, 'ALPHAOI', { groupId: stage.group.id, visibility: 'GROUP', scoring: 'OI' })
    ).id
    await site.prisma.problem.update({ where: { id }, data: { fullScore: 200 } })
    await site.prisma.trainingProblem.create({ data: { trainingId: training, problemId: id, rank: 9 } })
    await setTimes(site, teacher(), training, timesInput({ dueAt: hours(-5), latePercent: 30 }))
    const of = { userId: student().id, problemId: id, groupId: stage.group.id }
    await addJudged(site, of, 'PARTIALLY_ACCEPTED', { createdAt: hours(-6), score: 140 })
    await addJudged(site, of, 'ACCEPTED', { createdAt: hours(-4), score: 200 })
    const row = (await matrix())[student().username]
    expect(row?.cells).toMatchObject([{ verdict: 'ACCEPTED', isLate: true, counts: true, points: 70 }])
  })

  it('an extension moves the due time of one student, and may be taken back', async () => {
    await setTimes(site, teacher(), training, timesInput({ dueAt: hours(-5) }))
    await send(student(), 'first', 'ACCEPTED', hours(-3))
    await send(ben, 'first', 'ACCEPTED', hours(-3))
    const extend = (dueAt: Date | null) =>
      site.graphql(
        'mutation ($input: ExtendHomeworkInput!) { extendHomework(input: $input) { id } }',
        { input: { id: globalId('Training', training), uid: ben.id, dueAt, reason: 'ill' } },
        { token: teacher() },
      )
    expect((await extend(hours(-6))).errors?.[0]?.extensions?.fields).toEqual({
      dueAt: 'Choose a later time',
    })
    expect((await extend(hours(-2))).errors).toBeUndefined()
    const rows = await matrix()
    expect(cellIn(rows[student().username], 'first')).toMatchObject({ counts: false })
    expect(cellIn(rows.ben, 'first')).toMatchObject({ isLate: false, counts: true, points: 100 })
    expect(rows.ben?.extension).toMatchObject({ reason: 'ill' })
    const entry = await site.prisma.auditEntry.findFirst({ where: { action: 'training.extended' } })
    expect(entry).toMatchObject({ groupId: stage.group.id, subject: `Training:${training}` })
    await extend(null)
    expect(cellIn((await matrix()).ben, 'first')).toMatchObject({ counts: false })
  })

  it('the rank of a private training counts the same', async () => {
    const closed = await addTraining({ access: 'PRIVATE', password: 'sesame' })
    for (const { id } of [student(), ben])
      await site.prisma.trainingRegistration.create({
        data: { trainingId: closed, userId: id, registeredAt: hours(-20) },
      })
    const solved = async () => {
      const rows = await site.prisma.trainingRegistration.findMany({ where: { trainingId: closed } })
      return Object.fromEntries(rows.map(({ userId, solved }) => [userId, solved]))
    }
    await send(student(), 'first', 'ACCEPTED', hours(-11))
    await send(student(), 'second', 'ACCEPTED', hours(-4))
    await send(ben, 'first', 'ACCEPTED', hours(-1))
    expect(await solved()).toEqual({ [student().id]: 2, [ben.id]: 1 })
    await setTimes(site, teacher(), closed, timesInput({ opensAt: hours(-10), dueAt: hours(-2) }))
    expect(await solved()).toEqual({ [student().id]: 1, [ben.id]: 0 })
    await setTimes(site, teacher(), closed, timesInput({ dueAt: hours(-2), latePercent: 50 }))
    expect(await solved()).toEqual({ [student().id]: 2, [ben.id]: 1 })
    await setTimes(site, teacher(), closed, timesInput({ opensAt: hours(-10), dueAt: hours(-2) }))
    await send(ben, 'second', 'ACCEPTED', hours(-1))
    expect(await solved()).toEqual({ [student().id]: 1, [ben.id]: 0 })
    await setTimes(site, teacher(), closed, null)
    expect(await solved()).toEqual({ [student().id]: 2, [ben.id]: 2 })
  })

  it('refuses times in the wrong order, and trainings of the site', async () => {
    const wrong = await setTimes(site, teacher(), training, timesInput({ opensAt: hours(2) }))
    expect(wrong.errors?.[0]?.extensions?.fields).toEqual({ dueAt: 'Choose a later time' })
    const late = await setTimes(
      site,
      teacher(),
      training,
      timesInput({ latePercent: 10, lateUntil: hours(0) }),
    )
    expect(late.errors?.[0]?.extensions?.fields).toEqual({ lateUntil: 'Choose a later time' })
    const ofSite = await addTraining({ groupId: null, ownerId: stage.people.siteRoot.id })
    const answer = await setTimes(site, stage.people.siteRoot.token, ofSite, timesInput())
    expect(answer.errors?.[0]?.extensions?.code).toBe('HOMEWORK_OF_GROUPS')
  })
})

describe('area-rules T13: reading stays open unless the teacher closes it', () => {
  const READ = 'query ($number: Int!) { training(number: $number) { lookBar problems { rank } } }'
  const read = async (token: string) => {
    const { data } = await site.graphql(READ, { number: training }, { token })
    return [data.training.lookBar, data.training.problems?.length ?? null]
  }

  it('is open before and after its times', async () => {
    await setTimes(site, teacher(), training, timesInput({ opensAt: hours(0.5) }))
    expect(await read(student().token)).toEqual([null, 3])
    await setTimes(site, teacher(), training, timesInput({ dueAt: hours(-1) }))
    expect(await read(student().token)).toEqual([null, 3])
  })

  it('closes outside its times for students through every door, not for its managers', async () => {
    const times = timesInput({ opensAt: hours(0.5), closesReading: true })
    const { token } = student()
    const line = await site.subscribe(
      'subscription ($id: ID!) { trainingChanged(id: $id) { lookBar } }',
      { id: globalId('Training', training) },
      { token },
    )
    await setTimes(site, teacher(), training, times)
    expect((await line.next()).data).toEqual({ trainingChanged: { lookBar: 'HOMEWORK_CLOSED' } })
    line.close()
    expect(await read(token)).toEqual(['HOMEWORK_CLOSED', null])
    expect(await read(teacher())).toEqual([null, 3])
    const list = await site.rest('GET', `/api/get-training-problem-list?tid=${training}`, { token })
    expect(list.status).toBe(403)
    const sent = await site.rest('POST', '/api/submit-problem-judge', {
      token,
      body: {
        pid: 'ALPHA1',
        tid: training,
        language: 'C++ 17',
        code: 'int main() { return 0; } // long enough',
      },
    })
    expect(sent.status).toBe(403)
    // Grades stay readable.
    const own = 'query ($number: Int!) { training(number: $number) { viewerRow { points } } }'
    const { data } = await site.graphql(own, { number: training }, { token })
    expect(data.training.viewerRow).toEqual({ points: 0 })
    await setTimes(site, teacher(), training, { ...times, opensAt: hours(-1) })
    expect(await read(token)).toEqual([null, 3])
  })

  it('tells students nothing of its problems before it opens', async () => {
    await site.prisma.homework.deleteMany()
    await setTimes(site, teacher(), training, timesInput({ opensAt: hours(0.5), closesReading: true }))
    const solved = async (token: string) => {
      const query = 'query ($number: Int!) { training(number: $number) { viewerSolvedCount } }'
      return (await site.graphql(query, { number: training }, { token })).data.training.viewerSolvedCount
    }
    const follow = (field: string, type: string, id: number) =>
      site.subscribe(
        `subscription ($id: ID!) { ${field} }`,
        { id: globalId(type, id) },
        { token: student().token },
      )
    const row = await follow('viewerRowChanged(id: $id) { tries }', 'Training', training)
    const book = await follow('gradebookChanged(groupId: $id) { change }', 'Group', stage.group.id)
    await send(student(), 'second', 'WRONG_ANSWER', new Date())
    await send(student(), 'second', 'ACCEPTED', new Date())
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect([row.received, book.received]).toEqual([[], []])
    expect(await solved(student().token)).toBe(0)
    await setTimes(site, teacher(), training, timesInput({ opensAt: hours(-1), closesReading: true }))
    expect((await row.next()).data.viewerRowChanged.tries).toBeGreaterThan(0)
    expect(await solved(student().token)).toBeGreaterThan(0)
    for (const line of [row, book]) line.close()
  })

  it('opens and closes at its times, live', async () => {
    const opensAt = new Date(Date.now() + 1500)
    await setTimes(site, teacher(), training, timesInput({ opensAt, closesReading: true }))
    const { token } = student()
    const line = await site.subscribe(
      'subscription ($id: ID!) { trainingChanged(id: $id) { lookBar } }',
      { id: globalId('Training', training) },
      { token },
    )
    // The times themselves may be told late, too.
    for (;;) if ((await line.next()).data.trainingChanged.lookBar === null) break
    expect(Date.now()).toBeGreaterThanOrEqual(opensAt.getTime())
    line.close()
  })
})

describe("the class: a teacher's points and notes", () => {
  const mark = (input: object, token = teacher()) =>
    site.graphql(
      'mutation ($input: MarkTrainingInput!) { markTraining(input: $input) { id } }',
      { input: { id: globalId('Training', training), uid: ben.id, problemNumber: problems.first, ...input } },
      { token },
    )

  it('stand in place of the earned points, are marked and audited, and go', async () => {
    await send(ben, 'first', 'ACCEPTED', hours(-3))
    expect((await mark({ points: 60, note: 'Explain the loop' })).errors).toBeUndefined()
    const marked = (await matrix()).ben
    expect(cellIn(marked, 'first')).toMatchObject({
      verdict: 'ACCEPTED',
      points: 60,
      mark: { points: 60, note: 'Explain the loop', by: stage.people.author.username },
    })
    const entry = await site.prisma.auditEntry.findFirst({
      where: { action: 'training.marked' },
      orderBy: { id: 'desc' },
    })
    expect(entry).toMatchObject({ groupId: stage.group.id, actorId: stage.people.author.id })
    expect(entry?.details).toMatchObject({ userId: ben.id, after: { points: 60 } })
    await mark({ note: ' ' })
    expect(cellIn((await matrix()).ben, 'first')).toMatchObject({ points: 100, mark: null })
  })

  it('may stand where nothing was submitted; the student alone sees them besides the teachers', async () => {
    await mark({ points: 10 })
    const own =
      'query ($number: Int!) { training(number: $number) { viewerRow { points cells } matrix { uid } } }'
    const { data } = await site.graphql(own, { number: training }, { token: ben.token })
    expect(data.training).toMatchObject({ matrix: null, viewerRow: { points: 10 } })
    const other = await site.graphql(own, { number: training }, { token: student().token })
    expect(other.data.training.viewerRow).toMatchObject({ points: 0, cells: [] })
  })

  it('are refused for people and problems that are not of the training, and above 100', async () => {
    const stranger = await mark({ uid: stage.people.stranger.id, points: 1 })
    expect(stranger.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    const elsewhere = await addJudgeable(site, `Q${training}`)
    expect((await mark({ problemNumber: elsewhere.id, points: 1 })).errors?.[0]?.extensions?.code).toBe(
      'NOT_FOUND',
    )
    expect((await mark({ points: 101 })).errors?.[0]?.extensions?.fields).toEqual({ points: 'At most 100' })
  })
})

describe('the matrix', () => {
  it('shows the plain members of the group, of a private training those who registered', async () => {
    expect(Object.keys(await matrix()).sort()).toEqual(['ben', student().username].sort())
    const closed = await addTraining({ access: 'PRIVATE', password: 'sesame' })
    await site.prisma.trainingRegistration.create({ data: { trainingId: closed, userId: ben.id } })
    expect(Object.keys(await matrix(closed))).toEqual(['ben'])
  })

  it('does not count what was sent in a contest, in another group or before the registration', async () => {
    const other = await site.prisma.group.create({
      data: {
        ...{ name: `Other ${training}`, nameKey: `other ${training}`, brief: '', description: '' },
        ...{ shortName: `o${training}`, shortNameKey: `o${training}`, ownerId: ben.id },
      },
    })
    await send(ben, 'first', 'WRONG_ANSWER', hours(-3), { groupId: other.id })
    expect((await matrix()).ben?.cells).toEqual([])
    const closed = await addTraining({ access: 'PRIVATE', password: 'sesame' })
    await send(ben, 'first', 'WRONG_ANSWER', hours(-3))
    await send(ben, 'second', 'ACCEPTED', hours(-3))
    await site.prisma.trainingRegistration.create({
      data: { trainingId: closed, userId: ben.id, registeredAt: hours(-1) },
    })
    const row = (await matrix(closed)).ben
    expect(row?.cells).toMatchObject([{ problem: problems.second, verdict: 'ACCEPTED' }])
  })

  it('tells who is stuck: five tries at a problem, and no acceptance for two days', async () => {
    for (let at = 0; at < 6; at++) await send(ben, 'first', 'WRONG_ANSWER', hours(-80 + at))
    for (let at = 0; at < 4; at++) await send(student(), 'first', 'WRONG_ANSWER', hours(-80 + at))
    const rows = await matrix()
    expect(rows.ben?.stuck).toEqual({ problemNumber: problems.first, tries: 6, days: 3 })
    expect(rows[student().username]?.stuck).toBeNull()
    await send(ben, 'second', 'ACCEPTED', hours(-1))
    expect((await matrix()).ben?.stuck).toBeNull()
  })

  it('streams the row of a student with each verdict, and ends when the teacher leaves', async () => {
    const { admin } = stage.people
    const line = await site.subscribe(
      'subscription ($id: ID!) { matrixChanged(id: $id) { change uid row { solvedCount tries cells } } }',
      { id: globalId('Training', training) },
      { token: admin.token },
    )
    await send(ben, 'first', 'ACCEPTED', new Date())
    let told: Loose = await line.next()
    while (told.data.matrixChanged.row?.solvedCount !== 1) told = await line.next()
    expect(told.data.matrixChanged).toMatchObject({ change: 'CHANGED', uid: ben.id, row: { tries: 1 } })
    await setStanding(site, stage.group, admin, 'MEMBER')
    await expect(
      (async () => {
        for (;;) await line.next()
      })(),
    ).rejects.toThrow('the subscription ended')
    await setStanding(site, stage.group, admin, 'ADMIN')
  })

  it('leaves as a spreadsheet, with marks; texts that begin like formulas stay texts', async () => {
    await site.prisma.user.update({ where: { id: ben.id }, data: { realname: '=1+1' } })
    await setTimes(site, teacher(), training, timesInput({ dueAt: hours(-2), latePercent: 50 }))
    await send(ben, 'first', 'WRONG_ANSWER', hours(-3))
    await send(ben, 'first', 'ACCEPTED', hours(-1))
    await site.prisma.trainingMark.create({
      data: { trainingId: training, userId: ben.id, problemId: problems.second, points: 30, note: 'Oral' },
    })
    const file = await fetch(`${site.url}/api/group/download-training-results?tid=${training}`, {
      headers: { Authorization: teacher(), 'Accept-Language': 'en-US' },
    })
    expect(file.headers.get('content-disposition')).toContain('.xlsx')
    const rows = await cellsOf(Buffer.from(await file.arrayBuffer()))
    const row = rows.find(([username]) => username === 'ben')
    // Empty cells are left out: the student number and the extension.
    expect(row).toEqual([
      ...['ben', '=1+1', '1', '80', '2', '1', '50'],
      expect.stringMatching(/^\+1 .*Late$/),
      ...['30', '[graded by –] Oral'],
    ])
    const refused = await site.rest('GET', `/api/group/download-training-results?tid=${training}`, {
      token: student().token,
    })
    expect(refused.status).toBe(403)
  })
})
