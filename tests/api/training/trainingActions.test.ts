import { afterAll, beforeAll, beforeEach } from 'vitest'
import { emit } from '#server/events.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { globalId } from '../../support/judgeable.ts'
import { contextOf } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import {
  type Action,
  ADMINS,
  change,
  MEMBERS,
  node,
  ROOTS,
  type Stage,
  testRoles,
  testStreams,
  type Who,
} from '../../support/roleTable.ts'
import { startSite } from '../../support/site.ts'

/** Every role × every action of trainings of a group × every door (area-rules T1, T2, T5, T10, T11, T12). */

const stage = {} as Stage
const problems = { inside: 0, outside: 0, ofGroup: 0 }
let categoryId = 0

beforeAll(async () => {
  const site = await startSite()
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  const { group, people } = stage
  problems.inside = (await addProblem(site, people.siteRoot, 'P1')).id
  problems.outside = (await addProblem(site, people.siteRoot, 'P2')).id
  problems.ofGroup = (await addProblem(site, people.siteRoot, 'P3')).id
  await site.prisma.problem.update({
    where: { id: problems.ofGroup },
    data: { groupId: group.id, visibility: 'GROUP' },
  })
  const category = { name: 'Knots', nameKey: 'knots', color: '#335577' }
  categoryId = (await site.prisma.trainingCategory.create({ data: category })).id
})
afterAll(() => stage.site?.close())
beforeEach(async () => void (await stage.site.prisma.throttle.deleteMany()))

/** Managers of the training of `author`, who is an admin of the group. */
const MANAGERS: readonly Who[] = ['author', ...ROOTS]

/** Trainings of `author` for one try of an action, each with one problem: a visible, a private and a hidden one. */
type Target = { gid: number; open: number; closed: number; hidden: number }

async function aim(): Promise<Target> {
  const { site, group, people } = stage
  const make = async (fields: object) => {
    const common = { title: 'Tides', description: 'Of tides', categoryId, groupId: group.id }
    const { id } = await site.prisma.training.create({
      data: { ...common, ownerId: people.author.id, ...fields },
    })
    await site.prisma.trainingProblem.create({
      data: { trainingId: id, problemId: problems.inside, rank: 1 },
    })
    return id
  }
  return {
    gid: group.id,
    open: await make({}),
    closed: await make({ access: 'PRIVATE', password: 'sesame' }),
    hidden: await make({ visible: false }),
  }
}

const training = (number: number, fields: string) =>
  [`query ($number: Int!) { training(number: $number) { ${fields} } }`, { number }] as const
const id = (number: number) => globalId('Training', number)
const body = (fields: object) => ({
  training: { title: 'Knots', description: 'Of knots', rank: 1, auth: 'Public', ...fields },
  trainingCategory: { id: categoryId },
})
const ofGroup = (gid: number) => ({ filter: { groupId: globalId('Group', gid) } })

