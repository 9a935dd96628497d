import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { setStanding } from '../../support/groups.ts'
import { addJudged, hours } from '../../support/homework.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import {
  ADMINS,
  EVERYBODY,
  MEMBERS,
  node,
  type Stage,
  testRoles,
  testStreams,
  tokenOf,
} from '../../support/roleTable.ts'
import { type Loose, startSite } from '../../support/site.ts'
import { cellsOf } from '../../support/spreadsheets.ts'

/** Results of all homework of a group in one table (area-rules T13). */

const stage = {} as Stage
let ann: Person
let problems: number[] = []
let categoryId = 0

beforeAll(async () => {
  const site = await startSite({ LOG_LEVEL: 'silent' })
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  const own = { groupId: stage.group.id, visibility: 'GROUP' as const }
  problems = [(await addJudgeable(site, 'ALPHA1', own)).id, (await addJudgeable(site, 'ALPHA2', own)).id]
  const category = { name: 'Knots', nameKey: 'knots', color: '#335577' }
  categoryId = (await site.prisma.trainingCategory.create({ data: category })).id
  ann = await addPerson(site, 'ann')
  await site.prisma.user.update({ where: { id: ann.id }, data: { realname: 'Ann Other', number: '7' } })
  await setStanding(site, stage.group, ann, 'MEMBER')
})
afterAll(() => stage.site?.close())
beforeEach(async () => {
  await stage.site.prisma.submission.deleteMany()
  await stage.site.prisma.training.deleteMany()
})

type Work = { due?: number; isPrivate?: boolean; visible?: boolean; times?: boolean; problemIds?: number[] }

/** Homework of the group; `due`: hours from now. */
async function assign(title: string, given: Work = {}): Promise<number> {
  const { due = -1, isPrivate = false, visible = true, times = true, problemIds = problems } = given
  const { id } = await stage.site.prisma.training.create({
    data: {
      ...{ title, description: '', categoryId, visible },
      ...{ groupId: stage.group.id, ownerId: stage.people.author.id },
      ...(isPrivate && { access: 'PRIVATE' as const, password: 'knot' }),
      ...(times && { homework: { create: { dueAt: hours(due), endsAt: hours(due) } } }),
      problems: { create: problemIds.map((problemId, rank) => ({ problemId, rank })) },
    },
  })
  return id
}

const solved = (userId: string, problemId = problems[0] ?? 0) =>
  addJudged(stage.site, { userId, problemId, groupId: stage.group.id }, 'ACCEPTED', { createdAt: hours(-2) })

const FIELDS = 'viewerGrades trainings { title } rows { username sharesPercent meanPercent }'

async function gradebook(token: string | null): Promise<Loose> {
  const text = `query ($n: Int!) { group(number: $n) { gradebook { ${FIELDS} } } }`
  const { data, errors } = await stage.site.graphql(text, { n: stage.group.id }, { token })
  return data?.group?.gradebook ?? errors
}

const rowOf = async (username: string) =>
  (await gradebook(stage.people.admin.token)).rows.find((row: Loose) => row.username === username)

