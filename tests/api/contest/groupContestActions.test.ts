import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addContest, MINUTE, timesOf } from '../../support/contests.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { globalId } from '../../support/judgeable.ts'
import { addProblem } from '../../support/problems.ts'
import {
  type Action,
  ADMINS,
  change,
  MEMBERS,
  node,
  ROOTS,
  type Stage,
  testRoles,
  testStreams,
  tokenOf,
  type Who,
} from '../../support/roleTable.ts'
import { startSite } from '../../support/site.ts'

/** Every role × every action of contests of a group × every door (area-rules G8, G12). */

const stage = {} as Stage
const problems = { inside: 0, outside: 0, ofGroup: 0 }
let made = 0

beforeAll(async () => {
  const site = await startSite()
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  const { group, people } = stage
  problems.inside = (await addProblem(site, people.siteRoot, 'P1')).id
  problems.outside = (await addProblem(site, people.siteRoot, 'P2')).id
  problems.ofGroup = (await addProblem(site, people.siteRoot, 'P3')).id
  await site.prisma.problem.update({
    where: { id: problems.ofGroup },
    data: { groupId: group.id, visibility: 'GROUP' },
  })
})
afterAll(() => stage.site?.close())
beforeEach(async () => void (await stage.site.prisma.throttle.deleteMany()))

/** Organisers of the contest of `author`, who is an admin of the group. */
const ORGANISERS: readonly Who[] = ['author', ...ROOTS]

/** Contests of `author` for one try of an action, a visible one with a problem and an announcement, and a hidden one. */
type Target = { gid: number; open: number; hidden: number; notice: number }

async function aim(): Promise<Target> {
  const { site, group, people } = stage
  const common = { type: 'ACM', title: 'Tides', ownerId: people.author.id, groupId: group.id } as const
  const { id: open } = await addContest(site, { ...timesOf('running'), ...common })
  const { id: hidden } = await addContest(site, { ...timesOf('running'), ...common, visible: false })
  const words = { displayId: 'A', title: 'Knots', position: 1 }
  await site.prisma.contestProblem.create({
    data: { contestId: open, problemId: problems.inside, ...words, updatedAt: new Date() },
  })
  const { id: notice } = await site.prisma.contestNotice.create({
    data: { contestId: open, title: 'Notice', content: 'Words', hidden: true },
  })
  return { gid: group.id, open, hidden, notice }
}

const id = (number: number) => globalId('Contest', number)
const ofGroup = (gid: number) => ({ filter: { groupId: globalId('Group', gid) } })
const in_ = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toJSON()
const times = () => ({ startTime: in_(60), endTime: in_(120) })
const contest = (number: number, fields: string) =>
  [`query ($number: Int!) { contest(number: $number) { ${fields} } }`, { number }] as const

