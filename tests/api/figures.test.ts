import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Verdict } from '#judge/protocol.ts'
import { switches } from '#server/modules/site/site.ts'
import { addContest, timesOf } from '../support/contests.ts'
import { type FakeHost, outcome, startFakeHost } from '../support/fakeHost.ts'
import { wrongFigures } from '../support/figures.ts'
import { addGroup, setStanding } from '../support/groups.ts'
import { hours, timesInput } from '../support/homework.ts'
import { addJudgeable, globalId } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person, signIn } from '../support/people.ts'
import { randomBelow } from '../support/seededRandom.ts'
import { ADDRESS, addItem } from '../support/shop.ts'
import { type Loose, type Site, startSite } from '../support/site.ts'

/** Stored figures after hundreds of actions, several at a time, equal a recount. The actions are the same in every run. */

const SEED = 20261129
const STEPS = 26
const AT_ONCE = 8

const roll = randomBelow(SEED)
const one = <One>(some: readonly One[]): One => some[roll(some.length)] as One

let site: Site
let host: FakeHost
beforeAll(async () => {
  site = await startSite()
  host = await startFakeHost(site.databaseUrl, { slots: 8 })
})
afterAll(async () => {
  await host?.stop()
  await site?.close()
})

type Target = {
  id: number
  globalId: string
  displayId: string
  groupId: number | null
  scoring: 'ACM' | 'OI'
}

const OUTCOMES: readonly Verdict[] = [
  ...(['ACCEPTED', 'ACCEPTED', 'WRONG_ANSWER', 'PARTIALLY_ACCEPTED'] as const),
  ...(['COMPILE_ERROR', 'RUNTIME_ERROR', 'JUDGE_ERROR'] as const),
]

/** Judges whatever the host gets, differently each time. */
async function judgeAll(problems: readonly Target[]): Promise<void> {
  const scored = new Set(problems.filter(({ scoring }) => scoring === 'OI').map(({ id }) => id))
  for (let taken = 1; ; taken++) {
    const { task, end } = await host.takeSubmission()
    const draw = randomBelow(SEED + taken)
    const verdict = OUTCOMES[draw(OUTCOMES.length)] as Verdict
    const { problemId } = await site.prisma.submission.findUniqueOrThrow({ where: { id: task.submissionId } })
    const points = { score: verdict === 'ACCEPTED' ? 100 : draw(100), oiRankScore: draw(14) }
    end(outcome(verdict, { timeMs: draw(500), ...(scored.has(problemId) ? points : {}) }))
  }
}

/** People, problems of the site and of two groups, a training of each place, a contest and goods. */
async function scene() {
  const root = await addPerson(site, 'root', { role: 'ROOT' })
  const chief = await addPerson(site, 'chief')
  const none = { submitIntervalSeconds: 0, discussionSolved: 0, commentSolved: 0, discussionsPerDay: 9999 }
  await switches.set(contextOf(site, root), none)
  const users: Person[] = []
  for (const name of ['ada', 'bob', 'cyd', 'dan', 'eve']) users.push(await addPerson(site, name))
  const groups = [await addGroup(site, chief, 'alpha'), await addGroup(site, chief, 'bravo')]
  for (const group of groups)
    for (const user of users.slice(1)) await setStanding(site, group, user, 'MEMBER')
  const problems: Target[] = []
  for (const scoring of ['ACM', 'OI'] as const) {
    const add = async (displayId: string, fields: object) =>
      problems.push((await addJudgeable(site, displayId, { scoring, ...fields })) as Target)
    for (const number of [1, 2]) await add(`${scoring}${number}`, { authorId: root.id })
    for (const { id: groupId, shortName } of groups)
      await add(`${shortName}${scoring}`.toUpperCase(), { groupId, visibility: 'GROUP', authorId: chief.id })
  }
  const category = { name: 'Knots', nameKey: 'knots', color: '#335577' }
  const { id: categoryId } = await site.prisma.trainingCategory.create({ data: category })
  const trainings: { id: number; groupId: number | null }[] = []
  const words = { title: 'Tides', description: 'Of tides', categoryId, access: 'PRIVATE' as const }
  for (const groupId of [null, ...groups.map(({ id }) => id)]) {
    const ownerId = groupId === null ? root.id : chief.id
    const data = { ...words, password: 'sesame', groupId, ownerId }
    trainings.push(await site.prisma.training.create({ data }))
  }
  const contest = await addContest(site, { type: 'ACM', ownerId: root.id, ...timesOf('running') })
  const [first] = problems
  await site.prisma.contestProblem.create({
    data: { contestId: contest.id, problemId: first?.id ?? 0, displayId: 'A', title: 'A', position: 1 },
  })
  const items = [
    await addItem(site, 'cup', { price: 3, stock: 40 }),
    await addItem(site, 'cap', { price: 7 }),
  ]
  return { root, chief, users, groups, problems, trainings, contest, items }
}

