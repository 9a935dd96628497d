import { beforeAll, describe, expect, it, vi } from 'vitest'
import { transact } from '#server/events.ts'
import { dashboard } from '#server/modules/dashboard/dashboard.ts'
import { tellOfOutcome } from '#server/modules/judging/outcomeNews.ts'
import { changeAccount } from '#server/modules/user/accounts.ts'
import { addContest, addJudged, MINUTE, timesOf } from '../../support/contests.ts'
import { outcome } from '../../support/fakeHost.ts'
import { globalId } from '../../support/judgeable.ts'
import { type JudgingSite, openJudgingSite } from '../../support/judgingSite.ts'
import { addPerson, contextOf } from '../../support/people.ts'

/** Figures that changes beside a submission move: of its contest, its problem, its author's name, and a rejudging. */

let room: JudgingSite
let people: JudgingSite['people']
beforeAll(async () => {
  room = await openJudgingSite()
  people = room.people
}, 200_000)

/** A contest with one problem; `sent` adds a judged submission some minutes after its start. */
async function contestIn(phase: 'running' | 'frozen', fields: object = {}, ofProblem: object = {}) {
  const problem = await room.addProblem(ofProblem as never)
  const times = { type: 'ACM', title: 'Cup', ownerId: people.root.id, ...timesOf(phase), ...fields } as const
  const contest = await addContest(room.site, times)
  await room.site.prisma.contestProblem.create({
    data: { contestId: contest.id, problemId: problem.id, displayId: 'A', title: 'A', position: 0 },
  })
  const sent = (who: { id: string }, minute: number) =>
    addJudged(room.site, who as never, {
      problemId: problem.id,
      contestId: contest.id,
      createdAt: new Date(contest.startsAt.getTime() + minute * MINUTE),
    })
  return { contest, problem, sent }
}

const ranksOf = async (number: number) => {
  const query = `query ($number: Int!) {
    contest(number: $number) { scoreboard { rows { edges { node { username rank } } } } } }`
  const { data } = await room.site.graphql(query, { number }, people.bob)
  return data.contest.scoreboard.rows.edges.map(({ node }: { node: { username: string; rank: number } }) => [
    node.username,
    node.rank,
  ])
}

it('links messages on an outcome to its submission, also when the problem has left the contest (area-rules M5)', async () => {
  const { contest, problem, sent } = await contestIn('running')
  const links: (string | null)[] = []
  for (const removedAt of [null, new Date()]) {
    await room.site.prisma.contestProblem.updateMany({
      where: { contestId: contest.id, problemId: problem.id },
      data: { removedAt },
    })
    const submission = await sent(people.alice, 3)
    await transact(contextOf(room.site, null), (ctx) =>
      tellOfOutcome(ctx, submission, {
        message: 'corrected',
        before: { verdict: 'WRONG_ANSWER', score: 0 },
        after: { verdict: 'ACCEPTED', score: 100 },
        at: new Date(),
        dedupeKey: `corrected ${submission.id}`,
      }),
    )
    const subject = `Submission:${submission.id}`
    const told = await room.site.prisma.notification.findFirstOrThrow({ where: { subject } })
    links.push(told.link?.replace(/\d+$/, 'N') ?? null)
  }
  const base = `/contest/${contest.id}/problem`
  expect(links).toEqual([`${base}/A/submission-detail/N`, `${base}/-/submission-detail/N`])
})

it('an end in the past does not end a freeze that has begun (contest-rules 2)', async () => {
  const { endsAt } = timesOf('frozen')
  const { contest } = await contestIn('frozen', { endsAt, thawsAt: endsAt })
  const end = async (at: Date) => {
    const { version } = await room.site.prisma.contest.findUniqueOrThrow({ where: { id: contest.id } })
    const answer = await room.site.graphql(
      'mutation ($input: UpdateContestInput!) { updateContest(input: $input) { endsAt } }',
      { input: { id: globalId('Contest', contest.id), version, fields: { endsAt: at.toISOString() } } },
      people.root,
    )
    return JSON.stringify(answer.errors?.[0]?.extensions ?? answer.data)
  }
  expect(await end(new Date(Date.now() - 5 * MINUTE))).toContain('CONTEST_END_THAWS')
  const soon = new Date(Date.now() + 5 * MINUTE)
  expect(await end(soon)).toContain(soon.toISOString())
})

it('the page of balloons hears when somebody is disqualified', async () => {
  const { contest, sent } = await contestIn('running')
  await sent(people.alice, 4)
  const live = await room.site.subscribe(
    'subscription ($n: Int!) { acceptedRunsChanged(contestNumber: $n) }',
    { n: contest.id },
    people.root,
  )
  const { errors } = await room.site.graphql(
    'mutation ($input: DisqualifyParticipantInput!) { disqualifyParticipant(input: $input) { __typename } }',
    {
      input: {
        contestId: globalId('Contest', contest.id),
        userId: globalId('User', people.alice.id),
        isDisqualified: true,
      },
    },
    people.root,
  )
  expect(errors).toBeUndefined()
  expect((await live.next()).data).toEqual({ acceptedRunsChanged: null })
  live.close()
})

