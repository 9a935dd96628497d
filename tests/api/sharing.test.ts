import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import notices from '#client/__generated__/NoticePanelSubscription.graphql.ts'
import siteLive from '#client/__generated__/SiteLiveSubscription.graphql.ts'
import submissions from '#client/__generated__/SubmissionListPageSubscription.graphql.ts'
import board from '#client/__generated__/useBoardSubscription.graphql.ts'
import comments from '#client/__generated__/useCommentsLivePublicSubscription.graphql.ts'
import contest from '#client/__generated__/useContestLiveSubscription.graphql.ts'
import contests from '#client/__generated__/useContestsLiveSubscription.graphql.ts'
import { emit } from '#server/events.ts'
import { addContest, addJudged, MINUTE, timesOf } from '../support/contests.ts'
import { addGroup, setStanding } from '../support/groups.ts'
import { addJudgeable, globalId } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'
import { streamFigures } from '../support/streams.ts'

/** What pages of the site follow is read once for all who are signed in, whatever groups each of them is in. */

const PEOPLE = 4

let site: Site
let root: Person
let people: Person[]
let contestId: number
let problemId: number
let practice: { submissionId: number; userId: string; problemId: number }

beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  people = await Promise.all(Array.from({ length: PEOPLE }, (_, at) => addPerson(site, `bob${at}`)))
  const owner = await addPerson(site, 'owner')
  for (const [at, person] of people.entries()) {
    const group = await addGroup(site, owner, `g${at}`)
    await setStanding(site, group, person, at % 2 === 0 ? 'MEMBER' : 'ADMIN')
  }
  problemId = (await addJudgeable(site, 'P1')).id
  const made = await addContest(site, { type: 'ACM', ownerId: owner.id, ...timesOf('running') })
  contestId = made.id
  await site.prisma.contestProblem.create({
    data: { contestId, problemId, displayId: 'A', title: 'A', position: 0 },
  })
  const own = await site.prisma.submission.create({
    data: {
      ...{ problemId, userId: root.id, language: 'cpp17', codeLength: 1, ip: '127.0.0.1' },
      ...{ state: 'DONE', verdict: 'ACCEPTED' },
      code: { create: { source: 'x' } },
    },
  })
  practice = { submissionId: own.id, userId: own.userId, problemId: own.problemId }
})

afterAll(() => site?.close())

type Followed = { text: string | null | undefined; variables?: () => object; tell: () => Promise<unknown> }
const ctx = () => contextOf(site, null)
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
    tell: async () => {
      const [team] = people as [Person]
      const createdAt = new Date(Date.now() - MINUTE)
      const { id: submissionId, userId } = await addJudged(site, team, { problemId, contestId, createdAt })
      return emit(ctx(), 'submission.judged', { submissionId, userId, problemId, contestId, groupId: null })
    },
  },
  'its comments': {
    text: comments.params.text,
    variables: () => ({ subjectId: globalId('Contest', contestId) }),
    tell: async () => {
      const { id: commentId } = await site.prisma.comment.create({
        data: { contestId, authorId: root.id, content: 'words' },
      })
      return emit(ctx(), 'comment.changed', {
        ...{ subject: { kind: 'contest', id: contestId }, commentId, replyId: null, change: 'CREATED' },
        ...{ by: [root.id], isOfficial: true },
      })
    },
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
}

describe('what many follow', () => {
  it.each(Object.keys(FOLLOWED))('is read once: %s', async (name) => {
    const { text, variables, tell } = FOLLOWED[name] as Followed
    const lines = await Promise.all(
      people.map(({ token }) => site.subscribe(text ?? '', variables?.() ?? {}, { token })),
    )
    const hearAll = async () => {
      for (const line of lines) expect(await line.next()).not.toHaveProperty('errors')
    }
    // Boards tell what is there first.
    if (name === 'its board') await hearAll()
    await tell()
    await hearAll()
    const before = await streamFigures(site)
    await tell()
    await hearAll()
    const { executions, shared } = await streamFigures(site)
    expect(shared).toBeGreaterThan(0)
    expect(executions - before.executions).toBe(1)
    for (const line of lines) line.close()
  })
})
