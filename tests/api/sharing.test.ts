import { parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import groupRanks from '#client/__generated__/GroupRankPageSubscription.graphql.ts'
import notices from '#client/__generated__/NoticePanelSubscription.graphql.ts'
import problem from '#client/__generated__/ProblemLiveSubscription.graphql.ts'
import problems from '#client/__generated__/ProblemsLiveSubscription.graphql.ts'
import ranks from '#client/__generated__/RankListPageSubscription.graphql.ts'
import siteLive from '#client/__generated__/SiteLiveSubscription.graphql.ts'
import submissions from '#client/__generated__/SubmissionListPageSubscription.graphql.ts'
import rank from '#client/__generated__/TrainingRankPageSubscription.graphql.ts'
import administration from '#client/__generated__/useAdministrationLiveSubscription.graphql.ts'
import board from '#client/__generated__/useBoardSubscription.graphql.ts'
import comments from '#client/__generated__/useCommentsLivePublicSubscription.graphql.ts'
import contest from '#client/__generated__/useContestLiveSubscription.graphql.ts'
import contests from '#client/__generated__/useContestsLiveSubscription.graphql.ts'
import group from '#client/__generated__/useGroupLiveSubscription.graphql.ts'
import lessons from '#client/__generated__/useLessonsLiveSubscription.graphql.ts'
import { emit } from '#server/events.ts'
import { schema } from '#server/schema.ts'
import { addJudged, MINUTE } from '../support/contests.ts'
import { globalId } from '../support/judgeable.ts'
import { contextOf, type Person } from '../support/people.ts'
import { openStreamedSite, type StreamedSite, UNSHARED } from '../support/streamedSite.ts'
import { streamFigures } from '../support/streams.ts'

/** A stream that many subscribers follow is executed once for each role, whatever groups its subscribers are in. */

let streamed: StreamedSite

beforeAll(async () => {
  streamed = await openStreamedSite()
})

afterAll(() => streamed?.site.close())

type Followed = {
  text: string | null | undefined
  variables?: () => object
  tell: () => Promise<unknown>
  /** Subscribers of one stream; ordinary users when left out. */
  followers?: () => Person[]
  /** Only super administrators may subscribe; otherwise one of them subscribes too, with an execution of their own. */
  isOfRoots?: boolean
  /** The first message is the present state. */
  tellsPresent?: boolean
}
const ctx = () => contextOf(streamed.site, null)
const NOTHING = { solved: 0, submitted: 0, score: 0 }
const changed = () => emit(ctx(), 'contest.changed', { contestId: streamed.contestId })

const FOLLOWED: Record<string, Followed> = {
  'the list of submissions': {
    text: submissions.params.text,
    variables: () => ({ filter: null }),
    tell: () => emit(ctx(), 'submission.changed', { ...streamed.practice, contestId: null, groupId: null }),
  },
  'the list of contests': { text: contests.params.text, tell: changed },
  'a contest': {
    text: contest.params.text,
    variables: () => ({ id: globalId('Contest', streamed.contestId) }),
    tell: changed,
  },
  'its board': {
    text: board.params.text,
    variables: () => ({ number: streamed.contestId, view: 'PUBLIC', late: false }),
    tell: () => judgeInContest(),
    tellsPresent: true,
  },
  'its board row by row': {
    text: 'subscription ($number: Int!) { scoreboardChanged(number: $number, view: PUBLIC) { version } }',
    variables: () => ({ number: streamed.contestId }),
    tell: () => judgeInContest(),
    tellsPresent: true,
  },
  'a submission': {
    text: 'subscription ($id: ID!) { submissionChanged(id: $id) { number verdict } }',
    variables: () => ({ id: globalId('Submission', streamed.practice.submissionId) }),
    tell: () => emit(ctx(), 'submission.changed', { ...streamed.practice, contestId: null, groupId: null }),
    tellsPresent: true,
  },
  'its comments': {
    text: comments.params.text,
    variables: () => ({ subjectId: globalId('Contest', streamed.contestId) }),
    tell: async () => {
      const { id: commentId } = await streamed.site.prisma.comment.create({
        data: { contestId: streamed.contestId, authorId: streamed.root.id, content: 'words' },
      })
      return emit(ctx(), 'comment.changed', {
        subject: { kind: 'contest', id: streamed.contestId },
        commentId,
        replyId: null,
        change: 'CREATED',
        by: [streamed.root.id],
        isOfficial: true,
      })
    },
  },
  'the list of problems': {
    text: problems.params.text,
    variables: () => ({ groupId: null }),
    tell: () => emit(ctx(), 'problem.changed', { problemId: streamed.problemId }),
  },
  'a problem': {
    text: problem.params.text,
    variables: () => ({ id: globalId('Problem', streamed.problemId) }),
    tell: () => emit(ctx(), 'problem.changed', { problemId: streamed.problemId }),
  },
  'the list of posts': {
    text: 'subscription { discussionsChanged { change discussion { title likeCount } } }',
    tell: () => tellPost(),
  },
  'a post': {
    text: 'subscription ($id: ID!) { discussionChanged(id: $id) { title likeCount } }',
    variables: () => ({ id: globalId('Discussion', streamed.discussionId) }),
    tell: () => tellPost(),
  },
  'the contents of the learning centre': {
    text: lessons.params.text,
    tell: async () => {
      const key = { key: 'tides', keyLower: 'tides' }
      const row = await streamed.site.prisma.lesson.upsert({
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
    variables: () => ({ id: globalId('Training', streamed.trainingId) }),
    tell: () => tellTraining(),
  },
  'categories of trainings': {
    text: 'subscription { trainingCategoriesChanged { id } }',
    tell: () => emit(ctx(), 'trainingCategory.changed', {}),
  },
  'the rank of a training': {
    text: 'subscription ($id: ID!) { trainingRankChanged(id: $id) { title } }',
    variables: () => ({ id: globalId('Training', streamed.trainingId) }),
    tell: () => emit(ctx(), 'training.ranked', { trainingId: streamed.trainingId }),
  },
  'the rank of a private training, with its rows': {
    text: rank.params.text,
    variables: () => ({
      id: globalId('Training', streamed.privateTrainingId),
      keyword: null,
      first: 30,
      offset: 0,
    }),
    tell: () => emit(ctx(), 'training.ranked', { trainingId: streamed.privateTrainingId }),
  },
  'the results of a class': {
    text: 'subscription ($id: ID!) { matrixChanged(id: $id) { change uid row { points cells } } }',
    variables: () => ({ id: globalId('Training', streamed.classTrainingId) }),
    tell: () =>
      emit(ctx(), 'homework.changed', {
        trainingId: streamed.classTrainingId,
        groupId: streamed.groupId,
        userId: streamed.root.id,
      }),
  },
  'the gradebook of a group': {
    text: 'subscription ($id: ID!) { gradebookChanged(groupId: $id) { change row { meanPercent } } }',
    variables: () => ({ id: globalId('Group', streamed.groupId) }),
    tell: () =>
      emit(ctx(), 'homework.changed', {
        trainingId: streamed.classTrainingId,
        groupId: streamed.groupId,
        userId: null,
      }),
  },
  'similar solutions of a class': {
    text: 'subscription ($id: ID!) { similarityChanged(trainingId: $id) { title } }',
    variables: () => ({ id: globalId('Training', streamed.classTrainingId) }),
    tell: () => emit(ctx(), 'similarity.changed', { trainingId: streamed.classTrainingId }),
  },
  'the list of groups': {
    text: 'subscription { groupsChanged { change group { name memberCount } } }',
    tell: () => tellGroup(),
  },
  'a group': {
    text: group.params.text,
    variables: () => ({ id: globalId('Group', streamed.groupId) }),
    tell: () => tellGroup(),
    tellsPresent: true,
  },
  'members of a group': {
    text: 'subscription ($id: ID!) { groupMembersChanged(groupId: $id) { member { standing reason } } }',
    variables: () => ({ id: globalId('Group', streamed.groupId) }),
    tell: () => tellMember(),
  },
  'invitations of a group': {
    text: 'subscription ($id: ID!) { groupInvitationsChanged(groupId: $id) { invitation { useCount } } }',
    variables: () => ({ id: globalId('Group', streamed.groupId) }),
    tell: () => tellInvitation(),
  },
  'announcements of a group': {
    text: 'subscription ($id: ID!) { groupNoticesChanged(groupId: $id) { notice { title } } }',
    variables: () => ({ id: globalId('Group', streamed.groupId) }),
    tell: () => tellNotice(),
  },
  'the rank of a group': {
    text: groupRanks.params.text,
    variables: () => ({ groupId: globalId('Group', streamed.groupId) }),
    tell: () =>
      emit(ctx(), 'groupRank.changed', {
        groupId: streamed.groupId,
        userId: streamed.root.id,
        before: null,
        after: NOTHING,
      }),
  },
  'the rank lists': {
    text: ranks.params.text,
    tell: () => emit(ctx(), 'rank.changed', { userId: streamed.root.id, before: null, after: NOTHING }),
  },
  'announcements of the site': {
    text: notices.params.text,
    tell: async () => {
      const texts = { 'en-US': { title: 'News', content: 'News' } }
      const { id: noticeId } = await streamed.site.prisma.siteNotice.create({ data: { texts } })
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
      const { id: noticeId } = await streamed.site.prisma.siteNotice.create({ data: { texts: {} } })
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
    followers: () => streamed.staff,
    tellsPresent: true,
  },
  'a list of the administration': {
    text: administration.params.text,
    variables: () => ({ list: 'CONTESTS', groupId: null }),
    tell: () => emit(ctx(), 'administration.changed', { list: 'CONTESTS', groupId: null }),
    followers: () => streamed.staff,
  },
  'notices to everybody, as they are written': {
    text: 'subscription { systemNoticesChanged { rowId } }',
    tell: () => emit(ctx(), 'systemNotice.changed', { noticeId: 1, change: 'REMOVED', audience: 'ALL' }),
    followers: () => streamed.roots,
    isOfRoots: true,
  },
  'the orders of the shop': {
    text: 'subscription { shopOrdersChanged { change shopOrder { number } } }',
    tell: () =>
      emit(ctx(), 'shopOrder.changed', {
        orderId: streamed.orderId,
        userId: streamed.people[0]?.id ?? '',
        isNew: true,
      }),
    followers: () => streamed.roots,
    isOfRoots: true,
  },
  'the ledger of points': {
    text: 'subscription { ledgerChanged { number } }',
    tell: async () => {
      const userId = streamed.people[0]?.id ?? ''
      await streamed.site.prisma.pointEntry.create({ data: { userId, amount: 1, reason: 'CHECK_IN' } })
    },
    followers: () => streamed.roots,
    isOfRoots: true,
  },
  'the goods of the shop': {
    text: 'subscription { shopItemsChanged { change rowId } }',
    tell: () => emit(ctx(), 'shopItem.changed', { itemId: streamed.itemId, wasThere: true, wasListed: true }),
  },
  'an operation': {
    text: 'subscription ($id: ID!) { operationChanged(id: $id) { id } }',
    variables: () => ({ id: globalId('Operation', streamed.operationId) }),
    tell: () => emit(ctx(), 'operation.changed', { operationId: streamed.operationId }),
    followers: () => streamed.roots,
    isOfRoots: true,
    tellsPresent: true,
  },
}

async function judgeInContest() {
  const { site, people, problemId, contestId } = streamed
  const [team] = people as [Person]
  const createdAt = new Date(Date.now() - MINUTE)
  const { id: submissionId, userId } = await addJudged(site, team, { problemId, contestId, createdAt })
  return emit(ctx(), 'submission.judged', { submissionId, userId, problemId, contestId, groupId: null })
}

const tellPost = () =>
  emit(ctx(), 'discussion.changed', {
    discussionId: streamed.discussionId,
    groupId: null,
    what: 'FIGURES',
    wasListed: true,
    isListed: true,
  })

const tellTraining = () =>
  emit(ctx(), 'training.changed', {
    trainingId: streamed.trainingId,
    groupId: null,
    wasListed: true,
    isListed: true,
  })

const tellGroup = () => emit(ctx(), 'group.changed', { groupId: streamed.groupId, wasListed: true })

const tellMember = async () => {
  const { site, groupId } = streamed
  const { id: memberId, userId } = await site.prisma.groupMember.findFirstOrThrow({ where: { groupId } })
  return emit(ctx(), 'membership.changed', { groupId, userId, memberId, wasThere: true })
}

const tellInvitation = async () => {
  const { site, groupId } = streamed
  const token = `link${Date.now()}${Math.random()}`
  const { id: invitationId } = await site.prisma.groupInvitation.create({
    data: { groupId, token, expiresAt: new Date(Date.now() + 3_600_000), maxUses: 5 },
  })
  return emit(ctx(), 'groupInvitation.changed', { invitationId, groupId, isNew: true })
}

const tellNotice = async () => {
  const { site, groupId } = streamed
  const words = { title: 'News', content: 'News' }
  const { id: noticeId } = await site.prisma.groupNotice.create({ data: { groupId, ...words } })
  return emit(ctx(), 'groupNotice.changed', { noticeId, groupId, wasListed: false })
}

const fieldOf = ({ text }: Followed): string => {
  const [operation] = parse(text ?? '').definitions
  const [field] = operation?.kind === 'OperationDefinition' ? operation.selectionSet.selections : []
  return field?.kind === 'Field' ? field.name.value : ''
}

it('every subscription is listed as shared or as unshared', () => {
  const shared = new Set(Object.values(FOLLOWED).map(fieldOf))
  expect([...shared, ...Object.keys(UNSHARED)].sort()).toEqual(
    Object.keys(schema.getSubscriptionType()?.getFields() ?? {}).sort(),
  )
})

describe('a shared stream', () => {
  it.each(Object.keys(FOLLOWED))('is executed once for all subscribers of a role: %s', async (name) => {
    const { site, root, people } = streamed
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
