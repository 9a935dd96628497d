import { expect, it } from 'vitest'
import { transact } from '#server/events.ts'
import { removeContest } from '#server/modules/contest/organising/organising.ts'
import { goOn } from '#server/modules/operation/operation.ts'
import { openContestSite } from '../../support/contestSite.ts'
import { globalId } from '../../support/judgeable.ts'
import { contextOf, type Person } from '../../support/people.ts'
import { runDyingOperation } from '../../support/runDyingOperation.ts'

const arena = openContestSite()
const { people, problems, call, makeContest, put } = arena
const SUBMISSIONS = 3000
const COMMENTS = 300

/** A contest that is over, with thousands of submissions, comments and a picture that one of them shows. */
async function bigContest(): Promise<{ cid: number; fileId: string }> {
  const { prisma } = arena.site
  const cid = await makeContest()
  await put(cid, problems.sum.id, 'A')
  await prisma.$executeRaw`
    with sent as (
      insert into "Submission" ("problemId", "userId", "contestId", "language", "codeLength", "ip", "state", "verdict",
        "countedVerdict", "createdAt")
      select ${problems.sum.id}, ${people.ada.id}, ${cid}::int, 'cpp17o2', 4, '127.0.0.1', 'DONE', 'WRONG_ANSWER',
        'WRONG_ANSWER', now() from generate_series(1, ${SUBMISSIONS}::int)
      returning "id"
    ), code as (
      insert into "SubmissionCode" ("submissionId", "source") select "id", 'code' from sent
    ), judged as (
      insert into "Judgement" ("id", "submissionId", "task", "state") select 'j' || "id", "id", '{}', 'DONE' from sent
      returning "id"
    )
    insert into "Run" ("judgementId", "index", "verdict", "timeMs", "memoryKb")
    select "id", 1, 'WRONG_ANSWER', 5, 900 from judged`
  await prisma.$executeRaw`
    insert into "Comment" ("contestId", "authorId", "content")
    select ${cid}::int, ${people.ada.id}, 'word ' || n from generate_series(1, ${COMMENTS}::int) n`
  const comment = await prisma.comment.findFirstOrThrow({ where: { contestId: cid } })
  const file = await prisma.file.create({
    data: {
      id: `f${cid}`,
      use: 'MARKDOWN_PICTURE',
      ownerId: people.ada.id,
      place: `files/aa/${cid}`,
      name: 'p.png',
      mediaType: 'image/png',
      size: 1,
      hash: 'a'.repeat(64),
      references: { create: { subject: `Comment:${comment.id}` } },
    },
  })
  return { cid, fileId: file.id }
}

const left = (cid: number) => arena.site.prisma.submission.count({ where: { contestId: cid } })

/** What somebody gets of a contest and of a submission of it, through every door that names either. */
async function seen(who: Person | null, cid: number, submission: number): Promise<unknown[]> {
  const ask = async (query: string, variables: object): Promise<Record<string, unknown> | null> => {
    const { data } = await arena.site.graphql(query, variables, who ?? {})
    return data && (Object.values<Record<string, unknown> | null>(data)[0] ?? null)
  }
  return Promise.all([
    ask('query ($cid: Int!) { contest(number: $cid) { title } }', { cid }),
    ask('query ($id: ID!) { node(id: $id) { id } }', { id: globalId('Contest', cid) }),
    ask('query ($id: ID!) { node(id: $id) { id } }', { id: globalId('Submission', submission) }),
    ask('query ($filter: SubmissionFilter) { submissions(filter: $filter) { totalCount } }', {
      filter: { contestId: globalId('Contest', cid) },
      // A list of what is not there is empty.
    }).then((list) => (list?.totalCount === 0 ? null : list)),
    call(who, 'GET', `/api/get-contest-info?cid=${cid}`).then(({ data }) => data),
    call(who, 'GET', `/api/admin/contest?cid=${cid}`).then(({ data }) => data),
    call(who, 'GET', `/api/get-submission-detail?submitId=${submission}`).then(({ data }) => data),
  ])
}

it('removes a big contest in steps that go on after a kill, and nobody sees half of it', async () => {
  const { site } = arena
  const { cid, fileId } = await bigContest()
  const { id: first } = await site.prisma.submission.findFirstOrThrow({ where: { contestId: cid } })
  expect((await seen(people.root, cid, first)).every((one) => one !== null)).toBe(true)
  // Its job is taken away, so that only the process that is killed begins with it.
  const operationId = await transact(contextOf(site, people.root), async (ctx) => {
    await removeContest(ctx, cid)
    const { id } = await ctx.db.operation.findFirstOrThrow({ where: { kind: 'CONTEST_REMOVAL' } })
    await ctx.db.$queryRaw`select graphile_worker.remove_job(${`operation:${id}`})::text`
    return id
  })
  const nobodySees = async () => {
    for (const who of [people.root, people.owner, people.ada, people.bob, null])
      await expect.poll(() => seen(who, cid, first)).toEqual([null, null, null, null, null, null, null])
  }
  expect(await left(cid)).toBe(SUBMISSIONS)
  await nobodySees()
  await runDyingOperation(site, operationId, 'real')
  const rest = await left(cid)
  expect(rest).toBeLessThan(SUBMISSIONS)
  expect(rest).toBeGreaterThan(0)
  await nobodySees()

  await goOn(contextOf(site, null), operationId)
  await expect
    .poll(() => site.prisma.operation.findUniqueOrThrow({ where: { id: operationId } }))
    .toMatchObject({ state: 'DONE', done: 1 })
  expect(await left(cid)).toBe(0)
  expect(await site.prisma.contest.findUnique({ where: { id: cid } })).toBeNull()
  expect(await site.prisma.comment.count({ where: { contestId: cid } })).toBe(0)
  expect(await site.prisma.fileReference.count({ where: { fileId } })).toBe(0)
  const written = await site.prisma.auditEntry.findMany({ where: { subject: `Contest:${cid}` } })
  expect(written.filter(({ action }) => action === 'contest.removed')).toHaveLength(1)
}, 60_000)

it('answers at once, whatever is in it, and cannot be cancelled', async () => {
  const { site } = arena
  const { cid } = await bigContest()
  const remove = 'mutation ($ids: [ID!]!) { removeContests(input: { ids: $ids }) { done } }'
  const ids = [globalId('Contest', cid)]
  const { data } = await site.graphql(remove, { ids }, people.root)
  expect(data.removeContests.done).toEqual(ids)
  expect(
    (await site.graphql('query ($cid: Int!) { contest(number: $cid) { title } }', { cid }, people.root)).data
      .contest,
  ).toBeNull()
  const again = await site.graphql(remove, { ids }, people.root)
  expect(again.data.removeContests.done).toEqual([])
  const { id } = await site.prisma.operation.findFirstOrThrow({
    where: { kind: 'CONTEST_REMOVAL' },
    orderBy: { id: 'desc' },
  })
  const cancelled = await site.graphql(
    'mutation ($id: ID!) { cancelOperation(input: { id: $id }) { state } }',
    { id: globalId('Operation', id) },
    people.root,
  )
  expect(cancelled.errors?.[0]?.extensions?.code).toBe('OPERATION_OVER')
  await expect.poll(() => site.prisma.contest.count({ where: { id: cid } })).toBe(0)
})
