import { parse, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import groupRanks from '#client/__generated__/GroupRankPageSubscription.graphql.ts'
import notices from '#client/__generated__/NoticePanelSubscription.graphql.ts'
import ranks from '#client/__generated__/RankListPageSubscription.graphql.ts'
import siteLive from '#client/__generated__/SiteLiveSubscription.graphql.ts'
import submissions from '#client/__generated__/SubmissionListPageSubscription.graphql.ts'
import rank from '#client/__generated__/TrainingRankPageSubscription.graphql.ts'
import board from '#client/__generated__/useBoardSubscription.graphql.ts'
import comments from '#client/__generated__/useCommentsLivePublicSubscription.graphql.ts'
import contest from '#client/__generated__/useContestLiveSubscription.graphql.ts'
import contests from '#client/__generated__/useContestsLiveSubscription.graphql.ts'
import group from '#client/__generated__/useGroupLiveSubscription.graphql.ts'
import lessons from '#client/__generated__/useLessonsLiveSubscription.graphql.ts'
import { emit } from '#server/events.ts'
import { schema } from '#server/schema.ts'
import { addContest, addJudged, MINUTE, timesOf } from '../support/contests.ts'
import { addGroup, setStanding } from '../support/groups.ts'
import { addJudgeable, globalId } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { ADDRESS, addItem } from '../support/shop.ts'
import { type Site, startSite } from '../support/site.ts'
import { streamFigures } from '../support/streams.ts'

/** What many follow is read once for all who see the same, whatever groups each of them is in, and what is one's own for each. */

const PEOPLE = 4

let site: Site
let root: Person
let people: Person[]
let staff: Person[]
let roots: Person[]
let operationId: number
let itemId: number
let orderId: number
let contestId: number
let problemId: number
let discussionId: number
let trainingId: number
let privateTrainingId: number
/** In the group that all people administer. */
let classTrainingId: number
let groupId: number
let practice: { submissionId: number; userId: string; problemId: number }

beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  const crowd = (name: string, role: Person['role']) =>
    Promise.all(Array.from({ length: PEOPLE }, (_, at) => addPerson(site, `${name}${at}`, { role })))
  people = await crowd('bob', 'USER')
  staff = await crowd('staff', 'ADMIN')
  roots = await crowd('root', 'ROOT')
  const owner = await addPerson(site, 'owner')
  for (const [at, person] of people.entries()) {
    const group = await addGroup(site, owner, `g${at}`)
    await setStanding(site, group, person, at % 2 === 0 ? 'MEMBER' : 'ADMIN')
  }
  groupId = (await addGroup(site, owner, 'crew')).id
  for (const person of people) await setStanding(site, { id: groupId } as never, person, 'ADMIN')
  problemId = (await addJudgeable(site, 'P1')).id
  const made = await addContest(site, { type: 'ACM', ownerId: owner.id, ...timesOf('running') })
  contestId = made.id
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
  discussionId = (await site.prisma.discussion.create({ data: post })).id
  const category = { create: { name: 'Basics', nameKey: 'basics', color: '#335577' } }
  const training = { title: 'Tides', description: 'Of tides' }
  const ofRoot = { ...training, category, owner: { connect: { id: root.id } } }
  const { categoryId, ...open } = await site.prisma.training.create({ data: ofRoot })
  trainingId = open.id
  const closed = { ...training, categoryId, ownerId: root.id, access: 'PRIVATE', password: 'sesame' } as const
  privateTrainingId = (await site.prisma.training.create({ data: closed })).id
  const ofClass = { ...training, categoryId, ownerId: owner.id, groupId }
  classTrainingId = (await site.prisma.training.create({ data: ofClass })).id
  await site.prisma.trainingRegistration.createMany({
    data: people.map(({ id: userId }) => ({ trainingId: privateTrainingId, userId })),
  })
  practice = { submissionId: own.id, userId: own.userId, problemId: own.problemId }
  const begun = { kind: 'PROBLEM_EXPORT', input: { problemIds: [], format: 'hoj' }, total: 1 }
  operationId = (await site.prisma.operation.create({ data: begun })).id
  itemId = (await addItem(site, 'Cup')).id
  const bought = { userId: people[0]?.id ?? '', total: 10, ...ADDRESS }
  orderId = (await site.prisma.shopOrder.create({ data: bought })).id
})

afterAll(() => site?.close())

