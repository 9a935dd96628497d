import {
  type GraphQLArgument,
  type GraphQLField,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { schema } from '#server/schema.ts'
import { addContest, addJudged, MINUTE, timesOf } from '../../support/contests.ts'
import { addGroupRoles, type GroupRoles, NAMES, type Name } from '../../support/groupRoles.ts'
import {
  CLOSED_FILES,
  FIRST,
  fillGroup,
  GROUP_NODES,
  groupNodes,
  NODES_OF_NO_GROUP,
  numberRows,
  tablesWithoutRow,
} from '../../support/groupRows.ts'
import { addGroup } from '../../support/groups.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { type Probe, viewOf } from '../../support/outsiderView.ts'
import { contextOf } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Nothing of a group reaches those who are not in it: with a row of it and without, they are answered the same. */

let site: Site
let stage: GroupRoles

/** What is there of the site alone. */
const ofSite = {} as Probe
const idsOf = (keys: Readonly<Record<string, number | string>>) =>
  Object.entries(keys).map(([type, key]) => globalId(type, key))
/** What queries of pages take ids of. */
const ASKED = Object.entries(GROUP_NODES).filter(([type]) =>
  /^(Problem|Submission|Contest|Comment|Tag|Operation|Rejudging|Training|Trial)$/.test(type),
)
/** What the next rows are called: of the group, or of nothing. */
const ofGroup: Probe = {
  problem: { id: FIRST, displayId: 'ALPHA1' },
  submissionId: FIRST,
  contestId: FIRST,
  trainingId: FIRST,
  groupId: 0,
  commentId: FIRST,
  operationId: FIRST,
  annex: { id: FIRST, name: 'secret.txt' },
  files: CLOSED_FILES,
  nodes: idsOf(GROUP_NODES),
  asked: idsOf(Object.fromEntries(ASKED)),
}

const OUTSIDERS = ['guest', 'applicant', 'refused', 'left', 'siteAdmin'] as const
type Outsider = (typeof OUTSIDERS)[number]
const personOf = (name: Outsider) => (name === 'guest' ? null : stage.people[name])

beforeAll(async () => {
  site = await startSite()
  stage = await addGroupRoles(site)
  ofGroup.groupId = stage.group.id
  ofGroup.nodes = idsOf(groupNodes(stage))
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
  const submissionId = sent.id
  const category = await site.prisma.trainingCategory.create({
    data: { name: 'Basics', nameKey: 'basics', color: '#335577' },
  })
  const training = await site.prisma.training.create({
    data: { title: 'Tides', description: 'Of tides', categoryId: category.id, ownerId: siteRoot.id },
  })
  const harbour = await addGroup(site, siteRoot, 'harbour')
  const nodes = idsOf({
    Problem: problem.id,
    Submission: sent.id,
    Contest: contest.id,
    Comment: comment.id,
    Tag: tag.id,
    Training: training.id,
  })
  Object.assign(ofSite, {
    problem,
    submissionId,
    contestId: contest.id,
    trainingId: training.id,
    groupId: harbour.id,
    commentId: comment.id,
    operationId: 1,
    annex: { id: 1, name: 'none' },
    files: [],
    nodes,
    asked: nodes,
  })
  await numberRows(site)
}, 60_000)

afterAll(() => site?.close())

type Row = keyof typeof GROUP_NODES

const OF_MEMBERS: Row[] = [
  ...(['Annex', 'Contest', 'ContestProblem', 'Discussion', 'Problem', 'Submission', 'Tag'] as const),
  ...(['GradebookRow', 'GroupNotice', 'MatrixRow', 'Training', 'TrainingProblem'] as const),
]
const OF_MANAGERS: Row[] = ['Making', 'Testset']
const OF_ADMINS: Row[] = ['GroupInvitation', 'GroupMember', 'SimilarPair']
const OF_COMMENTS: Row[] = ['Comment', 'Reply']
const OF_JUDGING: Row[] = ['Judgement', 'Operation', 'OperationLine', 'Rejudging', 'RejudgingEntry']
/** Staff moderate posts of groups, on problems that they see (area-rules D4, D10). */
const OF_STAFF: Row[] = ['Discussion', 'DiscussionReport']
const OF_ROOTS: Row[] = [...OF_MEMBERS, ...OF_MANAGERS, ...OF_COMMENTS, ...OF_JUDGING, ...OF_ADMINS]

/**
 * The rows that somebody in the group, or of the staff, sees one by one; nobody else sees any. What a contestant asks in a
 * running contest is for its author and for organisers (contest-rules 24); uploads, test runs and notifications are for
 * those whose they are.
 */
const SEEN: Partial<Record<Name | 'guest', Row[]>> = {
  member: [...OF_MEMBERS, ...OF_COMMENTS, 'Notification', 'Trial'],
  admin: [...OF_MEMBERS, ...OF_ADMINS],
  author: [...OF_MEMBERS, ...OF_MANAGERS, ...OF_ADMINS, 'TestUpload'],
  root: OF_ROOTS,
  owner: OF_ROOTS,
  siteProblemAdmin: ['Annex', 'Problem', 'Submission', 'Tag', ...OF_MANAGERS, ...OF_STAFF],
  siteRoot: [...OF_ROOTS, 'AuditEntry', 'DiscussionReport'],
}

const viewsOfAll = async () => {
  const views = {} as Record<Outsider, Map<string, string>>
  for (const name of OUTSIDERS) views[name] = await viewOf(site, personOf(name), [ofSite, ofGroup])
  return views
}

/** What is another one from moment to moment, and what staff read of the disks of the whole site. */
const VOLATILE =
  /(memoryShare|cpuShare|backupPercent(Cpu|Memory)Load|backupCPULoad|storedBytes|unheldBytes)$/i

/** The leaves of two views that differ. */
const differing = (one: Map<string, string>, other: Map<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter(
    (path) => one.get(path) !== other.get(path) && !VOLATILE.test(path),
  )

/** Rows that never were. */
const ABSENT = Object.fromEntries(Object.keys(GROUP_NODES).map((type) => [type, 999_999]))

type Stream = GraphQLField<unknown, unknown>

/** Streams of a training that tell something else of it. */
const OF_TRAININGS = ['matrixChanged', 'similarityChanged', 'viewerRowChanged']

/** The type of node that an argument of a subscription names; null: it names none. */
function namedBy({ name, type }: GraphQLArgument, stream: Stream): string | null {
  if (name === 'filter') return 'filter'
  if (!['ID', 'Int'].includes(getNamedType(type).name)) return null
  if (OF_TRAININGS.includes(stream.name)) return 'Training'
  const noun = ['Contest', 'Problem'].find((noun) => name.startsWith(noun.toLowerCase()))
  const returned = getNamedType(stream.type).name
  return noun ?? (returned in GROUP_NODES ? returned : 'Contest')
}

/** Streams of a group that may be known to outsiders: tests of their own have those of others. */
const OF_KNOWN_GROUPS = [
  'administrationChanged',
  'gradebookChanged',
  'groupChanged',
  'groupInvitationsChanged',
  'groupMembersChanged',
  'groupNoticesChanged',
  'groupRanksMoved',
]

/** Every other subscription that is of a row, or of a list that names one. */
const STREAMS_OF_ROWS = Object.values(schema.getSubscriptionType()?.getFields() ?? {})
  .filter(({ name }) => !OF_KNOWN_GROUPS.includes(name))
  .filter((stream) => stream.args.some((argument) => namedBy(argument, stream)))
  .map((stream) => [stream.name, stream] as const)

/** With which code somebody is refused who follows what has these keys. */
async function refusalOf(stream: Stream, name: Outsider, keys: Readonly<Record<string, number | string>>) {
  const given = stream.args.flatMap((argument) => {
    const noun = namedBy(argument, stream)
    if (isEnumType(getNamedType(argument.type)) && isNonNullType(argument.type))
      return [`${argument.name}: PUBLIC`]
    if (noun === null) return []
    if (noun === 'filter' && stream.name === 'discussionsChanged')
      return [`filter: { problem: "${keys.Problem}" }`]
    if (noun === 'filter') return [`filter: { contestNumber: ${keys.Contest} }`]
    const isId = getNamedType(argument.type).name === 'ID'
    return [`${argument.name}: ${isId ? `"${globalId(noun, keys[noun] ?? 0)}"` : keys[noun]}`]
  })
  const selection = isLeafType(getNamedType(stream.type)) ? '' : '{ __typename }'
  const query = `subscription { ${stream.name}(${given.join(', ')}) ${selection} }`
  const line = await site.subscribe<{ errors?: Refused[] }>(
    query,
    {},
    { token: personOf(name)?.token ?? null },
  )
  const errors = await line.next().then(
    (told) => told.errors ?? [],
    (errors: unknown) => (Array.isArray(errors) ? (errors as Refused[]) : []),
  )
  line.close()
  return errors[0]?.extensions.code
}

type Refused = { extensions: { code: string } }

describe('a site whose group has problems, submissions, a contest, comments and a tag', () => {
  let before: Awaited<ReturnType<typeof viewsOfAll>>
  let after: Awaited<ReturnType<typeof viewsOfAll>>

  beforeAll(async () => {
    before = await viewsOfAll()
    await fillGroup(site, stage)
    after = await viewsOfAll()
  }, 300_000)

  it('has a row of each noun and table that a group can have rows of', async () => {
    const node = schema.getType('Node')
    const nodes = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : []
    expect([...Object.keys(GROUP_NODES), ...NODES_OF_NO_GROUP].sort()).toEqual(nodes.sort())
    expect(await tablesWithoutRow(site, stage.group.id)).toEqual([])
  })

  it.each(OUTSIDERS)('answers %s as if the group had no rows (area-rules G2, G8, G10, G12)', (name) => {
    expect(before[name].size).toBeGreaterThan(1000)
    expect(differing(before[name], after[name])).toEqual([])
  })

  it.each(['guest', ...NAMES] as const)(
    'shows %s the rows that are theirs to see, and no other',
    async (name) => {
      const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
      const token = name === 'guest' ? null : stage.people[name].token
      const inContest = globalId('Submission', FIRST + 1)
      const { data } = await site.graphql(query, { ids: [...ofGroup.nodes, inContest] }, { token })
      const seen = Object.keys(GROUP_NODES).filter((_, at) => data.nodes[at] !== null)
      expect(seen.sort()).toEqual([...(SEEN[name] ?? [])].sort())
      expect(data.nodes.at(-1) !== null).toBe(seen.includes('Contest'))
    },
  )

  it.each(STREAMS_OF_ROWS)(
    'refuses outsiders who follow %s of a row of it as if that were not there (area-rules G2, G5)',
    async (_, stream) => {
      for (const name of OUTSIDERS) {
        const there = await refusalOf(stream, name, GROUP_NODES)
        expect([name, there]).toEqual([name, await refusalOf(stream, name, ABSENT)])
        expect(['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN']).toContain(there)
      }
    },
  )

  it('tells those who follow lists of the site nothing of what is sent there (area-rules G12)', async () => {
    const query = `subscription { submissionsChanged { submission { number } } }`
    const lines = await Promise.all(
      OUTSIDERS.map((name) => site.subscribe(query, {}, { token: personOf(name)?.token })),
    )
    const find = (id: number) => site.prisma.submission.findUniqueOrThrow({ where: { id } })
    const practice = await find(ofSite.submissionId)
    const rows = [await find(FIRST), await find(FIRST + 1), practice]
    for (const { id, userId, problemId, contestId, groupId } of rows)
      await emit(contextOf(site, null), 'submission.judged', {
        submissionId: id,
        userId,
        problemId,
        contestId,
        groupId,
      })
    for (const line of lines) {
      const { data } = await line.next()
      expect(data.submissionsChanged.submission.number).toBe(practice.id)
      line.close()
    }
  })

  it('tells those who follow the contests of the site nothing of those of the group (area-rules G12)', async () => {
    const query = 'subscription { contestsChanged { contest { number } } }'
    const lines = await Promise.all(
      OUTSIDERS.map((name) => site.subscribe(query, {}, { token: personOf(name)?.token ?? null })),
    )
    for (const contestId of [FIRST, ofSite.contestId])
      await emit(contextOf(site, null), 'contest.changed', { contestId })
    for (const line of lines) {
      expect((await line.next()).data.contestsChanged.contest.number).toBe(ofSite.contestId)
      line.close()
    }
  })
})
