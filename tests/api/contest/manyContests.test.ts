import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readerOf } from '#server/context.ts'
import { visibleComments, visibleReplies } from '#server/policy/comment.ts'
import { visibleAnnexes } from '#server/policy/problem.ts'
import { listedSubmissions, visibleSubmissions } from '#server/policy/submission.ts'
import { MINUTE, PHASES, type Phase, timesOf } from '../../support/contests.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Sight of single rows while thousands of contests are to come, running or sealed. */

const EACH = 500
const STAGES = Object.keys(PHASES) as Phase[]

let site: Site
const people = {} as Record<'root' | 'owner' | 'rival' | 'ada' | 'bob', Person>
type Name = keyof typeof people
/** The ids of one contest in a phase, of ada's and the owner's words in it, and of ada's submissions before and in its freeze. */
type Stage = Record<'contest' | 'asked' | 'said' | 'replied' | 'early' | 'late' | 'annex', number>
const stages = {} as Record<Phase, Stage>

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  people.root = await addPerson(site, 'root', { role: 'ROOT' })
  for (const name of ['owner', 'rival'] as const)
    people[name] = await addPerson(site, name, { role: 'ADMIN' })
  for (const name of ['ada', 'bob'] as const) people[name] = await addPerson(site, name)
  const { prisma } = site
  for (const phase of STAGES) {
    const contest = { type: 'ACM' as const, ownerId: people.rival.id, ...timesOf(phase) }
    await prisma.contest.createMany({ data: Array.from({ length: EACH }, () => contest) })
    stages[phase] = await stageOf(phase)
  }
  await site.house.timetable.renew()
}, 60_000)
afterAll(() => site.close())

async function stageOf(phase: Phase): Promise<Stage> {
  const { prisma } = site
  const times = timesOf(phase)
  const { id: contestId } = await prisma.contest.create({
    data: { type: 'ACM', ownerId: people.owner.id, ...times },
  })
  const problem = await addJudgeable(site, `P${contestId}`, { visibility: 'CONTEST_ONLY' })
  await prisma.contestProblem.create({
    data: { contestId, problemId: problem.id, displayId: 'A', title: 'A', position: 1 },
  })
  const blobHash = `${contestId}`.padStart(64, '0')
  await prisma.blob.create({ data: { hash: blobHash, size: 1 } })
  const annex = await prisma.annex.create({
    data: { problemId: problem.id, name: 'a.txt', blobHash, size: 1 },
  })
  const comment = (who: Person) =>
    prisma.comment.create({ data: { contestId, authorId: who.id, content: `by ${who.username}` } })
  const [asked, said] = [await comment(people.ada), await comment(people.owner)]
  const reply = await prisma.reply.create({
    data: { commentId: said.id, authorId: people.ada.id, content: 'by ada' },
  })
  const sent = (after: Date) =>
    prisma.submission.create({
      data: {
        problemId: problem.id,
        userId: people.ada.id,
        contestId,
        createdAt: new Date(after.getTime() + MINUTE),
        language: 'cpp17',
        codeLength: 11,
        ip: '127.0.0.1',
        state: 'DONE',
        verdict: 'ACCEPTED',
      },
    })
  const [early, late] = [await sent(times.startsAt), await sent(times.freezesAt)]
  return {
    contest: contestId,
    asked: asked.id,
    said: said.id,
    replied: reply.id,
    annex: annex.id,
    early: early.id,
    late: late.id,
  }
}

/** Which rows of a contest its phase shows to people (contest-rules.md 6, 15, 24). */
const ALL = ['asked', 'said', 'replied', 'early', 'late', 'annex']
const SEEN: Record<Name, (phase: Phase) => string[]> = {
  root: () => ALL,
  owner: () => ALL,
  ada: (phase) => (phase === 'before' ? [] : ALL),
  bob: (phase) => {
    if (phase === 'before') return []
    if (phase === 'running') return ['said', 'early', 'late', 'annex']
    if (phase === 'frozen') return ['said', 'early', 'annex']
    return phase === 'thawed' ? ALL : ALL.filter((row) => row !== 'late')
  },
  rival: (phase) => SEEN.bob(phase),
}

const TYPES = { asked: 'Comment', said: 'Comment', replied: 'Reply', early: 'Submission', late: 'Submission' }
const NODE = 'query ($id: ID!) { node(id: $id) { id } }'
const OWN = `{
  submissions(first: 50, filter: { mine: true, everywhere: true }) { totalCount edges { node { number } } }
}`

describe.each(STAGES)('with thousands of open contests, one that is %s', (phase) => {
  it.each(['root', 'owner', 'rival', 'ada', 'bob'] as const)('shows %s what it should', async (name) => {
    const stage = stages[phase]
    const { token } = people[name]
    const seen: string[] = []
    for (const row of ALL) {
      if (row === 'annex') {
        const file = await fetch(`${site.url}/api/public/file/${stage.annex}/a.txt`, {
          headers: { authorization: token },
        })
        // Its bytes were never stored: anyone who sees it is told so, others that it is not there.
        if (file.status !== 404) seen.push(row)
        continue
      }
      const key = row as keyof typeof TYPES
      const { data } = await site.graphql(NODE, { id: globalId(TYPES[key], stage[key]) }, { token })
      if (data?.node) seen.push(row)
    }
    expect(seen).toEqual(SEEN[name](phase))
  })
})

it('lists what one sent in all of them, but for what a list hides', async () => {
  const { data, errors } = await site.graphql(OWN, {}, people.ada)
  expect(errors).toBeUndefined()
  const expected = STAGES.filter((phase) => phase !== 'before').flatMap((phase) => [
    stages[phase].early,
    stages[phase].late,
  ])
  const numbers = data.submissions.edges.map(({ node }: { node: { number: number } }) => node.number)
  expect(numbers.toSorted((one: number, other: number) => one - other)).toEqual(expected)
  expect(data.submissions.totalCount).toBe(expected.length)
})

it('lists the comments of one contest', async () => {
  const query = `query ($n: Int!) { contest(number: $n) { comments { totalCount edges { node {
    content replies { totalCount } } } } } }`
  const seenBy = async (name: Name) => {
    const { data } = await site.graphql(query, { n: stages.running.contest }, people[name])
    return data.contest.comments.edges.map(
      ({ node }: { node: { content: string; replies: { totalCount: number } } }) =>
        `${node.content} ${node.replies.totalCount}`,
    )
  }
  expect(await seenBy('bob')).toEqual(['by owner 0'])
  expect(await seenBy('ada')).toEqual(['by owner 1', 'by ada 0'])
})

it('filters name no contest, and stay the same text until a contest begins, freezes or ends', () => {
  const at = (now: Date) => {
    const reader = readerOf({ ...contextOf(site, people.ada), now })
    const filters = [
      visibleComments(reader),
      visibleReplies(reader),
      visibleAnnexes(reader),
      visibleSubmissions(reader),
      listedSubmissions(reader),
    ]
    return JSON.stringify(filters)
  }
  const now = new Date()
  expect(at(now).length).toBeLessThan(5_000)
  expect(at(new Date(now.getTime() + 1))).toBe(at(now))
  const turned = new Date(now.getTime() + 11 * MINUTE)
  expect(at(turned)).not.toBe(at(now))
})
