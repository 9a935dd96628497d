import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Verdict } from '#prisma/generated/enums.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Trainings through every door (area-rules T1 to T12). */

const NAMES = ['ada', 'bob', 'member', 'groupAdmin', 'groupRoot', 'chief', 'outsider'] as const
type Name = 'root' | 'staff' | 'otherStaff' | 'problemAdmin' | (typeof NAMES)[number]

let site: Site
const people = {} as Record<Name, Person>
let groupId = 0
const problems: Record<'one' | 'two' | 'hidden' | 'groups' | 'groupsHidden', number> = {
  one: 0,
  two: 0,
  hidden: 0,
  groups: 0,
  groupsHidden: 0,
}

const call = (who: Person | null, method: string, path: string, body?: unknown) =>
  site.rest(method, path, { ...(who ? { token: who.token } : {}), body })
const ask = (who: Person | null, query: string, variables: object = {}) =>
  site.graphql(query, variables, who ?? {})
const codeOf = ({ errors }: { errors?: { extensions?: { code?: string } }[] }) =>
  errors?.[0]?.extensions?.code

const WORDS = { title: 'Tides', description: 'Of tides', rank: 1000, auth: 'Public', status: true }
const body = (training: object = {}) => ({
  training: { ...WORDS, ...training },
  trainingCategory: { id: 1 },
})

/** A training over REST; its number. */
async function make(who: Person, training: object = {}): Promise<number> {
  const path = 'gid' in training ? '/api/group/training' : '/api/admin/training'
  expect(await call(who, 'POST', path, body(training))).toMatchObject({ status: 200 })
  return (await site.prisma.training.findFirstOrThrow({ orderBy: { id: 'desc' } })).id
}

const add = (who: Person, tid: number, pid: number) =>
  call(who, 'POST', '/api/admin/training/add-problem-from-public', { tid, pid, displayId: 'ignored' })
const register = (who: Person, tid: number, password = 'sesame') =>
  call(who, 'POST', '/api/register-training', { tid, password })
const list = async (who: Person | null, query = '') =>
  (await call(who, 'GET', `/api/get-training-list?${query}`)).data
const titles = async (who: Person | null, query = ''): Promise<string[]> =>
  (await list(who, query)).records.map(({ title }: { title: string }) => title)
const detail = (who: Person | null, tid: number) => call(who, 'GET', `/api/get-training-detail?tid=${tid}`)
const problemIds = async (who: Person, tid: number) =>
  ((await call(who, 'GET', `/api/get-training-problem-list?tid=${tid}`)).data ?? []).map(
    ({ problemId }: { problemId: string }) => problemId,
  )
const rank = async (who: Person, tid: number, query = '') =>
  (await call(who, 'GET', `/api/get-training-rank?tid=${tid}&${query}`)).data

const HOUR = 3_600_000
type Sent = { timeMs?: number; hours?: number; contestId?: number; groupId?: number }

/** A judged submission that many hours from now, counted. */
async function judged(who: Person, problemId: number, verdict: Verdict, sent: Sent = {}): Promise<number> {
  const { timeMs = 10, hours = 0, ...venue } = sent
  const { id } = await site.prisma.submission.create({
    data: {
      ...venue,
      problemId,
      userId: who.id,
      verdict,
      timeMs,
      state: 'DONE',
      language: 'cpp17o2',
      codeLength: 9,
      ip: '127.0.0.1',
      createdAt: new Date(Date.now() + hours * HOUR),
    },
  })
  await settle(contextOf(site, null), id)
  return id
}

