import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { addContest, addJudged, MINUTE, timesOf } from '../support/contests.ts'
import { addGroupStage, type GroupStage, NAMES, type Name } from '../support/groupStage.ts'
import { addJudgeable, globalId } from '../support/judgeable.ts'
import { type Probe, viewOf } from '../support/outsiderView.ts'
import { contextOf } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

/** Nothing of a group reaches those who are not in it: with a row of it and without, they are answered the same. */

let site: Site
let stage: GroupStage

/** What is there of the site alone. */
const ofSite = {} as Probe
/** The numbers that the next rows get: of the group, or of nothing. */
const FIRST = 900_001
const ofGroup: Probe = {
  problem: { id: FIRST, displayId: 'ALPHA1' },
  ...{ submissionId: FIRST, contestId: FIRST, commentId: FIRST, tagId: FIRST },
}

const OUTSIDERS = ['guest', 'applicant', 'siteAdmin'] as const
type Outsider = (typeof OUTSIDERS)[number]
const personOf = (name: Outsider) => (name === 'guest' ? null : stage.people[name])

beforeAll(async () => {
  site = await startSite()
  stage = await addGroupStage(site)
  const { siteRoot, stranger, member } = stage.people
  const problem = await addJudgeable(site, 'SITE1', { authorId: siteRoot.id })
  const contest = await addContest(site, { type: 'ACM', ownerId: siteRoot.id, ...timesOf('running') })
  await site.prisma.contestProblem.create({
    data: { contestId: contest.id, problemId: problem.id, displayId: 'SITE1', title: 'Sum', position: 1 },
  })
  const createdAt = new Date(Date.now() - MINUTE)
  for (const person of [stranger, member])
    await addJudged(site, person, { problemId: problem.id, contestId: contest.id, createdAt })
  const sent = await addJudged(site, member, { problemId: problem.id, contestId: null as never, createdAt })
  const comment = await site.prisma.comment.create({
    data: { contestId: contest.id, authorId: siteRoot.id, content: 'Read the rules' },
  })
  const tag = await site.prisma.tag.create({ data: { names: { 'en-US': 'sums' } } })
  await site.prisma.problemTag.create({ data: { problemId: problem.id, tagId: tag.id } })
  Object.assign(ofSite, {
    problem,
    submissionId: sent.id,
    contestId: contest.id,
    commentId: comment.id,
    tagId: tag.id,
  })
  for (const table of ['Problem', 'Submission', 'Contest', 'Comment', 'Tag'])
    await site.prisma.$queryRawUnsafe(
      `select setval(pg_get_serial_sequence('"${table}"', 'id'), ${FIRST - 1})`,
    )
}, 60_000)

afterAll(() => site?.close())

/** One row of each kind: problems in every state but the site's, what was sent to them, a contest with all that it has. */
async function fillGroup() {
  const { group, people } = stage
  const { author, member, owner } = people
  const groupId = group.id
  const problem = await addJudgeable(site, 'ALPHA1', { groupId, authorId: author.id, visibility: 'GROUP' })
  for (const [at, columns] of [
    { visibility: 'HIDDEN' as const },
    { visibility: 'CONTEST_ONLY' as const },
    { visibility: 'GROUP' as const, application: 'ASKED' as const },
    { visibility: 'GROUP' as const, application: 'REFUSED' as const, approvedAt: new Date() },
  ].entries())
    await addJudgeable(site, `ALPHA${at + 2}`, { groupId, authorId: author.id, ...columns })
  const createdAt = new Date(Date.now() - MINUTE)
  const sent = await addJudged(
    site,
    member,
    { problemId: problem.id, contestId: null as never, createdAt },
    { groupId },
  )
  const made = { type: 'ACM' as const, ownerId: owner.id, ...timesOf('running'), groupId }
  const contest = await addContest(site, made)
  await site.prisma.contestProblem.create({
    data: { contestId: contest.id, problemId: problem.id, displayId: 'ALPHA1', title: 'Secret', position: 1 },
  })
  const inContest = await addJudged(
    site,
    member,
    { problemId: problem.id, contestId: contest.id, createdAt },
    { groupId },
  )
  const comment = await site.prisma.comment.create({
    data: {
      ...{ contestId: contest.id, authorId: member.id, content: 'a secret question' },
      replies: { create: { authorId: owner.id, content: 'a secret answer' } },
    },
  })
  const tag = await site.prisma.tag.create({ data: { names: { 'en-US': 'secrets' }, groupId } })
  await site.prisma.problemTag.create({ data: { problemId: problem.id, tagId: tag.id } })
  return { problem, sent, contest, inContest, comment, tag }
}

