import { afterAll, beforeAll, expect, it } from 'vitest'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { setStanding } from '../../support/groups.ts'
import { addJudged, hours, setTimes, timesInput } from '../../support/homework.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson } from '../../support/people.ts'
import {
  type Action,
  ADMINS,
  change,
  EVERYBODY,
  node,
  ROOTS,
  type Stage,
  testRoles,
  testStreams,
  tokenOf,
  type Who,
} from '../../support/roleTable.ts'
import { startSite } from '../../support/site.ts'

/** Every role × every action of homework × every door (area-rules T13). */

const stage = {} as Stage
let problemId = 0
let categoryId = 0

beforeAll(async () => {
  const site = await startSite({ LOG_LEVEL: 'silent' })
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  const own = { groupId: stage.group.id, visibility: 'GROUP' as const }
  problemId = (await addJudgeable(site, 'ALPHA1', own)).id
  const category = { name: 'Knots', nameKey: 'knots', color: '#335577' }
  categoryId = (await site.prisma.trainingCategory.create({ data: category })).id
})
afterAll(() => stage.site?.close())

/** Managers of the training of `author`, who is an admin of the group. */
const MANAGERS: readonly Who[] = ['author', ...ROOTS]

type Target = { id: string; number: number; uid: string }

/** A homework of `author` for one try of an action, with one problem. */
async function aim(): Promise<Target> {
  const { site, group, people } = stage
  const { id: number } = await site.prisma.training.create({
    data: {
      ...{ title: 'Tides', description: 'Of tides', categoryId },
      ...{ groupId: group.id, ownerId: people.author.id },
      homework: { create: { dueAt: hours(1), endsAt: hours(1) } },
      problems: { create: { problemId, rank: 1 } },
    },
  })
  return { id: globalId('Training', number), number, uid: people.member.id }
}

const ACTIONS: Record<string, Action<Target>> = {
  'sets its times': {
    who: MANAGERS,
    graph: ({ id }) => change('setHomework', { id, times: timesInput() }),
  },
  'ends it': {
    who: MANAGERS,
    graph: ({ id }) => change('setHomework', { id, times: null }),
  },
  'reads the results of all': {
    who: ADMINS,
    graph: ({ number }) => node('Training', number, 'matrix { username }'),
  },
  'grades a result': {
    who: ADMINS,
    graph: ({ id, uid }) => change('markTraining', { id, uid, problemNumber: problemId, points: 50 }),
  },
  'extends the due time of a student': {
    who: ADMINS,
    graph: ({ id, uid }) => change('extendHomework', { id, uid, dueAt: hours(5) }),
  },
  'reads the row of the student by its id': {
    who: ['member', ...ADMINS],
    graph: ({ number, uid }) => [
      'query ($id: ID!) { node(id: $id) { ... on MatrixRow { points } } }',
      { id: Buffer.from(`MatrixRow:${number}:${uid}`).toString('base64') },
    ],
  },
  'reads their own row': {
    who: ['member'],
    graph: ({ number }) => node('Training', number, 'viewerRow { points }'),
  },
}

testRoles(stage, aim, ACTIONS)

it.each(EVERYBODY)(
  'somebody who takes the results out as a spreadsheet is %s, if they may',
  async (person) => {
    const { number } = await aim()
    const { status } = await fetch(`${stage.site.url}/api/group/download-training-results?tid=${number}`, {
      headers: { authorization: tokenOf(stage, person) ?? '' },
    })
    expect(status === 200).toBe(ADMINS.includes(person))
  },
)

/** A submission of the student. */
const submitted = ({ uid }: Target) =>
  addJudged(stage.site, { userId: uid, problemId, groupId: stage.group.id }, 'ACCEPTED')

const following = (field: string, of: string) => (target: Target) =>
  [`subscription ($id: ID!) { ${field}(id: $id) { ${of} } }`, { id: target.id }] as const

testStreams(stage, aim, {
  'of the results of all': { who: ADMINS, text: following('matrixChanged', 'uid'), tell: submitted },
  'of their own row': { who: ['member'], text: following('viewerRowChanged', 'uid'), tell: submitted },
})