beforeAll(async () => {
  site = await startSite()
  people.root = await addPerson(site, 'root', { role: 'ROOT' })
  people.staff = await addPerson(site, 'staff', { role: 'ADMIN' })
  people.otherStaff = await addPerson(site, 'otherStaff', { role: 'ADMIN' })
  people.problemAdmin = await addPerson(site, 'problemAdmin', { role: 'PROBLEM_ADMIN' })
  for (const name of NAMES) people[name] = await addPerson(site, name)
  problems.one = (await addProblem(site, people.root, 'P1')).id
  problems.two = (await addProblem(site, people.root, 'P2')).id
  problems.hidden = (await addProblem(site, people.root, 'P3', { visibility: 'HIDDEN' })).id
  const group = await addGroup(site, people.chief, 'club')
  groupId = group.id
  await setStanding(site, group, people.member, 'MEMBER')
  await setStanding(site, group, people.groupAdmin, 'ADMIN')
  await setStanding(site, group, people.groupRoot, 'ROOT')
  const ofGroup = async (displayId: string, visibility: 'GROUP' | 'HIDDEN') => {
    const { id } = await addProblem(site, people.root, displayId)
    await site.prisma.problem.update({ where: { id }, data: { groupId, visibility } })
    return id
  }
  problems.groups = await ofGroup('CLUB1', 'GROUP')
  problems.groupsHidden = await ofGroup('CLUB2', 'HIDDEN')
  await site.prisma.trainingCategory.create({ data: { name: 'Basics', nameKey: 'basics', color: '#335577' } })
})
afterAll(() => site?.close())
beforeEach(async () => {
  await site.prisma.training.deleteMany()
  await site.prisma.submission.deleteMany()
  await site.prisma.problemProgress.deleteMany()
  await site.prisma.groupProgress.deleteMany()
  await site.prisma.throttle.deleteMany()
})