type Scene = Awaited<ReturnType<typeof scene>>
/** An action, and how often it is drawn. It draws what it needs before it waits for anything. */
type Acts = Record<string, readonly [weight: number, act: () => Promise<unknown> | undefined]>

/** Codes of faults of the test or of the server; all other refusals are part of the game. */
const FAULTS = ['INTERNAL_SERVER_ERROR', 'BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED']

/** Asks a mutation; answers the new row, null for a refusal. */
async function ask(who: Person, name: string, input: object, fields = '__typename'): Promise<Loose> {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`
  const text = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`
  const { data, errors } = await site.graphql(text, { input }, { token: who.token })
  expect([name, input, FAULTS.find((code) => code === errors?.[0]?.extensions?.code)]).toEqual([
    name,
    input,
    undefined,
  ])
  return data?.[name] ?? null
}

/** The new row of a mutation, kept in `rows` by its id. */
const made = async (rows: string[], ...asked: Parameters<typeof ask>): Promise<void> => {
  const [who, name, input] = asked
  const row = await ask(who, name, input, 'id')
  if (row) rows.push(row.id)
}

const some = (rows: readonly string[]): string | undefined => (rows.length > 0 ? one(rows) : undefined)
const taken = (rows: string[]): string | undefined => rows.splice(roll(Math.max(rows.length, 1)), 1)[0]

/** Actions on submissions and problems. */
function judgingActs({ root, chief, users, problems, contest }: Scene): Acts {
  const submissions: string[] = []
  const ofGroups = problems.filter(({ groupId }) => groupId !== null)
  const program = { language: 'cpp17', source: 'int main() {}' }
  const onSubmission = (name: string, more: () => object = () => ({})) => {
    const id = some(submissions)
    return id === undefined ? undefined : ask(root, name, { id, ...more() })
  }
  return {
    submit: [
      45,
      () => {
        const { globalId: problemId } = one(problems)
        const contestId = roll(8) === 0 ? globalId('Contest', contest.id) : undefined
        return made(submissions, one(users), 'submit', { ...program, problemId, contestId })
      },
    ],
    rejudge: [8, () => onSubmission('rejudgeSubmission')],
    correct: [
      8,
      () =>
        onSubmission('correctSubmission', () => ({
          verdict: one(['ACCEPTED', 'WRONG_ANSWER', 'PARTIALLY_ACCEPTED']),
          score: roll(100),
        })),
    ],
    cancel: [4, () => onSubmission('cancelSubmission')],
    difficulty: [
      6,
      () =>
        ask(root, 'updateProblem', {
          id: one(problems).globalId,
          changes: { difficulty: one(['EASY', 'MID', 'HARD']) },
        }),
    ],
    visibility: [
      3,
      () =>
        ask(root, 'changeProblemVisibility', {
          ids: [one(problems).globalId],
          visibility: one(['PUBLIC', 'PUBLIC', 'HIDDEN']),
        }),
    ],
    apply: [3, () => ask(chief, 'applyForSite', { id: one(ofGroups).globalId, isApplied: roll(5) > 0 })],
    answer: [
      4,
      () =>
        ask(root, 'answerApplication', {
          id: one(ofGroups).globalId,
          answer: one(['APPROVED', 'APPROVED', 'REFUSED']),
        }),
    ],
    remove: [
      1,
      () => (roll(3) > 0 ? undefined : ask(root, 'removeProblems', { ids: [one(problems).globalId] })),
    ],
  }
}

/** Actions on memberships, trainings and homework. */
function groupActs({ chief, root, users, groups, problems, trainings }: Scene): Acts {
  const ofGroups = trainings.filter(({ groupId }) => groupId !== null)
  const idOf = ({ id }: { id: number }) => globalId('Training', id)
  const onMember = async (name: string, groupId: number, userId: string, more: object = {}) => {
    const row = await site.prisma.groupMember.findFirst({ where: { groupId, userId } })
    if (row) await ask(chief, name, { id: globalId('GroupMember', row.id), ...more })
  }
  return {
    join: [4, () => ask(one(users), 'joinGroup', { id: globalId('Group', one(groups).id) })],
    leave: [2, () => ask(one(users), 'leaveGroup', { id: globalId('Group', one(groups).id) })],
    standing: [
      2,
      () =>
        onMember('changeGroupMember', one(groups).id, one(users).id, { standing: one(['MEMBER', 'ADMIN']) }),
    ],
    removeMember: [2, () => onMember('removeGroupMember', one(groups).id, one(users).id)],
    register: [
      6,
      () => ask(one(users), 'registerTraining', { id: idOf(one(trainings)), password: 'sesame' }),
    ],
    addProblem: [
      6,
      () =>
        ask(root, 'addTrainingProblem', {
          trainingId: idOf(one(trainings)),
          problemNumber: one(problems).id,
          origin: one(['GROUP', 'PUBLIC']),
        }),
    ],
    removeProblem: [
      2,
      () =>
        ask(root, 'removeTrainingProblem', {
          trainingId: idOf(one(trainings)),
          problemNumber: one(problems).id,
        }),
    ],
    homework: [
      3,
      () => {
        const opensAt = hours(-10).toISOString()
        const over = timesInput({ opensAt, dueAt: hours(-0.001).toISOString(), latePercent: one([0, 50]) })
        return ask(chief, 'setHomework', { id: idOf(one(ofGroups)), times: one([null, timesInput(), over]) })
      },
    ],
    extend: [
      3,
      () =>
        ask(chief, 'extendHomework', {
          id: idOf(one(ofGroups)),
          uid: one(users).id,
          dueAt: one([null, hours(2).toISOString(), hours(30).toISOString()]),
        }),
    ],
  }
}