it('grades and extensions of a student go with their account', async () => {
  const { site, group, people } = stage
  const { number: trainingId } = await aim()
  const carl = await addPerson(site, 'carl')
  for (const { id: userId } of [carl, people.member]) {
    await setStanding(site, group, { id: userId }, 'MEMBER')
    await site.prisma.trainingMark.create({
      data: { trainingId, userId, problemId, points: 5, note: 'Oral' },
    })
    await site.prisma.homeworkExtension.create({
      data: { trainingId, userId, dueAt: hours(9), reason: 'ill' },
    })
  }
  const text = 'mutation ($input: EndAccountsInput!) { endAccounts(input: $input) { done } }'
  const input = { ids: [globalId('Account', carl.id)] }
  const { errors } = await site.graphql(text, { input }, { token: tokenOf(stage, 'siteRoot') })
  expect(errors).toBeUndefined()
  const left = { where: { trainingId }, select: { userId: true } }
  expect(await site.prisma.trainingMark.findMany(left)).toEqual([{ userId: people.member.id }])
  expect(await site.prisma.homeworkExtension.findMany(left)).toEqual([{ userId: people.member.id }])
})

it('times that were changed since an edit began are not overwritten by it', async () => {
  const { site } = stage
  const { number } = await aim()
  const token = tokenOf(stage, 'author') ?? ''
  const { version } = await site.prisma.training.findUniqueOrThrow({ where: { id: number } })
  const later = timesInput({ dueAt: hours(100).toISOString() })
  expect((await setTimes(site, token, number, later, version)).errors).toBeUndefined()
  for (const times of [timesInput({ closesReading: true }), null]) {
    const { errors } = await setTimes(site, token, number, times, version)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', version: version + 1 })
  }
  expect(await site.prisma.homework.findUnique({ where: { trainingId: number } })).toMatchObject({
    dueAt: new Date(later.dueAt),
    closesReading: false,
  })
})

it('an extension that was changed since an edit began is not overwritten by it', async () => {
  const { site } = stage
  const { id, number, uid } = await aim()
  const extend = async (given: object) => {
    const text = 'mutation ($input: ExtendHomeworkInput!) { extendHomework(input: $input) { id } }'
    const { errors } = await site.graphql(
      text,
      { input: { id, uid, ...given } },
      { token: tokenOf(stage, 'author') },
    )
    return errors?.[0]?.extensions?.code
  }
  const row = () => site.prisma.homeworkExtension.findFirst({ where: { trainingId: number } })
  expect(await extend({ dueAt: hours(5), basedOn: null })).toBeUndefined()
  expect(await extend({ dueAt: hours(6), basedOn: null })).toBe('CONFLICT')
  const basedOn = (await row())?.updatedAt
  expect(await extend({ dueAt: hours(7), reason: 'Illness', basedOn })).toBeUndefined()
  for (const dueAt of [hours(8), null]) expect(await extend({ dueAt, basedOn })).toBe('CONFLICT')
  expect(await row()).toMatchObject({ reason: 'Illness' })
  expect(await extend({ dueAt: null })).toBeUndefined()
  expect(await row()).toBeNull()
})

it('a mark that was changed since an edit began is not overwritten by it', async () => {
  const { site, people } = stage
  const { id, number, uid } = await aim()
  const mark = async (given: object) => {
    const text = 'mutation ($input: MarkTrainingInput!) { markTraining(input: $input) { id } }'
    const input = { id, uid, problemNumber: problemId, ...given }
    const { errors } = await site.graphql(text, { input }, { token: tokenOf(stage, 'author') })
    return errors?.[0]?.extensions?.code
  }
  const row = () =>
    site.prisma.trainingMark.findFirst({ where: { trainingId: number, userId: people.member.id } })
  expect(await mark({ points: 40, basedOn: new Date() })).toBe('CONFLICT')
  expect(await mark({ points: 40, basedOn: null })).toBeUndefined()
  expect(await mark({ points: 50, basedOn: null })).toBe('CONFLICT')
  const basedOn = (await row())?.updatedAt
  expect(await mark({ points: 60, note: 'Neat', basedOn })).toBeUndefined()
  for (const given of [{ points: 70 }, { points: null }])
    expect(await mark({ ...given, basedOn })).toBe('CONFLICT')
  expect(await row()).toMatchObject({ points: 60, note: 'Neat' })
  expect(await mark({ points: 80 })).toBeUndefined()
  expect(await row()).toMatchObject({ points: 80, note: '' })
})