const ACTIONS: Record<string, Action<Target>> = {
  'lists them': {
    who: MEMBERS,
    rest: ({ gid }) => ['GET', `/api/group/get-training-list?gid=${gid}`],
    graph: ({ gid }) => [
      'query ($filter: TrainingFilter) { trainings(filter: $filter) { totalCount } }',
      ofGroup(gid),
    ],
  },
  'lists them to manage them': {
    who: ADMINS,
    rest: ({ gid }) => ['GET', `/api/group/get-admin-training-list?gid=${gid}`],
    graph: ({ gid }) => [
      'query ($filter: ManagedTrainingFilter) { managedTrainings(filter: $filter) { totalCount } }',
      ofGroup(gid),
    ],
  },
  'opens one': {
    who: MEMBERS,
    rest: ({ open }) => ['GET', `/api/get-training-detail?tid=${open}`],
    graph: ({ open }) => training(open, 'title'),
  },
  'opens a private one': {
    who: MEMBERS,
    rest: ({ closed }) => ['GET', `/api/get-training-access?tid=${closed}`],
    graph: ({ closed }) => node('Training', closed, 'title'),
  },
  'opens a hidden one': {
    who: MANAGERS,
    rest: ({ hidden }) => ['GET', `/api/get-training-detail?tid=${hidden}`],
    graph: ({ hidden }) => node('Training', hidden, 'title'),
  },
  'reads the problems of one': {
    who: MEMBERS,
    rest: ({ open }) => ['GET', `/api/get-training-problem-list?tid=${open}`],
    graph: ({ open }) => training(open, 'problems { rank }'),
  },
  'reads the problems of a private one without registration': {
    who: MANAGERS,
    rest: ({ closed }) => ['GET', `/api/get-training-problem-list?tid=${closed}`],
    graph: ({ closed }) => training(closed, 'problems { rank }'),
  },
  'reads the rank of a private one without registration': {
    who: MANAGERS,
    rest: ({ closed }) => ['GET', `/api/get-training-rank?tid=${closed}`],
    graph: ({ closed }) => training(closed, 'rankRows { totalCount }'),
  },
  'reads its password': {
    who: MANAGERS,
    rest: ({ closed }) => ['GET', `/api/group/training?tid=${closed}`],
    graph: ({ closed }) => node('Training', closed, 'password'),
  },
  'creates one': {
    who: ADMINS,
    rest: ({ gid }) => ['POST', '/api/group/training', body({ gid })],
    graph: ({ gid }) =>
      change('createTraining', {
        groupId: globalId('Group', gid),
        fields: {
          title: 'Knots',
          description: 'Of knots',
          categoryId: globalId('TrainingCategory', categoryId),
        },
      }),
  },
  'edits one': {
    who: MANAGERS,
    rest: ({ open }) => ['PUT', '/api/group/training', body({ id: open })],
    graph: ({ open }) => change('updateTraining', { id: id(open), fields: { title: 'Knots' } }),
  },
  'hides one': {
    who: MANAGERS,
    rest: ({ open }) => ['PUT', `/api/group/change-training-status?tid=${open}&status=false`],
    graph: ({ open }) => change('updateTraining', { id: id(open), fields: { isVisible: false } }),
  },
  'reads its problems to manage them': {
    who: MANAGERS,
    rest: ({ open }) => ['GET', `/api/group/get-training-problem-list?tid=${open}&queryExisted=true`],
    graph: ({ open }) => training(open, 'managedProblems { rank }'),
  },
  'adds a public problem': {
    who: MANAGERS,
    rest: ({ open: tid }) => [
      'POST',
      '/api/group/add-training-problem-from-public',
      { tid, pid: problems.outside },
    ],
    graph: ({ open }) =>
      change('addTrainingProblem', {
        trainingId: id(open),
        problemNumber: problems.outside,
        origin: 'PUBLIC',
      }),
  },
  'adds a problem of the group': {
    who: MANAGERS,
    rest: ({ open }) => ['POST', `/api/group/add-training-problem-from-group?tid=${open}&problemId=P3`],
    graph: ({ open }) =>
      change('addTrainingProblem', {
        trainingId: id(open),
        problemNumber: problems.ofGroup,
        origin: 'GROUP',
      }),
  },
  'orders its problems': {
    who: MANAGERS,
    rest: ({ open: tid }) => ['PUT', '/api/group/training-problem', { tid, pid: problems.inside, rank: 7 }],
    graph: ({ open }) =>
      change('orderTrainingProblems', { trainingId: id(open), problemNumbers: [problems.inside] }),
  },
  'removes a problem': {
    who: MANAGERS,
    rest: ({ open }) => ['DELETE', `/api/group/training-problem?tid=${open}&pid=${problems.inside}`],
    graph: ({ open }) =>
      change('removeTrainingProblem', { trainingId: id(open), problemNumber: problems.inside }),
  },
  'deletes one': {
    who: MANAGERS,
    rest: ({ open }) => ['DELETE', `/api/group/training?tid=${open}`],
    graph: ({ open }) => change('removeTrainings', { ids: [id(open)] }, 'done refused { code }'),
  },
}

testRoles(stage, aim, ACTIONS)

const tellOf =
  (key: 'open' | 'closed') =>
  ({ gid: groupId, [key]: trainingId }: Target) =>
    emit(contextOf(stage.site, null), 'training.changed', {
      trainingId,
      groupId,
      wasListed: true,
      isListed: true,
    })

testStreams(stage, aim, {
  trainingsChanged: {
    who: MEMBERS,
    text: ({ gid }) => [
      'subscription ($id: ID) { trainingsChanged(groupId: $id) { change } }',
      { id: globalId('Group', gid) },
    ],
    tell: tellOf('open'),
  },
  trainingChanged: {
    who: MEMBERS,
    text: ({ closed }) => [
      'subscription ($id: ID!) { trainingChanged(id: $id) { title } }',
      { id: id(closed) },
    ],
    tell: tellOf('closed'),
  },
  trainingRankChanged: {
    who: MANAGERS,
    text: ({ closed }) => [
      'subscription ($id: ID!) { trainingRankChanged(id: $id) { title } }',
      { id: id(closed) },
    ],
    tell: ({ closed: trainingId }) => emit(contextOf(stage.site, null), 'training.ranked', { trainingId }),
  },
})