describe('the gradebook', () => {
  it('has the share of the points of each homework by due time, and the mean of what is due', async () => {
    await assign('Open', { due: 5 })
    await assign('Past', { due: -1 })
    await solved(ann.id)
    const { viewerGrades, trainings } = await gradebook(stage.people.admin.token)
    expect(viewerGrades).toBe(true)
    expect(trainings.map(({ title }: Loose) => title)).toEqual(['Past', 'Open'])
    expect(await rowOf('ann')).toMatchObject({ sharesPercent: [50, 50], meanPercent: 50 })
    // The second problem was solved after the first homework was due.
    await addJudged(
      stage.site,
      { userId: ann.id, problemId: problems[1] ?? 0, groupId: stage.group.id },
      'ACCEPTED',
    )
    expect(await rowOf('ann')).toMatchObject({ sharesPercent: [50, 100], meanPercent: 50 })
    expect(await rowOf(stage.people.member.username)).toMatchObject({
      sharesPercent: [0, 0],
      meanPercent: 0,
    })
  })

  it('counts marks of teachers, and waits with the mean for a student whose time was extended', async () => {
    const trainingId = await assign('Past', { problemIds: problems.slice(0, 1) })
    const of = { trainingId, userId: ann.id }
    await stage.site.prisma.trainingMark.create({
      data: { ...of, problemId: problems[0] ?? 0, points: 85, note: '' },
    })
    expect(await rowOf('ann')).toMatchObject({ sharesPercent: [85], meanPercent: 85 })
    await stage.site.prisma.homeworkExtension.create({ data: { ...of, dueAt: hours(3), reason: 'ill' } })
    expect(await rowOf('ann')).toMatchObject({ sharesPercent: [85], meanPercent: null })
    expect(await rowOf(stage.people.member.username)).toMatchObject({ meanPercent: 0 })
  })

  it('leaves out hidden trainings, those without times or problems, and students of other work', async () => {
    await assign('Hidden', { visible: false })
    await assign('Practice', { times: false })
    await assign('Empty', { problemIds: [] })
    const trainingId = await assign('Private', { isPrivate: true })
    await assign('Public', { due: -0.5 })
    await stage.site.prisma.trainingRegistration.create({ data: { trainingId, userId: ann.id } })
    const { trainings } = await gradebook(stage.people.admin.token)
    expect(trainings.map(({ title }: Loose) => title)).toEqual(['Private', 'Public'])
    expect(await rowOf('ann')).toMatchObject({ sharesPercent: [0, 0] })
    expect(await rowOf(stage.people.member.username)).toMatchObject({ sharesPercent: [null, 0] })
  })

  it('shows plain members their own row alone', async () => {
    await assign('Past')
    await solved(ann.id)
    expect(await gradebook(ann.token)).toMatchObject({
      viewerGrades: false,
      rows: [{ username: 'ann', sharesPercent: [50] }],
    })
  })

  it('is empty before the first homework', async () => {
    for (const { token } of [stage.people.admin, ann])
      expect(await gradebook(token)).toMatchObject({ trainings: [], rows: [] })
  })

  it('is a spreadsheet for those who grade, where a title is no formula', async () => {
    await assign('=1+1')
    await solved(ann.id)
    const file = await fetch(`${stage.site.url}/api/group/download-gradebook?gid=${stage.group.id}`, {
      headers: { Authorization: stage.people.admin.token, 'accept-language': 'en-US' },
    })
    const [head, ...rows] = await cellsOf(Buffer.from(await file.arrayBuffer()))
    expect(head).toEqual(['User name', 'Real name', 'Student number', 'Mean (%)', '=1+1'])
    expect(rows).toContainEqual(['ann', 'Ann Other', '7', '50', '50'])
  })

  it.each(EVERYBODY)('is a spreadsheet for %s, if they grade', async (person) => {
    const { status } = await fetch(`${stage.site.url}/api/group/download-gradebook?gid=${stage.group.id}`, {
      headers: { authorization: tokenOf(stage, person) ?? '' },
    })
    expect(status === 200).toBe(ADMINS.includes(person))
  })
})

/** Homework for one try of an action. */
async function aim(): Promise<{ id: string; uid: string }> {
  await stage.site.prisma.training.deleteMany()
  await assign('Past')
  return { id: globalId('Group', stage.group.id), uid: stage.people.member.id }
}

testRoles(stage, aim, {
  'reads the gradebook': {
    who: MEMBERS,
    graph: () => node('Group', stage.group.id, 'gradebook { viewerGrades rows { username } }'),
  },
  'reads the row of the student by its id': {
    who: ['member', ...ADMINS],
    graph: ({ uid }) => [
      'query ($id: ID!) { node(id: $id) { ... on GradebookRow { sharesPercent } } }',
      { id: Buffer.from(`GradebookRow:${stage.group.id}:${uid}`).toString('base64') },
    ],
  },
})

testStreams(stage, aim, {
  'of the rows that they see': {
    who: MEMBERS,
    text: ({ id }) => [
      'subscription ($id: ID!) { gradebookChanged(groupId: $id) { row { username } } }',
      { id },
    ],
    tell: ({ uid }) => solved(uid),
  },
})

describe('the stream of a gradebook', () => {
  const follow = (token: string) =>
    stage.site.subscribe<Loose>(
      'subscription ($id: ID!) { gradebookChanged(groupId: $id) { change row { username sharesPercent } } }',
      { id: globalId('Group', stage.group.id) },
      { token },
    )

  it('tells a student of no other one, and everybody to reload when homework is assigned', async () => {
    await assign('Past')
    const { member, admin } = stage.people
    const [ofMember, ofAdmin] = [await follow(member.token), await follow(admin.token)]
    await solved(ann.id)
    expect((await ofAdmin.next()).data.gradebookChanged).toEqual({
      change: 'CHANGED',
      row: { username: 'ann', sharesPercent: [50] },
    })
    const trainingId = await assign('New')
    const text = 'mutation ($input: SetHomeworkInput!) { setHomework(input: $input) { id } }'
    const times = { dueAt: hours(9), latePercent: 0, closesReading: false }
    const input = { id: globalId('Training', trainingId), times }
    expect((await stage.site.graphql(text, { input }, stage.people.root)).errors).toBeUndefined()
    // The first that the member hears is the new homework, and no result of the other student.
    expect((await ofMember.next()).data.gradebookChanged).toMatchObject({ change: 'RESET' })
    ofMember.close()
    ofAdmin.close()
  })

  it('has a student reload for an extension, because the due times stand beside the row', async () => {
    const trainingId = await assign('Past')
    const line = await follow(ann.token)
    const text = 'mutation ($input: ExtendHomeworkInput!) { extendHomework(input: $input) { id } }'
    const input = { id: globalId('Training', trainingId), uid: ann.id, dueAt: hours(9) }
    expect((await stage.site.graphql(text, { input }, stage.people.root)).errors).toBeUndefined()
    expect((await line.next()).data.gradebookChanged).toEqual({ change: 'RESET', row: null })
    line.close()
  })
})
