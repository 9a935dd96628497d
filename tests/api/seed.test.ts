import { afterAll, beforeAll, expect, it } from 'vitest'
import { PRIORITY } from '#judge/protocol.ts'
import { contests, discussions, groups, lessons, problems, trainings, users } from '#prisma/seed/content.ts'
import { seed } from '#server/launch/database/seed.ts'
import { createRootUser } from '#server/modules/user/user.ts'
import { casesOf } from '#tests/support/seedCases.ts'
import { type Site, startSite } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await createRootUser(site.house, 'a-root-password')
  await seed(site.house)
}, 120_000)
afterAll(() => site.close())

const figures = async () => ({
  users: await site.prisma.user.count(),
  problems: await site.prisma.problem.count(),
  statements: await site.prisma.statement.count(),
  testsets: await site.prisma.testset.count(),
  tags: await site.prisma.tag.count(),
  notices: await site.prisma.siteNotice.count(),
  slides: await site.prisma.carouselSlide.count(),
  contests: await site.prisma.contest.count(),
  discussions: await site.prisma.discussion.count(),
  lessons: await site.prisma.lesson.count(),
  trainings: await site.prisma.training.count(),
  trainingProblems: await site.prisma.trainingProblem.count(),
  registrations: await site.prisma.trainingRegistration.count(),
  homework: await site.prisma.homework.count(),
  groups: await site.prisma.group.count(),
  members: await site.prisma.groupMember.count(),
  groupNotices: await site.prisma.groupNotice.count(),
  checkIns: await site.prisma.checkIn.count(),
  comments: await site.prisma.comment.count({ where: { NOT: { discussionId: null } } }),
  ofContests: await site.prisma.contestProblem.count(),
})

it('fills a new site once', async () => {
  const first = await figures()
  expect(first.problems).toBe(problems.length)
  expect(first.users).toBe(users.length + 1)
  expect(first.statements).toBe(problems.length * 2)
  expect(first.testsets).toBe(problems.length)
  expect(first.discussions).toBe(discussions.length)
  expect(first.lessons).toBe(lessons.length)
  expect(first.trainings).toBe(trainings.length)
  expect(first.groups).toBe(groups.length)
  const inGroups = groups.flatMap(({ members, applicants }) => [...members, ...applicants])
  expect(first.members).toBe(groups.length + inGroups.length)
  expect(first.groupNotices).toBe(groups.flatMap((group) => group.notices).length)
  expect(first.registrations).toBe(trainings.flatMap(({ registered }) => registered).length)
  expect(first.homework).toBe(trainings.filter(({ dueInDays }) => dueInDays !== undefined).length)
  const home = '{ userHome(username: "moss") { checkIns { streak longest total } } }'
  expect((await site.graphql(home)).data.userHome.checkIns).toEqual({ streak: 5, longest: 5, total: 6 })
  await seed(site.house)
  expect(await figures()).toEqual(first)
})

it('queues every example solution behind whatever people send', async () => {
  const open = problems.filter(({ inContest }) => !inContest)
  const runs = contests.reduce((sum, { runs }) => sum + runs.length, 0)
  const solutions = open.reduce((sum, { solutions }) => sum + solutions.length, runs)
  expect(await site.prisma.submission.count()).toBe(solutions)
  const jobs = await site.prisma.$queryRaw<{ priority: number; count: bigint }[]>`
    select priority, count(*) from graphile_worker.jobs where task_identifier = 'judge' group by 1`
  expect(jobs.map(({ priority, count }) => [priority, Number(count)])).toEqual([
    [PRIORITY.rejudging, solutions],
  ])
})

it('finishes what a killed start had begun', async () => {
  const complete = await figures()
  await site.prisma.setting.update({ where: { key: 'seed' }, data: { value: 'begun' } })
  const some = { displayId: { in: ['P1001', 'P1042'] } }
  // What was sent does not go with its problem.
  await expect(site.prisma.problem.deleteMany({ where: some })).rejects.toThrow('problemId_fkey')
  await site.prisma.submission.deleteMany({
    where: { OR: [{ problem: some }, { NOT: { contestId: null } }] },
  })
  await site.prisma.contest.deleteMany()
  await site.prisma.training.deleteMany()
  await site.prisma.problem.deleteMany({ where: some })
  await site.prisma.carouselSlide.deleteMany()
  await seed(site.house)
  expect(await figures()).toEqual(complete)
})

it('keeps every file of every test among the blobs, and the scores that the author gave', async () => {
  for (const problem of problems) {
    const row = await site.prisma.problem.findUniqueOrThrow({
      where: { displayId: problem.displayId },
      include: { testset: true },
    })
    const manifest = row.testset?.manifest as {
      cases: { input: { hash: string }; answer: { hash: string } | null }[]
    }
    expect(manifest.cases.length).toBe(casesOf(problem).length)
    const hashes = manifest.cases.flatMap(({ input, answer }) => [
      input.hash,
      ...(answer ? [answer.hash] : []),
    ])
    for (const hash of hashes) expect(await site.house.blobs.has(hash)).toBe(true)
    expect(row.fullScore, problem.displayId).toBe(problem.fullScore)
  }
})

it('lets nobody sign in as one of the invented people', async () => {
  const answer = await site.graphql(`mutation($input: LoginInput!) { login(input: $input) { token } }`, {
    input: { username: users[0]?.username, password: '!!!!!!' },
  })
  expect(answer.errors?.[0]?.extensions?.code).toBe('WRONG_CREDENTIALS')
})