type Followed = {
  text: string | null | undefined
  variables?: () => object
  tell: () => Promise<unknown>
  /** Readers who get the same; ordinary people when left out. */
  followers?: () => Person[]
  /** Super administrators alone may follow it; otherwise one of them is told by a reading of their own. */
  isOfRoots?: boolean
  /** It tells at once what is there. */
  tellsPresent?: boolean
}
const ctx = () => contextOf(site, null)
const NOTHING = { solved: 0, submitted: 0, score: 0 }
const changed = () => emit(ctx(), 'contest.changed', { contestId })

const FOLLOWED: Record<string, Followed> = {
  'the list of submissions': {
    text: submissions.params.text,
    variables: () => ({ filter: null }),
    tell: () => emit(ctx(), 'submission.changed', { ...practice, contestId: null, groupId: null }),
  },
  'the list of contests': { text: contests.params.text, tell: changed },
  'a contest': {
    text: contest.params.text,
    variables: () => ({ id: globalId('Contest', contestId) }),
    tell: changed,
  },
  'its board': {
    text: board.params.text,
    variables: () => ({ number: contestId, view: 'PUBLIC', late: false }),
    tell: () => judgeInContest(),
    tellsPresent: true,
  },
  'its board row by row': {
    text: 'subscription ($number: Int!) { scoreboardChanged(number: $number, view: PUBLIC) { version } }',
    variables: () => ({ number: contestId }),
    tell: () => judgeInContest(),
    tellsPresent: true,
  },
  'a submission': {
    text: 'subscription ($id: ID!) { submissionChanged(id: $id) { number verdict } }',
    variables: () => ({ id: globalId('Submission', practice.submissionId) }),
    tell: () => emit(ctx(), 'submission.changed', { ...practice, contestId: null, groupId: null }),
    tellsPresent: true,
  },
  'its comments': {
    text: comments.params.text,
    variables: () => ({ subjectId: globalId('Contest', contestId) }),
    tell: async () => {
      const { id: commentId } = await site.prisma.comment.create({
        data: { contestId, authorId: root.id, content: 'words' },
      })
      return emit(ctx(), 'comment.changed', {
        subject: { kind: 'contest', id: contestId },
        commentId,
        replyId: null,
        change: 'CREATED',
        by: [root.id],
        isOfficial: true,
      })
    },
  },
  'the list of posts': {
    text: 'subscription { discussionsChanged { change discussion { title likeCount } } }',
    tell: () => tellPost(),
  },
  'a post': {
    text: 'subscription ($id: ID!) { discussionChanged(id: $id) { title likeCount } }',
    variables: () => ({ id: globalId('Discussion', discussionId) }),
    tell: () => tellPost(),
  },
  'the contents of the learning centre': {
    text: lessons.params.text,
    tell: async () => {
      const key = { key: 'tides', keyLower: 'tides' }
      const row = await site.prisma.lesson.upsert({
        where: { keyLower: 'tides' },
        create: { ...key, rank: 0 },
        update: {},
      })
      return emit(ctx(), 'lesson.changed', { lessonId: row.id, change: 'CHANGED' })
    },
  },
  'the list of trainings': {
    text: 'subscription { trainingsChanged { change training { title } } }',
    tell: () => tellTraining(),
  },
  'a training': {
    text: 'subscription ($id: ID!) { trainingChanged(id: $id) { title } }',
    variables: () => ({ id: globalId('Training', trainingId) }),
    tell: () => tellTraining(),
  },
  'categories of trainings': {
    text: 'subscription { trainingCategoriesChanged { id } }',
    tell: () => emit(ctx(), 'trainingCategory.changed', {}),
  },
  'the rank of a training': {
    text: 'subscription ($id: ID!) { trainingRankChanged(id: $id) { title } }',
    variables: () => ({ id: globalId('Training', trainingId) }),
    tell: () => emit(ctx(), 'training.ranked', { trainingId }),
  },
  'the rank of a private training, with its rows': {
    text: rank.params.text,
    variables: () => ({ id: globalId('Training', privateTrainingId), keyword: null, first: 30, offset: 0 }),
    tell: () => emit(ctx(), 'training.ranked', { trainingId: privateTrainingId }),
  },
  'the results of a class': {
    text: 'subscription ($id: ID!) { matrixChanged(id: $id) { change uid row { points cells } } }',
    variables: () => ({ id: globalId('Training', classTrainingId) }),
    tell: () => emit(ctx(), 'homework.changed', { trainingId: classTrainingId, groupId, userId: root.id }),
  },
  'similar solutions of a class': {
    text: 'subscription ($id: ID!) { similarityChanged(trainingId: $id) { title } }',
    variables: () => ({ id: globalId('Training', classTrainingId) }),
    tell: () => emit(ctx(), 'similarity.changed', { trainingId: classTrainingId }),
  },
  'the list of groups': {
    text: 'subscription { groupsChanged { change group { name memberCount } } }',
    tell: () => tellGroup(),
  },
  'a group': {
    text: group.params.text,
    variables: () => ({ id: globalId('Group', groupId) }),
    tell: () => tellGroup(),
    tellsPresent: true,
  },
  'members of a group': {
    text: 'subscription ($id: ID!) { groupMembersChanged(groupId: $id) { member { standing reason } } }',
    variables: () => ({ id: globalId('Group', groupId) }),
    tell: () => tellMember(),
  },
  'invitations of a group': {
    text: 'subscription ($id: ID!) { groupInvitationsChanged(groupId: $id) { invitation { useCount } } }',
    variables: () => ({ id: globalId('Group', groupId) }),
    tell: () => tellInvitation(),
  },
  'announcements of a group': {
    text: 'subscription ($id: ID!) { groupNoticesChanged(groupId: $id) { notice { title } } }',
    variables: () => ({ id: globalId('Group', groupId) }),
    tell: () => tellNotice(),
  },
  'the rank of a group': {
    text: groupRanks.params.text,
    variables: () => ({ groupId: globalId('Group', groupId) }),
    tell: () => emit(ctx(), 'groupRank.changed', { groupId, userId: root.id, before: null, after: NOTHING }),
  },
  'the rank lists': {
    text: ranks.params.text,
    tell: () => emit(ctx(), 'rank.changed', { userId: root.id, before: null, after: NOTHING }),
  },
  'announcements of the site': {
    text: notices.params.text,
    tell: async () => {
      const texts = { 'en-US': { title: 'News', content: 'News' } }
      const { id: noticeId } = await site.prisma.siteNotice.create({ data: { texts } })
      return emit(ctx(), 'notice.changed', { noticeId, wasListed: false, isNew: true })
    },
  },
  'the site itself': {
    text: siteLive.params.text,
    tell: () => emit(ctx(), 'site.configured', { key: 'website' }),
  },
  'announcements as they are written': {
    text: 'subscription { siteNoticeChanged { title } }',
    tell: async () => {
      const { id: noticeId } = await site.prisma.siteNotice.create({ data: { texts: {} } })
      return emit(ctx(), 'notice.changed', { noticeId, wasListed: false, isNew: true })
    },
  },
  'its languages': {
    text: 'subscription { languagesChanged { id } }',
    tell: () => emit(ctx(), 'site.configured', { key: 'languages' }),
  },
  'its slides': {
    text: 'subscription { carouselSlidesChanged { change } }',
    tell: () => emit(ctx(), 'slide.changed', { slideId: 1, wasThere: true }),
  },
  'how judging goes': {
    text: 'subscription { judgingChanged { queueLength } }',
    tell: () => emit(ctx(), 'queue.changed', {}),
    tellsPresent: true,
  },
  'the dashboard': {
    text: 'subscription { dashboardChanged { __typename } }',
    tell: () => emit(ctx(), 'site.configured', { key: 'website' }),
    followers: () => staff,
    tellsPresent: true,
  },
  'notices to everybody, as they are written': {
    text: 'subscription { systemNoticesChanged { rowId } }',
    tell: () => emit(ctx(), 'systemNotice.changed', { noticeId: 1, change: 'REMOVED', audience: 'ALL' }),
    followers: () => roots,
    isOfRoots: true,
  },
  'the orders of the shop': {
    text: 'subscription { shopOrdersChanged { change shopOrder { number } } }',
    tell: () => emit(ctx(), 'shopOrder.changed', { orderId, userId: people[0]?.id ?? '', isNew: true }),
    followers: () => roots,
    isOfRoots: true,
  },
  'the goods of the shop': {
    text: 'subscription { shopItemsChanged { change rowId } }',
    tell: () => emit(ctx(), 'shopItem.changed', { itemId, wasThere: true, wasListed: true }),
  },
  'an operation': {
    text: 'subscription ($id: ID!) { operationChanged(id: $id) { id } }',
    variables: () => ({ id: globalId('Operation', operationId) }),
    tell: () => emit(ctx(), 'operation.changed', { operationId }),
    followers: () => roots,
    isOfRoots: true,
    tellsPresent: true,
  },
}

