import { addContest, timesOf } from './contests.ts'
import { addGroup, setStanding } from './groups.ts'
import { addJudgeable, globalId } from './judgeable.ts'
import { addPerson, type Person } from './people.ts'
import { ADDRESS, addItem } from './shop.ts'
import { startSite } from './site.ts'

const PEOPLE = 4

export type StreamedSite = Awaited<ReturnType<typeof openStreamedSite>>

/**
 * Opens a site with one row of each noun that a subscription names, and with several accounts of each role. Ordinary users are in
 * different groups, so that nothing but the role decides which of their streams are shared.
 */
export async function openStreamedSite() {
  const site = await startSite()
  const root = await addPerson(site, 'root', { role: 'ROOT' })
  const crowd = (name: string, role: Person['role']) =>
    Promise.all(Array.from({ length: PEOPLE }, (_, at) => addPerson(site, `${name}${at}`, { role })))
  const people = await crowd('bob', 'USER')
  const staff = await crowd('staff', 'ADMIN')
  const roots = await crowd('root', 'ROOT')
  const owner = await addPerson(site, 'owner')
  for (const [at, person] of people.entries()) {
    const group = await addGroup(site, owner, `g${at}`)
    await setStanding(site, group, person, at % 2 === 0 ? 'MEMBER' : 'ADMIN')
  }
  const groupId = (await addGroup(site, owner, 'crew')).id
  for (const person of people) await setStanding(site, { id: groupId } as never, person, 'ADMIN')
  const problemId = (await addJudgeable(site, 'P1')).id
  const { id: contestId } = await addContest(site, { type: 'ACM', ownerId: owner.id, ...timesOf('running') })
  await site.prisma.contestProblem.create({
    data: { contestId, problemId, displayId: 'A', title: 'A', position: 0 },
  })
  const own = await site.prisma.submission.create({
    data: {
      problemId,
      userId: root.id,
      language: 'cpp17',
      codeLength: 1,
      ip: '127.0.0.1',
      state: 'DONE',
      verdict: 'ACCEPTED',
      code: { create: { source: 'x' } },
    },
  })
  const words = { title: 'Tides', description: 'On tides', content: 'They come' }
  const post = { ...words, categoryId: 1, problemId, authorId: root.id }
  const discussionId = (await site.prisma.discussion.create({ data: post })).id
  const category = { create: { name: 'Basics', nameKey: 'basics', color: '#335577' } }
  const training = { title: 'Tides', description: 'Of tides' }
  const ofRoot = { ...training, category, owner: { connect: { id: root.id } } }
  const { categoryId, id: trainingId } = await site.prisma.training.create({ data: ofRoot })
  const closed = { ...training, categoryId, ownerId: root.id, access: 'PRIVATE', password: 'sesame' } as const
  const { id: privateTrainingId } = await site.prisma.training.create({ data: closed })
  const ofClass = { ...training, categoryId, ownerId: owner.id, groupId }
  const { id: classTrainingId } = await site.prisma.training.create({ data: ofClass })
  await site.prisma.trainingRegistration.createMany({
    data: people.map(({ id: userId }) => ({ trainingId: privateTrainingId, userId })),
  })
  const practice = { submissionId: own.id, userId: own.userId, problemId: own.problemId }
  const begun = { kind: 'PROBLEM_EXPORT', input: { problemIds: [], format: 'hoj' }, total: 1 }
  const operationId = (await site.prisma.operation.create({ data: begun })).id
  const itemId = (await addItem(site, 'Cup')).id
  const bought = { userId: people[0]?.id ?? '', total: 10, ...ADDRESS }
  const orderId = (await site.prisma.shopOrder.create({ data: bought })).id
  return {
    site,
    root,
    people,
    staff,
    roots,
    operationId,
    itemId,
    orderId,
    contestId,
    problemId,
    discussionId,
    trainingId,
    privateTrainingId,
    /** In the group that all people administer. */
    classTrainingId,
    groupId,
    practice,
  }
}

const ofContest = ({ contestId }: StreamedSite) => `(contestId: "${globalId('Contest', contestId)}")`
const ofProblem = ({ problemId }: StreamedSite) =>
  `(problemId: "${globalId('Problem', problemId)}") { __typename }`

/** Subscriptions to the viewer's own data or to what few people manage, with their arguments and selection. They are never shared. */
export const UNSHARED: Record<string, (streamed: StreamedSite) => string> = {
  acceptedRunsChanged: ({ contestId }) => `(contestNumber: ${contestId})`,
  banksChanged: () => '{ __typename }',
  contestNoticesChanged: (streamed) => `${ofContest(streamed)} { __typename }`,
  contestPrintsChanged: ofContest,
  discussionReportsChanged: () => '{ __typename }',
  heldRejudgingsChanged: (streamed) => `${ofContest(streamed)} { __typename }`,
  mailSettingsChanged: () => '{ __typename }',
  makingChanged: ofProblem,
  notificationsChanged: () => '{ __typename }',
  pointsChanged: () => '{ __typename }',
  problemEditing: ofProblem,
  profileChanged: () => '{ __typename }',
  solutionsChanged: ofProblem,
  switchesSettingsChanged: () => '{ __typename }',
  trialChanged: () => `(id: "${globalId('Trial', 'none')}") { __typename }`,
  unreadChanged: () => '{ __typename }',
  userHomeChanged: () => '{ __typename }',
  viewerRowChanged: ({ classTrainingId }) =>
    `(id: "${globalId('Training', classTrainingId)}") { __typename }`,
  websiteSettingsChanged: () => '{ __typename }',
}