/** Actions on points, goods, posts and comments. */
function talkActs({ root, users, groups, problems, items }: Scene): Acts {
  const orders: string[] = []
  const posts: string[] = []
  const comments: string[] = []
  const replies: string[] = []
  const everybody = [root, ...users]
  const category = () => globalId('DiscussionCategory', 1 + roll(3))
  const words = { title: 'Tides', description: 'Of tides', content: 'They come' }
  const on = (id: string | undefined, act: (id: string) => Promise<unknown>) =>
    id === undefined ? undefined : act(id)
  const like = (name: string, rows: readonly string[]) => {
    const [who, likes] = [one(users), roll(3) > 0]
    return on(some(rows), (id) => ask(who, name, { id, likes }))
  }
  return {
    grant: [
      4,
      () => ask(root, 'grantPoints', { usernames: [one(users).username], amount: one([5, 30, -4]) }),
    ],
    buy: [
      8,
      () => {
        const [{ id, price }, quantity] = [one(items), 1 + roll(2)]
        const lines = [{ item: globalId('ShopItem', id), quantity }]
        return made(orders, one(users), 'buy', { lines, pay: price * quantity, ...ADDRESS })
      },
    ],
    refuse: [4, () => on(some(orders), (id) => ask(root, 'refuseOrder', { id, reason: '' }))],
    ship: [2, () => on(some(orders), (id) => ask(root, 'shipOrder', { id }))],
    post: [
      6,
      () => {
        const problem = roll(2) > 0 ? one(problems).displayId : undefined
        const groupId = roll(3) > 0 ? undefined : globalId('Group', one(groups).id)
        const input = { ...words, categoryId: category(), problem, groupId }
        return made(posts, one(everybody), 'createDiscussion', input)
      },
    ],
    moderate: [
      4,
      () => {
        const isDisabled = roll(2) > 0
        return on(some(posts), (id) => ask(root, 'moderateDiscussions', { ids: [id], isDisabled }))
      },
    ],
    edit: [
      2,
      () => {
        const categoryId = category()
        return on(some(posts), (id) => ask(root, 'editDiscussion', { id, categoryId, ...words }))
      },
    ],
    removePost: [1, () => on(taken(posts), (id) => ask(root, 'removeDiscussions', { ids: [id] }))],
    comment: [
      8,
      () => {
        const who = one(everybody)
        return on(some(posts), (subjectId) =>
          made(comments, who, 'writeComment', { subjectId, content: 'x' }),
        )
      },
    ],
    reply: [
      8,
      () => {
        const who = one(everybody)
        return on(some(comments), (commentId) =>
          made(replies, who, 'writeReply', { commentId, content: 'x' }),
        )
      },
    ],
    removeComment: [2, () => on(taken(comments), (id) => ask(root, 'removeComment', { id }))],
    removeReply: [3, () => on(taken(replies), (id) => ask(root, 'removeReply', { id }))],
    likePost: [6, () => like('likeDiscussion', posts)],
    likeComment: [6, () => like('likeComment', comments)],
  }
}

it('stored figures equal a recount after actions of many people at once', async () => {
  const stage = await scene()
  const { root, users } = stage
  void judgeAll(stage.problems)
  const acts = Object.values({ ...judgingActs(stage), ...groupActs(stage), ...talkActs(stage) })
  const drawn = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
  for (let step = 0; step < STEPS; step++) {
    await Promise.all(Array.from({ length: 1 + roll(AT_ONCE) }, () => one(drawn)()))
    await site.prisma.throttle.deleteMany()
    if (roll(6) > 0) continue
    const user = one(users)
    const id = globalId('Account', user.id)
    await ask(root, 'changeAccount', { id, isBanned: true })
    await one(drawn)()
    await ask(root, 'changeAccount', { id, isBanned: false })
    Object.assign(user, await signIn(site, user))
  }
  await ask(root, 'endAccounts', { ids: [globalId('Account', one(users).id)] })
  const unsettled = async () => {
    const [row] = await site.prisma.$queryRaw<{ count: number }[]>`
      select (select count(*) from graphile_worker._private_jobs)::int + (
        select count(*) from "Submission"
        where "state" <> 'DONE' or "verdict" is distinct from "countedVerdict")::int as "count"`
    return row?.count
  }
  await expect.poll(unsettled).toBe(0)
  expect(await site.prisma.submission.count()).toBeGreaterThan(15)
  expect(await wrongFigures(site)).toEqual({})
})