it('a renamed user stays starred, on boards in memory and new ones', async () => {
  const star = await addPerson(room.site, 'starry')
  const { contest, sent } = await contestIn('running', { stars: ['Starry', 'other'] })
  await sent(star, 5)
  await sent(people.alice, 6)
  expect(await ranksOf(contest.id)).toEqual([
    ['starry', null],
    ['alice', 1],
  ])
  const { errors } = await room.site.graphql(
    'mutation ($input: ChangeAccountInput!) { changeAccount(input: $input) { id } }',
    { input: { id: globalId('Account', star.id), username: 'renamed1' } },
    people.root,
  )
  expect(errors).toBeUndefined()
  const renamed = [
    ['renamed1', null],
    ['alice', 1],
  ]
  await expect.poll(() => ranksOf(contest.id)).toEqual(renamed)
  room.site.house.events.interrupt()
  expect(await ranksOf(contest.id)).toEqual(renamed)
  const { stars } = await room.site.prisma.contest.findUniqueOrThrow({ where: { id: contest.id } })
  expect(stars).toEqual(['renamed1', 'other'])
})

it('a renamed user stays in the private contests whose account rule names them (contest-rules 17)', async () => {
  const guest = await addPerson(room.site, 'guestly')
  const accountRule =
    '<prefix>t</prefix><suffix></suffix><start>1</start><end>9</end><extra>other Guestly</extra>'
  const { contest } = await contestIn('running', { access: 'PRIVATE', password: 'sesame', accountRule })
  const part = { contestId: contest.id, userId: guest.id, registeredAt: new Date() }
  await room.site.prisma.participation.create({ data: part })
  const bar = async () => {
    const query = 'query ($number: Int!) { contest(number: $number) { lookBar submitBar } }'
    return (await room.site.graphql(query, { number: contest.id }, guest)).data.contest
  }
  expect(await bar()).toEqual({ lookBar: null, submitBar: null })
  await changeAccount(contextOf(room.site, people.root), guest.id, { username: 'renamed2' })
  expect(await bar()).toEqual({ lookBar: null, submitBar: null })
  const where = { contestId_userId: { contestId: contest.id, userId: guest.id } }
  expect(await room.site.prisma.participation.findUnique({ where })).toMatchObject({ fits: true })
  expect(await room.site.prisma.contest.findUnique({ where: { id: contest.id } })).toMatchObject({
    accountRule: accountRule.replace('Guestly', 'renamed2'),
    version: contest.version + 1,
  })
})

it('the dashboard does not count accepted submissions of a sealed contest (contest-rules 8, 11)', async () => {
  const staff = await addPerson(room.site, 'setter2', { role: 'PROBLEM_ADMIN' })
  const { contest, problem } = await contestIn('frozen', { type: 'OI' })
  await vi.waitFor(() =>
    expect(room.site.house.timetable.at(new Date()).contests.sealed.has(contest.id)).toBe(true),
  )
  const figures = () => dashboard(contextOf(room.site, staff))
  const before = await figures()
  const createdAt = new Date()
  await addJudged(room.site, people.alice, { problemId: problem.id, contestId: contest.id, createdAt })
  await expect.poll(async () => (await figures()).submissionsToday).toBe(before.submissionsToday + 1)
  expect((await figures()).acceptedToday).toBe(before.acceptedToday)
})

