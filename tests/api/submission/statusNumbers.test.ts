import { afterAll, beforeAll, expect, it } from 'vitest'
import { JudgingState, Verdict } from '#prisma/generated/enums.ts'
import { sweepUnsettled } from '#server/modules/judging/settle.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let alice: Person

const PROBLEMS = ['S1001', 'S1002'] as const

/** Every verdict and every state more often than one page shows, of two people on two problems. */
const EACH = 8

beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'chief', { role: 'ROOT' })
  alice = await addPerson(site, 'alice')
  const people = [root, alice]
  const problems = await Promise.all(PROBLEMS.map((displayId) => addJudgeable(site, displayId)))
  const going = Object.values(JudgingState).filter((state) => state !== 'DONE')
  const outcomes = [
    ...Object.values(Verdict).map((verdict) => ({ state: 'DONE' as const, verdict })),
    ...going.map((state) => ({ state, verdict: null })),
  ]
  for (let i = 0; i < EACH; i++) {
    for (const [k, outcome] of outcomes.entries()) {
      const problemId = problems[(i + k) % 2]?.id ?? 0
      const userId = people[(i >> 1) % 2]?.id ?? ''
      const row = { problemId, userId, language: i % 3 ? 'cpp17' : 'python3', codeLength: 1, ip: '' }
      await site.prisma.submission.create({ data: { ...row, ...outcome } })
    }
    // The tallies have counted half of them.
    if (i === EACH / 2) await sweepUnsettled(contextOf(site, null))
  }
}, 60_000)
afterAll(() => site.close())

type Listed = { submitId: number; status: number }

/** All pages of a list, and the total that each of them states. */
async function listed(query: string, limit: number): Promise<{ rows: Listed[]; total: number }> {
  const rows: Listed[] = []
  for (let page = 1; ; page++) {
    const path = `/api/get-submission-list?limit=${limit}&currentPage=${page}&${query}`
    const { data } = await site.rest('GET', path, alice)
    rows.push(...data.records.map(({ submitId, status }: Listed) => ({ submitId, status })))
    if (rows.length >= data.total || data.records.length === 0) return { rows, total: data.total }
  }
}

it('a number finds exactly the rows that are shown with it, and counts them', async () => {
  const shown = new Set<number>()
  for (const query of ['', 'username=alice', 'problemID=S1002&completeProblemID=true', 'onlyMine=true']) {
    const all = (await listed(query, 100)).rows
    for (let status = -12; status <= 12; status++) {
      const expected = all.filter((row) => row.status === status)
      if (expected.length > 0) shown.add(status)
      const what = `${query}&status=${status}`
      const found = await listed(what, 5)
      expect([what, found.rows]).toEqual([what, expected])
      expect([what, found.total]).toEqual([what, expected.length])
    }
  }
  expect([...shown].sort((a, b) => a - b)).toEqual([-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  // Two verdicts have this one.
  expect((await listed('status=3', 100)).total).toBe(2 * EACH)
  expect(await listed('status=33', 5)).toEqual({ rows: [], total: 0 })
  for (const status of ['three', '3.5', '3,3', '3 or 1']) {
    const path = `/api/get-submission-list?status=${encodeURIComponent(status)}`
    expect(await site.rest('GET', path)).toMatchObject({ http: 400, status: 400 })
  }
})

it('GraphQL tells RUNTIME_ERROR and OUTPUT_LIMIT_EXCEEDED apart', async () => {
  for (const verdict of ['RUNTIME_ERROR', 'OUTPUT_LIMIT_EXCEEDED']) {
    const { data } = await site.graphql(
      `query ($filter: SubmissionFilter!) {
        submissions(first: 50, filter: $filter) { totalCount edges { node { verdict } } }
      }`,
      { filter: { verdict } },
    )
    expect(data.submissions.totalCount).toBe(EACH)
    expect(data.submissions.edges.map(({ node }: { node: { verdict: string } }) => node.verdict)).toEqual(
      Array(EACH).fill(verdict),
    )
  }
})

it('a verdict or state that a filter names twice finds each row once', async () => {
  const found = async (filter: object) => {
    const { data } = await site.graphql(
      `query ($filter: SubmissionFilter!) {
        submissions(first: 50, filter: $filter) { totalCount edges { node { number } } }
      }`,
      { filter },
    )
    return data.submissions
  }
  const once = await found({ verdicts: ['RUNTIME_ERROR'] })
  expect(once.edges).toHaveLength(EACH)
  expect(await found({ verdicts: ['RUNTIME_ERROR', 'RUNTIME_ERROR'] })).toEqual(once)
  expect(await found({ verdict: 'RUNTIME_ERROR', states: ['DONE', 'DONE'] })).toEqual(once)
})

it('a verdict that is given by its number is shown with it', async () => {
  const { id } = await site.prisma.submission.findFirstOrThrow({ where: { verdict: 'WRONG_ANSWER' } })
  for (const status of [-3, -1, 0, 1, 2, 3, 8]) {
    const path = `/api/admin/judge/manual-judge?submitId=${id}&status=${status}`
    const answer = await site.rest('GET', path, root)
    expect([status, answer.data?.status]).toEqual([status, status])
    if (status !== 3) continue
    expect(await site.prisma.submission.findUnique({ where: { id } })).toMatchObject({
      verdict: 'RUNTIME_ERROR',
    })
  }
})