describe('lists and doors', () => {
  it('lists visible trainings of the site to guests, by rank, then newest; opening needs a login (area-rules T1)', async () => {
    await make(people.staff, { title: 'Last', rank: 2_147_483_647 })
    await make(people.staff, { title: 'Old' })
    await make(people.staff, { title: 'New', auth: 'Private', privatePwd: 'sesame' })
    const first = await make(people.root, { title: 'First', rank: 0 })
    await make(people.staff, { title: 'Hidden', status: false })
    await make(people.groupAdmin, { title: 'Of the group', gid: groupId })
    expect(await titles(null)).toEqual(['First', 'New', 'Old', 'Last'])
    expect(await titles(null, 'auth=Private')).toEqual(['New'])
    expect(await titles(null, 'keyword=OL')).toEqual(['Old'])
    expect(await titles(null, 'categoryId=2')).toEqual([])
    expect(await list(null, 'limit=2&currentPage=2')).toMatchObject({ total: 4, size: 2, current: 2 })
    expect((await detail(null, first)).http).toBe(401)
    const managed = async (who: Person, keyword: string) =>
      (await call(who, 'GET', `/api/admin/training/get-training-list?keyword=${keyword}`)).data.records.map(
        ({ title }: { title: string }) => title,
      )
    expect(await managed(people.staff, String(first))).toEqual(['First'])
    expect(await managed(people.staff, '2147483647')).toEqual(['Last'])
    expect(await managed(people.staff, 'hidden')).toEqual(['Hidden'])
    expect(await managed(people.otherStaff, 'hidden')).toEqual([])
  })

  it('keeps a hidden training from all but its author, super administrators and roots of the group (area-rules T2)', async () => {
    const tid = await make(people.staff, { status: false })
    const ofGroup = await make(people.groupAdmin, { status: false, gid: groupId })
    const NODE = 'query ($id: ID!) { node(id: $id) { id } }'
    const seers = async (id: number) => {
      const found: string[] = []
      for (const [name, who] of Object.entries(people)) {
        const rest = (await detail(who, id)).status === 200
        const node = (await ask(who, NODE, { id: globalId('Training', id) })).data?.node !== null
        const graph = (await ask(who, 'query ($n: Int!) { training(number: $n) { id } }', { n: id })).data
          ?.training
        expect([node, Boolean(graph)]).toEqual([rest, rest])
        if (rest) found.push(name)
      }
      return found
    }
    expect(await seers(tid)).toEqual(['root', 'staff'])
    expect(await seers(ofGroup)).toEqual(['root', 'groupAdmin', 'groupRoot', 'chief'])
    await call(people.groupRoot, 'PUT', `/api/group/change-training-status?tid=${ofGroup}&status=true`)
    expect(await seers(ofGroup)).toEqual(['root', 'member', 'groupAdmin', 'groupRoot', 'chief'])
    await site.prisma.group.update({ where: { id: groupId }, data: { disabled: true } })
    expect(await seers(ofGroup)).toEqual(['root'])
    await site.prisma.group.update({ where: { id: groupId }, data: { disabled: false } })
  })

  it('names the first wrong field; categories have unique names and stay while in use (area-rules T3)', async () => {
    const refused = async (training: object, trainingCategory: object | null = { id: 1 }) =>
      (
        await call(people.staff, 'POST', '/api/admin/training', {
          training: { ...WORDS, ...training },
          trainingCategory,
        })
      ).msg.toLowerCase()
    const nothing = { rank: -1, title: ' ', description: '', auth: 'Private' }
    const order = [
      await refused(nothing, null),
      await refused({ ...nothing, rank: 0 }, null),
      await refused({ ...nothing, rank: 0, title: 'x' }, null),
      await refused({ ...nothing, rank: 0, title: 'x', description: 'x' }, null),
      await refused({ ...nothing, rank: 0, title: 'x', description: 'x' }),
    ]
    for (const [at, field] of ['position', 'title', 'description', 'category', 'password'].entries())
      expect(order[at]).toContain(`${field} is required`)
    const category = (who: Person, method: string, given: object, query = '') =>
      call(who, method, `/api/admin/training/category${query}`, given)
    expect((await category(people.staff, 'POST', { name: 'More', color: '#112233' })).http).toBe(403)
    expect((await category(people.problemAdmin, 'POST', { name: 'BASICS', color: '#112233' })).status).toBe(
      400,
    )
    const { data: made } = await category(people.problemAdmin, 'POST', { name: 'More', color: '#112233' })
    await make(people.staff)
    expect((await category(people.root, 'DELETE', {}, '?cid=1')).status).toBe(400)
    expect((await category(people.root, 'DELETE', {}, `?cid=${made.id}`)).status).toBe(200)
    expect(await site.prisma.trainingCategory.count()).toBe(1)
  })

  it('lets each role do what it may through both doors, by account and not by a name of the body (area-rules T11)', async () => {
    const RENAME = `mutation ($id: ID!) { updateTraining(input: { id: $id, fields: { title: "Renamed" } }) { title } }`
    const REMOVE = `mutation ($id: ID!) { removeTrainings(input: { ids: [$id] }) { done refused { code } } }`
    const who = async (made: () => Promise<number>, group = false) => {
      const able: Record<'create' | 'edit' | 'remove', string[]> = { create: [], edit: [], remove: [] }
      for (const [name, person] of Object.entries(people)) {
        const where = group ? '/api/group/training' : '/api/admin/training'
        const given = body(group ? { gid: groupId, author: 'staff' } : { author: 'staff' })
        if ((await call(person, 'POST', where, given)).status === 200) able.create.push(name)
        const tid = await made()
        const id = globalId('Training', tid)
        const edited = await call(
          person,
          'PUT',
          where,
          body({ id: tid, title: 'By REST', author: person.username }),
        )
        expect((await ask(person, RENAME, { id })).errors === undefined).toBe(edited.status === 200)
        if (edited.status === 200) able.edit.push(name)
        const removed = (await ask(person, REMOVE, { id })).data?.removeTrainings?.done?.length === 1
        if (removed) able.remove.push(name)
        expect(await site.prisma.training.count({ where: { id: tid } })).toBe(removed ? 0 : 1)
      }
      return able
    }
    expect(await who(() => make(people.staff))).toEqual({
      create: ['root', 'staff', 'otherStaff', 'problemAdmin'],
      edit: ['root', 'staff'],
      remove: ['root'],
    })
    expect(await who(() => make(people.groupAdmin, { gid: groupId }), true)).toEqual({
      create: ['root', 'groupAdmin', 'groupRoot', 'chief'],
      edit: ['root', 'groupAdmin', 'groupRoot', 'chief'],
      remove: ['root', 'groupAdmin', 'groupRoot', 'chief'],
    })
  })
})