async function judgeInContest() {
  const [team] = people as [Person]
  const createdAt = new Date(Date.now() - MINUTE)
  const { id: submissionId, userId } = await addJudged(site, team, { problemId, contestId, createdAt })
  return emit(ctx(), 'submission.judged', { submissionId, userId, problemId, contestId, groupId: null })
}

const tellPost = () =>
  emit(ctx(), 'discussion.changed', {
    discussionId,
    groupId: null,
    what: 'FIGURES',
    wasListed: true,
    isListed: true,
  })

const tellTraining = () =>
  emit(ctx(), 'training.changed', { trainingId, groupId: null, wasListed: true, isListed: true })

const tellGroup = () => emit(ctx(), 'group.changed', { groupId, wasListed: true })

const tellMember = async () => {
  const { id: memberId, userId } = await site.prisma.groupMember.findFirstOrThrow({ where: { groupId } })
  return emit(ctx(), 'membership.changed', { groupId, userId, memberId, wasThere: true })
}

const tellInvitation = async () => {
  const token = `link${Date.now()}${Math.random()}`
  const { id: invitationId } = await site.prisma.groupInvitation.create({
    data: { groupId, token, expiresAt: new Date(Date.now() + 3_600_000), maxUses: 5 },
  })
  return emit(ctx(), 'groupInvitation.changed', { invitationId, groupId, isNew: true })
}