const ACTIONS: Record<string, Action<Target>> = {
  'lists them': {
    who: MEMBERS,
    rest: ({ gid }) => ['GET', `/api/group/get-contest-list?gid=${gid}`],
    graph: ({ gid }) => [
      'query ($filter: ContestFilter) { contests(filter: $filter) { totalCount } }',
      ofGroup(gid),
    ],
  },
  'lists them to manage them': {
    who: ADMINS,
    rest: ({ gid }) => ['GET', `/api/group/get-admin-contest-list?gid=${gid}`],
    graph: ({ gid }) => [
      'query ($filter: ManagedContestFilter) { managedContests(filter: $filter) { totalCount } }',
      ofGroup(gid),
    ],
  },
  'opens one': {
    who: MEMBERS,
    rest: ({ open }) => ['GET', `/api/get-contest-info?cid=${open}`],
    graph: ({ open }) => contest(open, 'title group { number }'),
  },
  'opens a hidden one': {
    who: ORGANISERS,
    graph: ({ hidden }) => node('Contest', hidden, 'title'),
  },
  'reads its problems': {
    who: MEMBERS,
    rest: ({ open }) => ['GET', `/api/get-contest-problem?cid=${open}`],
    graph: ({ open }) => contest(open, 'problems { title }'),
  },
  'reads all of one': {
    who: ORGANISERS,
    rest: ({ hidden }) => ['GET', `/api/group/contest?cid=${hidden}`],
    graph: ({ hidden }) => node('Contest', hidden, 'setting { canRemove }'),
  },
  'creates one': {
    who: ADMINS,
    rest: ({ gid }) => ['POST', '/api/group/contest', { ...times(), title: 'Knots', type: 0, gid: `${gid}` }],
    graph: ({ gid }) =>
      change('createContest', {
        type: 'ACM',
        title: 'Knots',
        startsAt: in_(60),
        endsAt: in_(120),
        groupId: globalId('Group', gid),
      }),
  },
  'edits one': {
    who: ORGANISERS,
    rest: ({ open }) => ['PUT', '/api/group/contest', { id: open, title: 'Knots' }],
    graph: ({ open }) => change('updateContest', { id: id(open), fields: { title: 'Knots' } }),
  },
  'hides one': {
    who: ORGANISERS,
    rest: ({ open }) => ['PUT', `/api/group/change-contest-visible?cid=${open}&visible=false`],
    graph: ({ open }) => change('updateContest', { id: id(open), fields: { isVisible: false } }),
  },
  'reads problems that can be added': {
    who: ORGANISERS,
    rest: ({ open }) => ['GET', `/api/group/get-contest-problem-list?cid=${open}&problemType=0`],
    graph: ({ open }) => node('Contest', open, 'setting { candidates(keyword: "") { number } }'),
  },
  'reads one of its problems': {
    who: ORGANISERS,
    rest: ({ open }) => ['GET', `/api/group/contest-problem?cid=${open}&pid=${problems.inside}`],
    graph: ({ open }) => node('Contest', open, 'problems { setting { displayId } }'),
  },
  'adds a public problem': {
    who: ORGANISERS,
    rest: ({ open: cid }) => [
      'POST',
      '/api/group/add-contest-problem-from-public',
      { cid, pid: problems.outside, displayId: 'B' },
    ],
    graph: ({ open }) =>
      change('addContestProblem', { contestId: id(open), problemNumber: problems.outside, label: 'B' }),
  },
  'adds a problem of the group': {
    who: ORGANISERS,
    rest: ({ open }) => [
      'POST',
      `/api/group/add-contest-problem-from-group?cid=${open}&problemId=p3&displayId=C`,
    ],
    graph: ({ open }) =>
      change('addContestProblem', { contestId: id(open), problemNumber: problems.ofGroup, label: 'C' }),
  },
  'creates a problem for one': {
    who: ADMINS,
    rest: ({ gid }) => [
      'POST',
      '/api/group/contest-problem',
      { problem: { problemId: `n${++made}`, title: 'Knots', gid, type: 0 } },
    ],
    graph: ({ gid }) =>
      change('createProblem', {
        groupId: globalId('Group', gid),
        changes: {
          displayKey: `n${++made}`,
          words: [{ locale: 'EN_US', title: 'Knots', description: 'a', input: 'b', output: 'c' }],
        },
      }),
  },
  'renames one of its problems': {
    who: ORGANISERS,
    rest: ({ open: cid }) => [
      'PUT',
      '/api/group/contest-problem',
      { cid, pid: problems.inside, displayId: 'D', displayTitle: 'Ropes' },
    ],
    graph: ({ open }) =>
      change('changeContestProblem', { contestId: id(open), problemNumber: problems.inside, label: 'D' }),
  },
  'removes a problem': {
    who: ORGANISERS,
    rest: ({ open }) => ['DELETE', `/api/group/contest-problem?cid=${open}&pid=${problems.inside}`],
    graph: ({ open }) =>
      change('removeContestProblem', { contestId: id(open), problemNumber: problems.inside }),
  },
  'reads its hidden announcements': {
    who: ORGANISERS,
    rest: ({ open }) => ['GET', `/api/group/get-contest-announcement-list?cid=${open}`],
    graph: ({ open }) => node('Contest', open, 'managedNotices { title }'),
  },
  'announces something': {
    who: ORGANISERS,
    rest: ({ open: cid }) => [
      'POST',
      '/api/group/contest-announcement',
      { cid, announcement: { title: 'Now', content: 'Then' } },
    ],
    graph: ({ open }) =>
      change('createContestNotice', { contestId: id(open), title: 'Now', content: 'Then' }, 'number'),
  },
  'edits an announcement': {
    who: ORGANISERS,
    rest: ({ open: cid, notice }) => [
      'PUT',
      '/api/group/contest-announcement',
      { cid, announcement: { id: notice, title: 'Now' } },
    ],
    graph: ({ notice }) => change('changeContestNotice', { number: notice, title: 'Now' }, 'number'),
  },
  'deletes an announcement': {
    who: ORGANISERS,
    rest: ({ open, notice }) => ['DELETE', `/api/group/contest-announcement?aid=${notice}&cid=${open}`],
    graph: ({ notice }) => change('removeContestNotice', { number: notice }, 'number'),
  },
  'deletes one': {
    who: ORGANISERS,
    rest: ({ open }) => ['DELETE', `/api/group/contest?cid=${open}`],
    graph: ({ open }) => change('removeContests', { ids: [id(open)] }, 'done refused { code }'),
  },
}

testRoles(stage, aim, ACTIONS)

testStreams(stage, aim, {
  contestsChanged: {
    who: MEMBERS,
    text: ({ gid }) => [
      'subscription ($id: ID) { contestsChanged(groupId: $id) { change contest { title } } }',
      { id: globalId('Group', gid) },
    ],
    tell: ({ open }) =>
      stage.site.graphql(...change('updateContest', { id: id(open), fields: { title: 'Ropes' } }), {
        token: tokenOf(stage, 'author'),
      }),
  },
})

