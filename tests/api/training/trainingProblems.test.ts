import { describe, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { globalId } from '../../support/judgeable.ts'
import { contextOf, type Person } from '../../support/people.ts'
import { codeOf } from '../../support/posts.ts'
import { openTrainingSite } from '../../support/trainings.ts'

/** Problems of trainings, and what their streams tell (area-rules T9, T10, T12). */

const stage = openTrainingSite()
const { people, problems, call, ask, make, add, register, list, detail, problemIds, judged } = stage

describe('problems', () => {
  it('counts the problems that the viewer may open, and those solved (area-rules T9)', async () => {
    const tid = await make(people.groupAdmin, { gid: stage.groupId })
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
    await judged(people.member, problems.groups, 'ACCEPTED', { groupId: stage.groupId })
    await judged(people.member, problems.one, 'ACCEPTED')
    expect(await counts(people.member)).toEqual([2, 2])
    await stage.site.prisma.problem.update({ where: { id: problems.one }, data: { visibility: 'HIDDEN' } })
    expect(await counts(people.member)).toEqual([1, 1])
    await stage.site.prisma.problem.update({ where: { id: problems.one }, data: { visibility: 'PUBLIC' } })
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
    const visibility = await stage.site.prisma.problem.findUniqueOrThrow({ where: { id: problems.one } })
    expect(visibility.visibility).toBe('PUBLIC')
    // Without a training the call deletes the problem, which only problem administrators may.
    expect(
      (await call(people.staff, 'DELETE', `/api/admin/training/problem?pid=${problems.one}`)).status,
    ).toBe(403)
    const ofGroup = await make(people.groupAdmin, { gid: stage.groupId })
    const fromGroup = (who: Person, problemId: string) =>
      call(who, 'POST', `/api/group/add-training-problem-from-group?tid=${ofGroup}&problemId=${problemId}`)
    expect((await fromGroup(people.groupAdmin, 'P1')).status).toBe(404)
    expect((await fromGroup(people.groupAdmin, 'CLUB2')).status).toBe(404)
    expect((await fromGroup(people.groupAdmin, 'club1')).status).toBe(200)
    expect((await fromGroup(people.member, 'CLUB1')).status).toBe(403)
  })

  it('lists its problems for the full-screen bar, with what the caller reached', async () => {
    const tid = await make(people.staff, { auth: 'Private', privatePwd: 'sesame' })
    for (const pid of [problems.two, problems.one]) await add(people.staff, tid, pid)
    const bar = (who: Person, query = `tid=${tid}`) =>
      call(who, 'GET', `/api/get-full-screen-problem-list?${query}`)
    expect((await bar(people.ada)).status).toBe(403)
    await register(people.ada, tid)
    await judged(people.ada, problems.one, 'WRONG_ANSWER')
    const { data } = await bar(people.ada, `tid=${tid}&cid=`)
    expect(data).toEqual([
      { pid: problems.two, problemId: 'P2', title: expect.any(String), status: null, score: null },
      { pid: problems.one, problemId: 'P1', title: expect.any(String), status: -1, score: null },
    ])
    expect((await bar(people.ada, 'cid=0')).status).toBe(404)
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
    expect(await stage.site.prisma.submission.findFirst()).toMatchObject({ contestId: null, groupId: null })
    await stage.site.prisma.problem.update({ where: { id: problems.one }, data: { visibility: 'HIDDEN' } })
    await stage.site.prisma.throttle.deleteMany()
    expect((await submit(people.ada, 'P1')).status).toBe(404)
    await stage.site.prisma.problem.update({ where: { id: problems.one }, data: { visibility: 'PUBLIC' } })
  })
})

describe('streams', () => {
  it('ends that of a rank with the registrations, also when the password is the same again (area-rules T4)', async () => {
    const { prisma } = stage.site
    const id = await make(people.staff, { auth: 'Private', privatePwd: 'sesame' })
    for (const person of [people.ada, people.bob]) await register(person, id)
    const text = 'subscription ($id: ID!) { trainingRankChanged(id: $id) { title } }'
    const variables = { id: globalId('Training', id) }
    const lines = await Promise.all(
      [people.ada, people.bob].map((person) => stage.site.subscribe(text, variables, person)),
    )
    const ctx = contextOf(stage.site, null)
    await emit(ctx, 'training.ranked', { trainingId: id })
    for (const line of lines) expect((await line.next()).data.trainingRankChanged.title).toBe('Tides')
    await prisma.trainingRegistration.deleteMany({ where: { trainingId: id } })
    await prisma.training.update({ where: { id }, data: { version: { increment: 1 } } })
    await emit(ctx, 'training.changed', { trainingId: id, groupId: null, wasListed: true, isListed: true })
    for (const line of lines) expect((await line.next().catch(() => null))?.data ?? null).toBeNull()
    const again = await stage.site.subscribe(text, variables, people.ada)
    expect((await again.next()).errors).toBeTruthy()
  })

  it('tells lists, the page and the rank what changes, and ends for those who may see it no longer', async () => {
    const rows = await stage.site.subscribe(
      'subscription { trainingsChanged { change rowId training { title } } }',
    )
    const tid = await make(people.staff, { auth: 'Private', privatePwd: 'sesame' })
    const id = globalId('Training', tid)
    const created = { change: 'CREATED', rowId: id, training: { title: 'Tides' } }
    expect((await rows.next()).data).toMatchObject({ trainingsChanged: created })
    await register(people.ada, tid)
    await add(people.staff, tid, problems.one)
    const RANK =
      'subscription ($id: ID!) { trainingRankChanged(id: $id) { rankRows { edges { node { solvedCount } } } } }'
    const ranks = await stage.site.subscribe(RANK, { id }, people.ada)
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