const tellNotice = async () => {
  const words = { title: 'News', content: 'News' }
  const { id: noticeId } = await site.prisma.groupNotice.create({ data: { groupId, ...words } })
  return emit(ctx(), 'groupNotice.changed', { noticeId, groupId, wasListed: false })
}

const ofContest = () => `(contestId: "${globalId('Contest', contestId)}")`
const ofProblem = () => `(problemId: "${globalId('Problem', problemId)}") { __typename }`

/** What each follows by themselves, because it is somebody's own or for a few who manage something; what stands behind its name. */
const OWN: Record<string, () => string> = {
  acceptedRunsChanged: () => `(contestNumber: ${contestId})`,
  contestNoticesChanged: () => `${ofContest()} { __typename }`,
  contestPrintsChanged: ofContest,
  discussionReportsChanged: () => '{ __typename }',
  heldRejudgingsChanged: () => `${ofContest()} { __typename }`,
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
  viewerRowChanged: () => `(id: "${globalId('Training', classTrainingId)}") { __typename }`,
  websiteSettingsChanged: () => '{ __typename }',
}

const fieldOf = ({ text }: Followed): string => {
  const [operation] = parse(text ?? '').definitions
  const [field] = operation?.kind === 'OperationDefinition' ? operation.selectionSet.selections : []
  return field?.kind === 'Field' ? field.name.value : ''
}

it('every subscription is known to be shared, or to be of each by themselves', () => {
  const shared = new Set(Object.values(FOLLOWED).map(fieldOf))
  expect([...shared, ...Object.keys(OWN)].sort()).toEqual(
    Object.keys(schema.getSubscriptionType()?.getFields() ?? {}).sort(),
  )
})

describe('what is for one alone', () => {
  it.each(Object.keys(OWN))('is shared with nobody, also of equal rights: %s', async (field) => {
    const query = `subscription { ${field}${OWN[field]?.()} }`
    expect(validate(schema, parse(query))).toEqual([])
    await expect.poll(async () => (await streamFigures(site)).shared).toBe(0)
    const lines = await Promise.all(roots.map(({ token }) => site.subscribe(query, {}, { token })))
    expect((await streamFigures(site)).shared).toBe(0)
    for (const line of lines) line.close()
  })
})

describe('what many follow', () => {
  it.each(Object.keys(FOLLOWED))('is read once for them, and once for who sees more: %s', async (name) => {
    const followed = FOLLOWED[name] as Followed
    const {
      text,
      variables,
      tell,
      followers = () => people,
      tellsPresent = false,
      isOfRoots = false,
    } = followed
    const others = isOfRoots ? [] : [root]
    const all = [...followers(), ...others]
    const lines = await Promise.all(
      all.map(({ token }) => site.subscribe(text ?? '', variables?.() ?? {}, { token })),
    )
    const hearAll = async () => {
      for (const line of lines) expect(await line.next()).not.toHaveProperty('errors')
    }
    if (tellsPresent) await hearAll()
    await tell()
    await hearAll()
    const before = await streamFigures(site)
    await tell()
    await hearAll()
    const { executions, shared } = await streamFigures(site)
    expect(shared).toBe(1 + others.length)
    expect(executions - before.executions).toBe(1 + others.length)
    for (const line of lines) line.close()
    await expect.poll(async () => (await streamFigures(site)).shared).toBe(0)
  })
})