describe('a problem', () => {
  it('leaves boards and trainings at once when it is deleted (contest-rules 21)', async () => {
    const { contest, problem, sent } = await contestIn('running')
    const { prisma } = room.site
    const category = await prisma.trainingCategory.create({
      data: { name: 'Left', nameKey: 'left', color: '#335577' },
    })
    const training = await prisma.training.create({
      data: {
        title: 'L',
        description: '',
        access: 'PUBLIC',
        categoryId: category.id,
        ownerId: people.chief.id,
      },
    })
    await prisma.trainingProblem.create({
      data: { trainingId: training.id, problemId: problem.id, rank: 1 },
    })
    await sent(people.alice, 5)
    expect(await ranksOf(contest.id)).toHaveLength(1)
    const { errors } = await room.site.graphql(
      'mutation ($ids: [ID!]!) { removeProblems(input: { ids: $ids }) { __typename } }',
      { ids: [problem.globalId] },
      people.root,
    )
    expect(errors).toBeUndefined()
    const solved = async () => {
      const query = `query ($number: Int!) {
        contest(number: $number) { scoreboard { rows { edges { node { total } } } } } }`
      const { data } = await room.site.graphql(query, { number: contest.id }, people.bob)
      return data.contest.scoreboard.rows.edges.map(({ node }: { node: { total: number } }) => node.total)
    }
    await expect.poll(solved).not.toContain(1)
    expect(await prisma.trainingProblem.count({ where: { trainingId: training.id } })).toBe(0)
  })

  it('keeps the scoring that a contest of it counts by', async () => {
    const { problem } = await contestIn('running')
    const change = () =>
      room.site.graphql(
        `mutation ($id: ID!) { updateProblem(input: { id: $id, changes: { scoring: OI } }) { scoring } }`,
        { id: problem.globalId },
        people.root,
      )
    expect((await change()).errors?.[0]?.extensions).toMatchObject({
      code: 'PROBLEM_SCORING_FIXED',
      field: 'scoring',
    })
    await room.site.prisma.contestProblem.updateMany({
      where: { problemId: problem.id },
      data: { removedAt: new Date() },
    })
    expect((await change()).errors?.[0]?.extensions?.code).not.toBe('PROBLEM_SCORING_FIXED')
  })

  it('of another judge has 100 or no points by hand in a contest with scores (area-rules B12)', async () => {
    const bank = { bank: 'CF', bankKey: '1A', fullScore: 0 }
    const { contest, sent } = await contestIn('running', { type: 'OI' }, bank)
    const one = await sent(people.bob, 5)
    const scoreAfter = async (verdict: string) => {
      const { errors } = await room.correct({ id: globalId('Submission', one.id), verdict } as never)
      expect(errors).toBeUndefined()
      return (await room.site.prisma.submission.findUniqueOrThrow({ where: { id: one.id } })).score
    }
    expect(await scoreAfter('ACCEPTED')).toBe(100)
    expect(await scoreAfter('WRONG_ANSWER')).toBe(0)
    const board = await room.site.rest('GET', `/api/contest-scoreboard/${contest.id}`, {
      token: people.bob.token,
    })
    expect(board).toMatchObject({ head: { problems: [{ full: 100 }] } })
    const query =
      'query ($n: Int!) { submission(number: $n) { problem { fullScore } contestProblem { fullScore } } }'
    const { data } = await room.site.graphql(query, { n: one.id }, people.root)
    expect(data.submission).toEqual({ problem: { fullScore: 100 }, contestProblem: { fullScore: 100 } })
  })
})

describe('a rejudging', () => {
  it('of a problem is offered for what it takes alone', async () => {
    const { problem, sent } = await contestIn('running', {}, { visibility: 'CONTEST_ONLY' })
    await sent(people.alice, 5)
    const { data } = await room.site.graphql(
      'query ($id: ID!) { node(id: $id) { ... on Problem { outdatedSubmissions } } }',
      { id: problem.globalId },
      people.root,
    )
    expect(data.node.outdatedSubmissions).toBe(0)
    const { errors } = await room.rejudgeMany({ problemId: problem.globalId })
    expect(errors?.[0]?.extensions?.code).toBe('NOTHING_TO_REJUDGE')
  })

  it('leaves the rank of a training as it is until it ends (area-rules T8)', async () => {
    const problem = await room.addProblem()
    const { prisma } = room.site
    const category = await prisma.trainingCategory.create({
      data: { name: 'K', nameKey: 'k', color: '#335577' },
    })
    const fields = { title: 'W', description: '', access: 'PRIVATE', password: 'x' } as const
    const training = await prisma.training.create({
      data: { ...fields, categoryId: category.id, ownerId: people.chief.id },
    })
    await prisma.trainingProblem.create({
      data: { trainingId: training.id, problemId: problem.id, rank: 1 },
    })
    for (const { id } of [people.alice, people.bob])
      await prisma.trainingRegistration.create({ data: { trainingId: training.id, userId: id } })
    const slow = await room.judged('ACCEPTED', { timeMs: 900 }, people.alice)
    await room.judged('ACCEPTED', { timeMs: 100 }, people.bob)
    const rank = async () => {
      const { data } = await room.site.rest('GET', `/api/get-training-rank?tid=${training.id}`, {
        token: people.alice.token,
      })
      const rows: { username: string; totalRunTime: number }[] = data.records
      return rows.map(({ username, totalRunTime }) => [username, totalRunTime])
    }
    const before = [
      ['bob', 100],
      ['alice', 900],
    ]
    await expect.poll(rank).toEqual(before)
    const blockers = await room.occupy()
    await room.rejudgeOne(slow.id)
    const stateOf = () => prisma.submission.findUniqueOrThrow({ where: { id: slow.number } })
    await expect.poll(async () => (await stateOf()).timeMs).toBeNull()
    expect(await rank()).toEqual(before)
    for (const one of blockers) one.end(outcome('ACCEPTED'))
  })
})
