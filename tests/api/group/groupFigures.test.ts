import { afterAll, beforeAll, expect, it } from 'vitest'
import { settle } from '#server/modules/judging/settle.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Two sites that differ in what was submitted in a group alone: every figure of theirs is the same. */

const NAMES = ['root', 'teacher', 'ada', 'bob'] as const
type World = { site: Site; people: Map<string, Person>; groupId: number; ownId: number }
const TOKEN = 'a token of the tests, long enough'

async function worldOf(hasGroupRows: boolean): Promise<World> {
  const site = await startSite({ LOG_LEVEL: 'silent', METRICS_TOKEN: TOKEN })
  const people = new Map<string, Person>()
  const add = async (name: string, role: 'ROOT' | 'ADMIN' | 'USER') => {
    const person = await addPerson(site, name, { role })
    people.set(name, person)
    return person
  }
  const root = await add('root', 'ROOT')
  await add('teacher', 'ADMIN')
  const [ada, bob] = [await add('ada', 'USER'), await add('bob', 'USER')]
  const group = await addGroup(site, root, 'team')
  for (const person of [ada, bob]) await setStanding(site, group, person, 'MEMBER')
  const open = await addJudgeable(site, 'P1')
  const other = await addJudgeable(site, 'P2')
  const own = await addJudgeable(site, 'TEAM1', { groupId: group.id, visibility: 'GROUP' })
  const [startsAt, endsAt] = [new Date(Date.now() - 9e6), new Date(Date.now() - 9e5)]
  const contest = await site.prisma.contest.create({
    data: { type: 'ACM', ownerId: root.id, groupId: group.id, startsAt, endsAt, visible: false },
  })
  const send = async (person: Person, problemId: number, place: object = {}, fields: object = {}) => {
    const row = await site.prisma.submission.create({
      data: {
        problemId,
        userId: person.id,
        language: 'cpp17',
        codeLength: 11,
        ip: '127.0.0.1',
        state: 'DONE',
        verdict: 'ACCEPTED',
        timeMs: 50,
        memoryKb: 900,
        ...place,
        ...fields,
      },
    })
    await settle(contextOf(site, null), row.id)
  }
  for (let at = 0; at < 21; at++) await send(at % 2 ? ada : bob, open.id, {}, { timeMs: 10 + at })
  await send(ada, other.id, {}, { verdict: 'WRONG_ANSWER' })
  if (hasGroupRows)
    for (const place of [{ groupId: group.id }, { groupId: group.id, contestId: contest.id }])
      for (const problem of place.contestId ? [own, open, other] : [own])
        for (const person of [ada, bob, root])
          for (const verdict of ['ACCEPTED', 'WRONG_ANSWER'])
            await send(person, problem.id, place, { verdict })
  return { site, people, groupId: group.id, ownId: own.id }
}

let worlds: World[] = []
beforeAll(async () => {
  worlds = [await worldOf(false), await worldOf(true)]
})
afterAll(() => Promise.all(worlds.map(({ site }) => site.close())))

const TALLY = 'total accepted wrongAnswer'
const GUEST = `{
  site { weekStatistic { total previousTotal days { date total accepted } }
    acceptedRank { accepted total user { username } } }
  problems(first: 10) { totalCount edges { node { displayId tally { ${TALLY} } } } }
  submissions(first: 50) { totalCount edges { node { number verdict percentiles { time { beats buckets } } } } }
  wrong: submissions(filter: { verdict: WRONG_ANSWER }) { totalCount }
  adas: submissions(filter: { username: "ada" }) { totalCount }
}`
const OWN = `{ progressSummary { difficulty solved total }
  submissions(filter: { mine: true }) { totalCount }
  problems(first: 10) { edges { node { displayId viewerProgress { verdict acceptedAt }
    viewerLastAccepted { number } viewerSubmissions(first: 30) { totalCount } } } } }`
const STAFF = '{ dashboard { userCount submissionsToday acceptedToday problemCount recentContests } }'

/** What everybody is told; moments and ids that differ from site to site are left out. */
async function figuresOf({ site, people }: World) {
  const graph = async (query: string, name?: string) => {
    const { data, errors } = await site.graphql(query, {}, { token: name ? people.get(name)?.token : null })
    expect(errors).toBeUndefined()
    return JSON.parse(JSON.stringify(data), (key, value) => (key === 'acceptedAt' ? value !== null : value))
  }
  const metrics = await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  const judged = (await metrics.text()).split('\n').filter((line) => line.includes('submissions_judged'))
  const asked = await Promise.all(NAMES.map((name) => graph(GUEST, name)))
  const own = await Promise.all(NAMES.map((name) => graph(OWN, name)))
  const staff = [await graph(STAFF, 'root'), await graph(STAFF, 'teacher')]
  const week = await site.rest('GET', '/api/get-last-week-submission-statistics')
  return { guest: await graph(GUEST), asked, own, staff, judged, week: week.data }
}

it('of the site do not change with submissions in a group and its contests (area-rules G12, R6)', async () => {
  const [without, other] = await Promise.all(worlds.map(figuresOf))
  expect(other).toEqual(without)
  expect(without?.guest.submissions.totalCount).toBe(22)
})

it('of the group are told to its members where they ask for it (area-rules G13)', async () => {
  const statusOf = async ({ site, people, groupId, ownId }: World, name: string, gid = groupId) => {
    const body = { pidList: [ownId], isContestProblemList: false, gid }
    const { token } = people.get(name) ?? {}
    const { data } = await site.rest('POST', '/api/get-user-problem-status', { body, token })
    return data[ownId].status
  }
  const [without, other] = worlds
  if (!without || !other) throw new Error('no worlds')
  expect(await statusOf(without, 'ada')).toBe(-10)
  expect(await statusOf(other, 'ada')).toBe(0)
  expect(await statusOf(other, 'ada', 0)).toBe(-10)
  expect(await statusOf(other, 'teacher')).toBe(-10)
})