describe('private trainings', () => {
  it('opens by the password, once and with limited tries; a new one ends all registrations (area-rules T4)', async () => {
    const tid = await make(people.staff, { auth: 'Private', privatePwd: 'sesame' })
    await add(people.staff, tid, problems.one)
    expect((await call(people.ada, 'GET', `/api/get-training-access?tid=${tid}`)).data.access).toBe(false)
    expect((await call(people.ada, 'GET', `/api/get-training-problem-list?tid=${tid}`)).status).toBe(403)
    expect((await register(people.ada, tid, '')).msg).toBe('Enter the training password')
    expect((await register(people.ada, tid, 'Sesame')).status).toBe(400)
    expect((await register(people.ada, tid)).status).toBe(403)
    await site.prisma.throttle.deleteMany()
    expect((await register(people.ada, tid)).status).toBe(200)
    expect((await register(people.ada, tid)).status).toBe(400)
    expect((await call(people.ada, 'GET', `/api/get-training-access?tid=${tid}`)).data.access).toBe(true)
    expect(await problemIds(people.ada, tid)).toEqual(['P1'])
    const SAVE = `mutation ($id: ID!, $ends: Int) {
      updateTraining(input: { id: $id, fields: { password: "other" }, endsRegistrations: $ends }) { registrationCount }
    }`
    const id = globalId('Training', tid)
    expect(codeOf(await ask(people.staff, SAVE, { id }))).toBe('TRAINING_PASSWORD_ENDS')
    expect((await detail(people.ada, tid)).status).toBe(200)
    expect((await ask(people.staff, SAVE, { id, ends: 1 })).data.updateTraining.registrationCount).toBe(0)
    expect((await call(people.ada, 'GET', `/api/get-training-problem-list?tid=${tid}`)).status).toBe(403)
    const PASSWORD = 'query ($n: Int!) { training(number: $n) { password registrationCount } }'
    const hidden = { password: null, registrationCount: null }
    expect((await ask(people.ada, PASSWORD, { n: tid })).data.training).toEqual(hidden)
    expect((await ask(people.otherStaff, PASSWORD, { n: tid })).data.training).toEqual(hidden)
    expect((await ask(people.staff, PASSWORD, { n: tid })).data.training.password).toBe('other')
  })

  it('lets managers in without a registration, and gives them no row (area-rules T5)', async () => {
    const tid = await make(people.groupAdmin, { auth: 'Private', privatePwd: 'sesame', gid: groupId })
    for (const name of ['groupAdmin', 'groupRoot', 'chief', 'root'] as const) {
      expect((await call(people[name], 'GET', `/api/get-training-access?tid=${tid}`)).data.access).toBe(true)
      expect((await register(people[name], tid)).status).toBe(400)
    }
    expect((await register(people.outsider, tid)).status).toBe(404)
    expect((await register(people.member, tid)).status).toBe(200)
    expect((await rank(people.member, tid)).records).toHaveLength(1)
    // A registered member who becomes root has no row any more.
    const group = await site.prisma.group.findUniqueOrThrow({ where: { id: groupId } })
    await setStanding(site, group, people.member, 'ROOT')
    expect((await rank(people.root, tid)).records).toHaveLength(0)
    await setStanding(site, group, people.member, 'MEMBER')
  })

  it('counts what is sent from anywhere, and of earlier submissions only acceptances (area-rules T6, T7)', async () => {
    const tid = await make(people.staff, { auth: 'Private', privatePwd: 'sesame' })
    for (const pid of [problems.one, problems.two]) await add(people.staff, tid, pid)
    await judged(people.ada, problems.one, 'ACCEPTED', { timeMs: 50, hours: -2 })
    await judged(people.ada, problems.two, 'WRONG_ANSWER', { hours: -1 })
    await register(people.ada, tid)
    const cells = async () => {
      const [row] = (await rank(people.staff, tid)).records
      return [row.ac, row.totalRunTime, row.submissionInfo]
    }
    const solved = { status: 0, score: null, runTime: 50 }
    expect(await cells()).toEqual([1, 50, { P1: solved }])
    const tries = [
      ['WRONG_ANSWER', -1],
      ['COMPILE_ERROR', -2],
      ['PRESENTATION_ERROR', -3],
      ['TIME_LIMIT_EXCEEDED', 1],
      ['MEMORY_LIMIT_EXCEEDED', 2],
      ['RUNTIME_ERROR', 3],
      ['PARTIALLY_ACCEPTED', 8],
    ] as const
    for (const [verdict, status] of tries) {
      await judged(people.ada, problems.two, verdict, { hours: 1 })
      expect((await cells())[2].P2).toEqual({ status, score: null, runTime: null })
    }
    // These are no tries.
    for (const verdict of ['JUDGE_ERROR', 'CANCELLED', 'SUBMISSION_FAILED'] as const) {
      await judged(people.ada, problems.two, verdict, { hours: 1 })
      expect((await cells())[2].P2.status).toBe(8)
    }
    // An acceptance stays, and its time is the least.
    await judged(people.ada, problems.one, 'WRONG_ANSWER', { hours: 1 })
    await judged(people.ada, problems.one, 'ACCEPTED', { timeMs: 20, hours: 1 })
    await judged(people.ada, problems.one, 'ACCEPTED', { timeMs: 90, hours: 1 })
    expect(await cells()).toEqual([
      1,
      20,
      { P1: { ...solved, runTime: 20 }, P2: { status: 8, score: null, runTime: null } },
    ])
    // A rejudging takes it back, or changes its time.
    const fast = await site.prisma.submission.findFirstOrThrow({ where: { timeMs: 20 } })
    await site.prisma.submission.update({ where: { id: fast.id }, data: { verdict: 'WRONG_ANSWER' } })
    await settle(contextOf(site, null), fast.id)
    expect((await cells())[2].P1.runTime).toBe(50)
    await site.prisma.submission.updateMany({ where: { timeMs: 50 }, data: { timeMs: 40 } })
    expect((await cells())[1]).toBe(40)
    // Submissions of contests count nowhere here.
    const contest = await site.prisma.contest.create({
      data: {
        title: 'C',
        description: '',
        type: 'ACM',
        ownerId: people.root.id,
        startsAt: new Date(0),
        endsAt: new Date(1),
      },
    })
    await judged(people.ada, problems.two, 'ACCEPTED', { hours: 1, contestId: contest.id })
    expect((await cells())[0]).toBe(1)
    // Removing a problem takes its cells along; adding it again finds them.
    await call(people.staff, 'DELETE', `/api/admin/training/problem?pid=${problems.one}&tid=${tid}`)
    expect((await cells()).slice(0, 2)).toEqual([0, 0])
    await add(people.staff, tid, problems.one)
    expect((await cells()).slice(0, 2)).toEqual([1, 40])
    await site.prisma.submission.deleteMany({ where: { contestId: contest.id } })
  })

  it('ranks by accepted problems, then run time, in private trainings alone; real names are for managers (area-rules T8)', async () => {
    const tid = await make(people.staff, { auth: 'Private', privatePwd: 'sesame' })
    for (const pid of [problems.one, problems.two]) await add(people.staff, tid, pid)
    for (const name of ['ada', 'bob', 'outsider'] as const) await register(people[name], tid)
    await judged(people.ada, problems.one, 'ACCEPTED', { timeMs: 30, hours: 1 })
    await judged(people.bob, problems.one, 'ACCEPTED', { timeMs: 20, hours: 1 })
    await judged(people.outsider, problems.one, 'ACCEPTED', { timeMs: 500, hours: 1 })
    await judged(people.outsider, problems.two, 'ACCEPTED', { timeMs: 500, hours: 1 })
    await site.prisma.user.update({
      where: { id: people.ada.id },
      data: { realname: 'A. L.', school: 'Sea' },
    })
    const names = async (who: Person, query = '') =>
      (await rank(who, tid, query)).records.map(({ username }: { username: string }) => username)
    expect(await names(people.bob)).toEqual(['outsider', 'bob', 'ada'])
    expect(await names(people.bob, 'keyword=sea')).toEqual(['ada'])
    expect(await names(people.bob, 'keyword=A.%20L')).toEqual([])
    expect(await names(people.staff, 'keyword=A.%20L')).toEqual(['ada'])
    const [, , last] = (await rank(people.bob, tid)).records
    expect(last.realname).toBeNull()
    expect((await rank(people.staff, tid)).records[2].realname).toBe('A. L.')
    const ROWS = `query ($n: Int!) { training(number: $n) { rankRows(keyword: "sea") {
      totalCount edges { node { place realname user { username } } } } } }`
    expect((await ask(people.bob, ROWS, { n: tid })).data.training.rankRows).toEqual({
      totalCount: 1,
      edges: [{ node: { place: 3, realname: null, user: { username: 'ada' } } }],
    })
    await site.prisma.user.update({ where: { id: people.bob.id }, data: { disabled: true } })
    expect(await names(people.staff)).toEqual(['outsider', 'ada'])
    await site.prisma.user.update({ where: { id: people.bob.id }, data: { disabled: false } })
    const open = await make(people.staff)
    expect((await rank(people.ada, open)).records).toEqual([])
  })
})

