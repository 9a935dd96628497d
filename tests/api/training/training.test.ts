import { describe, expect, it } from 'vitest'
import { settle } from '#server/modules/judging/settle.ts'
import { setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { contextOf, type Person } from '../../support/people.ts'
import { codeOf } from '../../support/posts.ts'
import { openTrainingSite, trainingBody, WORDS } from '../../support/trainings.ts'

/** Lists, doors and private trainings (area-rules T1 to T8, T11). */

const stage = openTrainingSite()
const { people, problems, call, ask, make, add, register, list, titles, detail, problemIds, rank, judged } =
  stage

describe('lists and doors', () => {
  it('lists visible trainings of the site to guests, by rank, then newest; opening needs a login (area-rules T1)', async () => {
    await make(people.staff, { title: 'Last', rank: 2_147_483_647 })
    await make(people.staff, { title: 'Old' })
    await make(people.staff, { title: 'New', auth: 'Private', privatePwd: 'sesame' })
    const first = await make(people.root, { title: 'First', rank: 0 })
    await make(people.staff, { title: 'Hidden', status: false })
    await make(people.groupAdmin, { title: 'Of the group', gid: stage.groupId })
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
    expect(await managed(people.staff, '0')).toEqual(['First'])
    expect(await managed(people.staff, '%20')).toHaveLength(5)
    expect(await managed(people.staff, 'hidden')).toEqual(['Hidden'])
    expect(await managed(people.otherStaff, 'hidden')).toEqual([])
  })

  it('keeps a hidden training from all but its author, super administrators and roots of the group (area-rules T2)', async () => {
    const tid = await make(people.staff, { status: false })
    const ofGroup = await make(people.groupAdmin, { status: false, gid: stage.groupId })
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
    await stage.site.prisma.group.update({ where: { id: stage.groupId }, data: { disabled: true } })
    expect(await seers(ofGroup)).toEqual(['root'])
    await stage.site.prisma.group.update({ where: { id: stage.groupId }, data: { disabled: false } })
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
    // Without its access it would be open to everybody.
    for (const auth of [undefined, null, 'Weird']) expect(await refused({ auth })).toBe('access is required')
    const category = (who: Person, method: string, given: object, query = '') =>
      call(who, method, `/api/admin/training/category${query}`, given)
    expect((await category(people.staff, 'POST', { name: 'More', color: '#112233' })).http).toBe(403)
    expect((await category(people.problemAdmin, 'POST', { name: 'BASICS', color: '#112233' })).status).toBe(
      400,
    )
    const asTexts = { status: 'true', rank: '7', privatePwd: 123456, auth: 'Private', title: 5 }
    const saved = { training: { description: 'x', ...asTexts }, trainingCategory: { id: '1' } }
    expect(await call(people.staff, 'POST', '/api/admin/training', saved)).toMatchObject({ status: 200 })
    const row = await stage.site.prisma.training.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(row).toMatchObject({ title: '5', rank: 7, visible: true, password: '123456' })
    await stage.site.prisma.training.delete({ where: { id: row.id } })
    const { data: made } = await category(people.problemAdmin, 'POST', { name: 'More', color: '#112233' })
    // A cleared colour picker sends null.
    const cleared = { id: made.id, name: 'Still more', color: null }
    expect((await category(people.problemAdmin, 'PUT', cleared)).status).toBe(200)
    const find = { where: { id: made.id } }
    expect(await stage.site.prisma.trainingCategory.findUnique(find)).toMatchObject({
      name: 'Still more',
      color: '#112233',
    })
    await make(people.staff)
    expect((await category(people.root, 'DELETE', {}, '?cid=1')).status).toBe(400)
    expect((await category(people.root, 'DELETE', {}, `?cid=${made.id}`)).status).toBe(200)
    expect(await stage.site.prisma.trainingCategory.count()).toBe(1)
  })

  it('lets each role do what it may through both doors, by account and not by a name of the body (area-rules T11)', async () => {
    const RENAME = `mutation ($id: ID!) { updateTraining(input: { id: $id, fields: { title: "Renamed" } }) { title } }`
    const REMOVE = `mutation ($id: ID!) { removeTrainings(input: { ids: [$id] }) { done refused { code } } }`
    const who = async (made: () => Promise<number>, group = false) => {
      const able: Record<'create' | 'edit' | 'remove', string[]> = { create: [], edit: [], remove: [] }
      for (const [name, person] of Object.entries(people)) {
        const where = group ? '/api/group/training' : '/api/admin/training'
        const given = trainingBody(group ? { gid: `${stage.groupId}`, author: 'staff' } : { author: 'staff' })
        if ((await call(person, 'POST', where, given)).status === 200) able.create.push(name)
        const tid = await made()
        const id = globalId('Training', tid)
        const edited = await call(
          person,
          'PUT',
          where,
          trainingBody({ id: tid, title: 'By REST', author: person.username }),
        )
        expect((await ask(person, RENAME, { id })).errors === undefined).toBe(edited.status === 200)
        if (edited.status === 200) able.edit.push(name)
        const removed = (await ask(person, REMOVE, { id })).data?.removeTrainings?.done?.length === 1
        if (removed) able.remove.push(name)
        expect(await stage.site.prisma.training.count({ where: { id: tid } })).toBe(removed ? 0 : 1)
      }
      return able
    }
    expect(await who(() => make(people.staff))).toEqual({
      create: ['root', 'staff', 'otherStaff', 'problemAdmin'],
      edit: ['root', 'staff'],
      remove: ['root'],
    })
    expect(await who(() => make(people.groupAdmin, { gid: stage.groupId }), true)).toEqual({
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
    await stage.site.prisma.throttle.deleteMany()
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
    const tid = await make(people.groupAdmin, { auth: 'Private', privatePwd: 'sesame', gid: stage.groupId })
    for (const name of ['groupAdmin', 'groupRoot', 'chief', 'root'] as const) {
      expect((await call(people[name], 'GET', `/api/get-training-access?tid=${tid}`)).data.access).toBe(true)
      expect((await register(people[name], tid)).status).toBe(400)
    }
    expect((await register(people.outsider, tid)).status).toBe(404)
    expect((await register(people.member, tid)).status).toBe(200)
    expect((await rank(people.member, tid)).records).toHaveLength(1)
    // A registered member who becomes root has no row any more.
    const group = await stage.site.prisma.group.findUniqueOrThrow({ where: { id: stage.groupId } })
    await setStanding(stage.site, group, people.member, 'ROOT')
    expect((await rank(people.root, tid)).records).toHaveLength(0)
    await setStanding(stage.site, group, people.member, 'MEMBER')
  })

  it('stay with their author, who lost the role to change them (area-rules T2, T5, T11)', async () => {
    const site = await make(people.staff, { auth: 'Private', privatePwd: 'sesame', status: false })
    const group = await make(people.groupAdmin, { gid: stage.groupId, auth: 'Private', privatePwd: 'sesame' })
    for (const tid of [site, group])
      await stage.site.prisma.training.update({ where: { id: tid }, data: { visible: false } })
    const { prisma } = stage.site
    await prisma.user.update({ where: { id: people.staff.id }, data: { role: 'USER' } })
    await setStanding(stage.site, { id: stage.groupId }, people.groupAdmin, 'MEMBER')
    for (const [who, tid] of [
      [people.staff, site],
      [people.groupAdmin, group],
    ] as const) {
      expect((await detail(who, tid)).status).toBe(200)
      expect((await call(who, 'GET', `/api/get-training-problem-list?tid=${tid}`)).status).toBe(200)
      const asked = 'query ($id: ID!) { node(id: $id) { ... on Training { lookBar viewerCanManage } } }'
      const { data } = await stage.site.graphql(asked, { id: globalId('Training', tid) }, who)
      expect(data?.node).toEqual({ lookBar: null, viewerCanManage: false })
      for (const [method, path, body] of [
        ['PUT', '/api/admin/training', trainingBody({ id: tid, title: 'Ebbs' })],
        ['PUT', '/api/group/training', trainingBody({ id: tid, title: 'Ebbs' })],
        ['DELETE', `/api/group/training?tid=${tid}`],
      ] as const)
        expect((await call(who, method, path, body)).status, path).toBe(403)
    }
    // Who left the group has nothing there (area-rules G5).
    await setStanding(stage.site, { id: stage.groupId }, people.groupAdmin, null)
    expect((await detail(people.groupAdmin, group)).status).toBe(404)
    await prisma.user.update({ where: { id: people.staff.id }, data: { role: 'ADMIN' } })
    await setStanding(stage.site, { id: stage.groupId }, people.groupAdmin, 'ADMIN')
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
    const fast = await stage.site.prisma.submission.findFirstOrThrow({ where: { timeMs: 20 } })
    await stage.site.prisma.submission.update({ where: { id: fast.id }, data: { verdict: 'WRONG_ANSWER' } })
    await settle(contextOf(stage.site, null), fast.id)
    expect((await cells())[2].P1.runTime).toBe(50)
    await stage.site.prisma.submission.updateMany({ where: { timeMs: 50 }, data: { timeMs: 40 } })
    expect((await cells())[1]).toBe(40)
    // Submissions of contests count nowhere here.
    const contest = await stage.site.prisma.contest.create({
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
    await stage.site.prisma.submission.deleteMany({ where: { contestId: contest.id } })
  })

  it('ranks by accepted problems, then run time, in private trainings alone; real names are for managers (area-rules T8)', async () => {
    const tid = await make(people.staff, { auth: 'Private', privatePwd: 'sesame' })
    for (const pid of [problems.one, problems.two]) await add(people.staff, tid, pid)
    for (const name of ['ada', 'bob', 'outsider'] as const) await register(people[name], tid)
    await judged(people.ada, problems.one, 'ACCEPTED', { timeMs: 30, hours: 1 })
    await judged(people.bob, problems.one, 'ACCEPTED', { timeMs: 20, hours: 1 })
    await judged(people.outsider, problems.one, 'ACCEPTED', { timeMs: 500, hours: 1 })
    await judged(people.outsider, problems.two, 'ACCEPTED', { timeMs: 500, hours: 1 })
    await stage.site.prisma.user.update({
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
    await stage.site.prisma.user.update({ where: { id: people.bob.id }, data: { disabled: true } })
    expect(await names(people.staff)).toEqual(['outsider', 'ada'])
    await stage.site.prisma.user.update({ where: { id: people.bob.id }, data: { disabled: false } })
    const open = await make(people.staff)
    expect((await rank(people.ada, open)).records).toEqual([])
  })
})
