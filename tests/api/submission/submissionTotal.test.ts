import { afterAll, beforeAll, expect, it } from 'vitest'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'
import { statementsOf } from '../../support/sqlStatements.ts'

let site: Site
let sender: Person
let problemId: number
beforeAll(async () => {
  site = await startSite()
  sender = await addPerson(site, 'sender')
  problemId = (await addJudgeable(site, 'T1')).id
})
afterAll(() => site?.close())

it('of the list of the site is read from tallies and an index, without the rows', async () => {
  // Past the triggers, which would count them one by one.
  await site.prisma.$transaction([
    site.prisma.$executeRaw`set local session_replication_role = replica`,
    site.prisma.$executeRaw`
      insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "state", "verdict", "countedVerdict")
      select ${problemId}::int, ${sender.id}, 'cpp17', 10, '::1', 'DONE', 'WRONG_ANSWER', 'WRONG_ANSWER'
      from generate_series(1, 20000) as n`,
    site.prisma.$executeRaw`
      insert into "ProblemTally" ("problemId", "total", "wrongAnswer") values (${problemId}, 20000, 20000)
      on conflict ("problemId") do update set "total" = 20000, "wrongAnswer" = 20000`,
  ])
  // Index-only scans need pages that are visible to all; a transaction that runs meanwhile keeps vacuum from it.
  const visiblePages = async () => {
    await site.prisma.$executeRawUnsafe('vacuum analyze "Submission"')
    const [row] = await site.prisma.$queryRaw<{ pages: number }[]>`
      select relallvisible as "pages" from pg_class where oid = '"Submission"'::regclass`
    return row?.pages
  }
  await expect.poll(visiblePages).toBeGreaterThan(100)
  // Together with a vacuum it leaves the size of an index as it was, if it found nothing dead.
  await site.prisma.$executeRawUnsafe('analyze "Submission"')
  const statements = await statementsOf(async () => {
    const { data } = await site.graphql('{ submissions(first: 1) { totalCount } }', {}, sender)
    expect(data.submissions.totalCount).toBe(20_000)
  })
  const total = statements.find(({ text }) => text.includes('"ProblemTally"'))
  if (!total) throw new Error('no statement reads the tallies')
  const plan = await site.prisma.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(
    `explain ${total.text}`,
    ...total.values,
  )
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toMatch(/using "Submission_unsettled_idx"/)
  expect(text).not.toMatch(/Seq Scan on "Submission"/)
})

it('leaves hidden problems out by an index that has no others', async () => {
  await site.prisma.$executeRaw`
    insert into "Problem" ("displayId", "sortKey", "keywords", "visibility", "updatedAt")
    select 'B' || i, 'B' || i, '', 'PUBLIC', now() from generate_series(1, 5000) i`
  await site.prisma.$executeRawUnsafe('vacuum analyze "Problem"')
  const statements = await statementsOf(() =>
    site.graphql('{ submissions(first: 1) { totalCount } }', {}, {}),
  )
  const hidden = statements.find(({ text }) => text.includes('from "Problem"'))
  if (!hidden) throw new Error('no statement reads the hidden problems')
  const plan = await site.prisma.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(`explain ${hidden.text}`)
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Scan using "Problem_hidden_idx"/)
})