const OF_MEMBERS = ['problem', 'sent', 'contest', 'inContest', 'tag']
const ALL = ['problem', 'sent', 'contest', 'inContest', 'comment', 'tag']

/**
 * The rows that somebody in the group, or of the staff, sees one by one; nobody else sees any. What a contestant asks in a
 * running contest is for its author and for organisers (contest-rules 24).
 */
const SEEN: Partial<Record<Name | 'guest', string[]>> = {
  ...{ member: ALL, admin: OF_MEMBERS, author: OF_MEMBERS, root: ALL, owner: ALL },
  ...{ siteProblemAdmin: ['problem', 'sent', 'tag'], siteRoot: ALL },
}

const viewsOfAll = async () => {
  const views = {} as Record<Outsider, Map<string, string>>
  for (const name of OUTSIDERS) views[name] = await viewOf(site, personOf(name), [ofSite, ofGroup])
  return views
}

/** What is another one from moment to moment. */
const VOLATILE = /(memoryShare|cpuShare|backupPercent(Cpu|Memory)Load|backupCPULoad)$/i

/** The leaves of two views that differ. */
const differing = (one: Map<string, string>, other: Map<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter(
    (path) => one.get(path) !== other.get(path) && !VOLATILE.test(path),
  )

describe('a site whose group has problems, submissions, a contest, comments and a tag', () => {
  let rows: Awaited<ReturnType<typeof fillGroup>>
  let before: Awaited<ReturnType<typeof viewsOfAll>>
  let after: Awaited<ReturnType<typeof viewsOfAll>>

  beforeAll(async () => {
    before = await viewsOfAll()
    rows = await fillGroup()
    after = await viewsOfAll()
  }, 120_000)

  it('has the rows that were asked for before they were there', () => {
    const { problem, sent, contest, comment, tag } = rows
    expect([problem, sent, contest, comment, tag].map(({ id }) => id)).toEqual(Array(5).fill(FIRST))
  })

  it.each(OUTSIDERS)('answers %s what it would without them (area-rules G2, G8, G10, G12)', (name) => {
    expect(before[name].size).toBeGreaterThan(1000)
    expect(differing(before[name], after[name])).toEqual([])
  })

  it.each(['guest', ...NAMES] as const)(
    'shows %s the rows that are theirs to see, and no other',
    async (name) => {
      const { problem, sent, contest, inContest, comment, tag } = rows
      const nodes = {
        problem: globalId('Problem', problem.id),
        sent: globalId('Submission', sent.id),
        contest: globalId('Contest', contest.id),
        inContest: globalId('Submission', inContest.id),
        comment: globalId('Comment', comment.id),
        tag: globalId('Tag', tag.id),
      }
      const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
      const token = name === 'guest' ? null : stage.people[name].token
      const { data } = await site.graphql(query, { ids: Object.values(nodes) }, { token })
      const seen = Object.keys(nodes).filter((_, at) => data.nodes[at] !== null)
      expect(seen).toEqual(SEEN[name] ?? [])
    },
  )

  it('tells those who follow lists of the site nothing of what is sent there (area-rules G12)', async () => {
    const query = `subscription { submissionsChanged { submission { number } } }`
    const lines = await Promise.all(
      OUTSIDERS.map((name) => site.subscribe(query, {}, { token: personOf(name)?.token })),
    )
    const practice = await site.prisma.submission.findUniqueOrThrow({ where: { id: ofSite.submissionId } })
    for (const { id, userId, problemId, contestId, groupId } of [rows.sent, rows.inContest, practice])
      await emit(contextOf(site, null), 'submission.judged', {
        submissionId: id,
        ...{ userId, problemId, contestId, groupId },
      })
    for (const line of lines) {
      const { data } = await line.next()
      expect(data.submissionsChanged.submission.number).toBe(practice.id)
      line.close()
    }
  })
})