describe('problems', () => {
  it('counts the problems that the viewer may open, and those solved (area-rules T9)', async () => {
    const tid = await make(people.groupAdmin, { gid: groupId })
    for (const problemId of ['CLUB1', 'CLUB2'])
      await call(
        people.groupRoot,
        'POST',
        `/api/group/add-training-problem-from-group?tid=${tid}&problemId=${problemId}`,
      )
    await call(people.groupAdmin, 'POST', '/api/group/add-training-problem-from-public', {
      tid,
      pid: problems.one,
    })
    const counts = async (who: Person) => {
      const { problemCount, acCount } = (await detail(who, tid)).data
      return [problemCount, acCount]
    }
    expect(await counts(people.member)).toEqual([2, 0])
    expect(await counts(people.groupRoot)).toEqual([3, 0])
    await judged(people.member, problems.groups, 'ACCEPTED', { groupId })
    await judged(people.member, problems.one, 'ACCEPTED')
    expect(await counts(people.member)).toEqual([2, 2])
    await site.prisma.problem.update({ where: { id: problems.one }, data: { visibility: 'HIDDEN' } })
    expect(await counts(people.member)).toEqual([1, 1])
    await site.prisma.problem.update({ where: { id: problems.one }, data: { visibility: 'PUBLIC' } })
    const open = await make(people.staff)
    await add(people.staff, open, problems.one)
    const [row] = (await list(null)).records
    expect([row.problemCount, row.acCount]).toEqual([1, 0])
  })

  it('takes public problems and own ones of the group once, in order, and changes none of them (area-rules T10)', async () => {
    const tid = await make(people.staff)
    expect((await add(people.staff, tid, problems.hidden)).status).toBe(404)
    expect((await add(people.staff, tid, problems.groups)).status).toBe(404)
    expect((await add(people.otherStaff, tid, problems.one)).status).toBe(403)
    for (const pid of [problems.two, problems.one])
      expect((await add(people.staff, tid, pid)).status).toBe(200)
    expect((await add(people.staff, tid, problems.one)).status).toBe(400)
    expect(await problemIds(people.ada, tid)).toEqual(['P2', 'P1'])
    await call(people.staff, 'PUT', '/api/admin/training/problem', { tid, pid: problems.two, rank: 9 })
    expect(await problemIds(people.ada, tid)).toEqual(['P1', 'P2'])
    const ORDER = `mutation ($id: ID!, $numbers: [Int!]!) {
      orderTrainingProblems(input: { trainingId: $id, problemNumbers: $numbers }) { problems { problem { displayId } } }
    }`
    const id = globalId('Training', tid)
    const ordered = await ask(people.staff, ORDER, { id, numbers: [problems.two, problems.one] })
    expect(ordered.data.orderTrainingProblems.problems[0].problem.displayId).toBe('P2')
    expect(codeOf(await ask(people.otherStaff, ORDER, { id, numbers: [] }))).toBe('FORBIDDEN')
    const open = await call(people.staff, 'GET', `/api/admin/training/get-problem-list?tid=${tid}`)
    expect(open.data.problemList.records).toEqual([])
    const visibility = await site.prisma.problem.findUniqueOrThrow({ where: { id: problems.one } })
    expect(visibility.visibility).toBe('PUBLIC')
    // Without a training the call deletes the problem, which only problem administrators may.
    expect(
      (await call(people.staff, 'DELETE', `/api/admin/training/problem?pid=${problems.one}`)).status,
    ).toBe(403)
    const ofGroup = await make(people.groupAdmin, { gid: groupId })
    const fromGroup = (who: Person, problemId: string) =>
      call(who, 'POST', `/api/group/add-training-problem-from-group?tid=${ofGroup}&problemId=${problemId}`)
    expect((await fromGroup(people.groupAdmin, 'P1')).status).toBe(404)
    expect((await fromGroup(people.groupAdmin, 'CLUB2')).status).toBe(404)
    expect((await fromGroup(people.groupAdmin, 'club1')).status).toBe(200)
    expect((await fromGroup(people.member, 'CLUB1')).status).toBe(403)
  })

  it('opens submitting to those who entered, as practice or of the group of the problem (area-rules T12)', async () => {
    const tid = await make(people.staff, { auth: 'Private', privatePwd: 'sesame' })
    await add(people.staff, tid, problems.one)
    const submit = (who: Person, pid: string) =>
      call(who, 'POST', '/api/submit-problem-judge', {
        tid,
        pid,
        cid: 0,
        language: 'C++ 17 With O2',
        code: 'int main() { return 0; }',
      })
    expect((await submit(people.ada, 'P1')).status).toBe(403)
    await register(people.ada, tid)
    expect((await submit(people.ada, 'P2')).status).toBe(404)
    const sent = await submit(people.ada, 'P1')
    expect(sent.status).toBe(200)
    expect(await site.prisma.submission.findFirst()).toMatchObject({ contestId: null, groupId: null })
    await site.prisma.problem.update({ where: { id: problems.one }, data: { visibility: 'HIDDEN' } })
    await site.prisma.throttle.deleteMany()
    expect((await submit(people.ada, 'P1')).status).toBe(404)
    await site.prisma.problem.update({ where: { id: problems.one }, data: { visibility: 'PUBLIC' } })
  })
})