it("is told in the group's list alone, also when it is hidden (area-rules G12)", async () => {
  const { site, people } = stage
  const LIVE = 'subscription ($id: ID) { contestsChanged(groupId: $id) { change rowId contest { title } } }'
  const { gid, open } = await aim()
  const outside = await site.subscribe(LIVE, {}, people.stranger)
  const inside = await site.subscribe(LIVE, { id: globalId('Group', gid) }, people.member)
  const token = tokenOf(stage, 'author')
  await site.graphql(...change('updateContest', { id: id(open), fields: { isVisible: false } }), { token })
  expect((await inside.next()).data.contestsChanged).toEqual({
    change: 'REMOVED',
    rowId: id(open),
    contest: null,
  })
  const common = { type: 'ACM', title: 'For all', ownerId: people.siteRoot.id } as const
  const shown = await addContest(site, { ...timesOf('before'), ...common })
  expect((await outside.next()).data.contestsChanged).toMatchObject({
    rowId: id(shown.id),
    contest: { title: 'For all' },
  })
  for (const line of [inside, outside]) line.close()
})

it('of the site is unknown to the calls of groups (area-rules G8)', async () => {
  const { site, people } = stage
  const common = { type: 'ACM', title: 'For all', ownerId: people.siteRoot.id } as const
  const { id: cid } = await addContest(site, { ...timesOf('running'), ...common })
  for (const [method, path, body] of [
    ['GET', `/api/group/contest?cid=${cid}`, undefined],
    ['PUT', '/api/group/contest', { id: cid, title: 'Taken' }],
    ['DELETE', `/api/group/contest?cid=${cid}`, undefined],
    ['GET', `/api/group/get-contest-problem-list?cid=${cid}`, undefined],
    ['POST', '/api/group/contest-announcement', { cid, announcement: { title: 'a', content: 'b' } }],
  ] as const) {
    const { status } = await site.rest(method, path, { token: people.siteRoot.token, ...(body && { body }) })
    expect([path, status]).toEqual([path, 404])
  }
  expect(await site.prisma.contest.findUnique({ where: { id: cid } })).toMatchObject({ title: 'For all' })
})

it('takes a hidden problem of the group, which its contestants then see and other members do not (area-rules G10)', async () => {
  const { site, group, people } = stage
  const { open } = await aim()
  const hidden = await addProblem(site, people.siteRoot, `ALPHA${++made}`)
  await site.prisma.problem.update({
    where: { id: hidden.id },
    data: { groupId: group.id, visibility: 'HIDDEN', authorId: people.author.id },
  })
  const token = tokenOf(stage, 'author')
  const save = () =>
    site.graphql(
      ...change('updateProblem', {
        id: globalId('Problem', hidden.id),
        changes: { visibility: 'CONTEST_ONLY' },
      }),
      { token },
    )
  expect((await save()).errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT' })
  const added = await site.rest('PUT', '/api/group/contest-problem', {
    token,
    body: { cid: open, pid: hidden.id, displayId: 'B', displayTitle: 'Hidden' },
  })
  expect(added).toMatchObject({ status: 200 })
  expect(await site.prisma.problem.findUnique({ where: { id: hidden.id } })).toMatchObject({
    visibility: 'CONTEST_ONLY',
  })
  const { data } = await site.rest('GET', `/api/get-contest-problem?cid=${open}`, {
    token: people.member.token,
  })
  expect(data.map(({ displayId }: { displayId: string }) => displayId)).toEqual(['A', 'B'])
  const outside = await site.graphql(...node('Problem', hidden.id, 'title'), { token: people.member.token })
  expect(outside.errors?.[0]?.extensions ?? outside.data?.node).toMatchObject({ code: 'NOT_FOUND' })
})

it('is a contest of a group in the list of its organisers', async () => {
  const { open } = await aim()
  const path = `/api/group/get-admin-contest-list?gid=${stage.group.id}&limit=500`
  const { data } = await stage.site.rest('GET', path, { token: tokenOf(stage, 'author') })
  const row = data.records.find(({ id }: { id: number }) => id === open)
  expect(row).toMatchObject({ isGroup: true, gid: stage.group.id })
})

it('takes a row of its problem list back with a colour', async () => {
  const { site } = stage
  const { open } = await aim()
  const token = tokenOf(stage, 'author')
  const list = await site.rest('GET', `/api/group/get-contest-problem-list?cid=${open}`, { token })
  const row = list.data.contestProblemMap[problems.inside]
  const body = { ...row, color: 'rgba(0, 128, 255, 0.5)' }
  const painted = await site.rest('PUT', '/api/group/contest-problem', { token, body })
  expect(painted).toMatchObject({
    status: 200,
    data: { ...row, color: '#0080ff80', gmtModified: expect.any(String) },
  })
})