describe('streams', () => {
  it('tells lists, the page and the rank what changes, and ends for those who may see it no longer', async () => {
    const rows = await site.subscribe('subscription { trainingsChanged { change rowId training { title } } }')
    const tid = await make(people.staff, { auth: 'Private', privatePwd: 'sesame' })
    const id = globalId('Training', tid)
    const created = { change: 'CREATED', rowId: id, training: { title: 'Tides' } }
    expect((await rows.next()).data).toMatchObject({ trainingsChanged: created })
    await register(people.ada, tid)
    await add(people.staff, tid, problems.one)
    const RANK =
      'subscription ($id: ID!) { trainingRankChanged(id: $id) { rankRows { edges { node { solvedCount } } } } }'
    const ranks = await site.subscribe(RANK, { id }, people.ada)
    await judged(people.ada, problems.one, 'ACCEPTED', { hours: 1 })
    expect((await ranks.next()).data).toMatchObject({
      trainingRankChanged: { rankRows: { edges: [{ node: { solvedCount: 1 } }] } },
    })
    await call(people.staff, 'PUT', `/api/admin/training/change-training-status?tid=${tid}&status=false`)
    for (;;) {
      const { trainingsChanged } = (await rows.next()).data
      if (trainingsChanged.change !== 'REMOVED') continue
      expect(trainingsChanged).toMatchObject({ rowId: id, training: null })
      break
    }
    // It ends, or says that there is nothing to see if a result was just being told.
    const last = await ranks.next().catch(() => null)
    expect(last?.data ?? null).toBeNull()
    rows.close()
  })
})
