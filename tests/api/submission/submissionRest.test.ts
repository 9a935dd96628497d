import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { switches } from '#server/modules/site/site.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { type FakeHost, outcome } from '../../support/fakeHost.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import type { Site } from '../../support/site.ts'
import { openSubmitSite, SOURCE, type SubmitSite } from '../../support/submitSite.ts'

let sending: SubmitSite
let site: Site
let host: FakeHost
beforeAll(async () => {
  sending = await openSubmitSite()
  ;({ site, host } = sending)
})
afterAll(() => sending.close())

let names = 0
let alice: Person
beforeEach(async () => {
  alice = await addPerson(site, `alice${++names}`)
})

describe('the REST door', () => {
  it('takes a submission by display id and language name, and follows it', async () => {
    const body = {
      pid: 't1001',
      language: 'C++ 17 With O2',
      code: SOURCE,
      cid: 0,
      tid: null,
      gid: null,
      isRemote: false,
    }
    const sent = await site.rest('POST', '/api/submit-problem-judge', { ...alice, body })
    expect(sent).toMatchObject({
      http: 200,
      status: 200,
      data: {
        uid: alice.id,
        displayPid: 'T1001',
        language: 'C++ 17 With O2',
        cid: 0,
        ip: null,
        time: null,
      },
    })
    // Waiting, unless a host was faster than the answer.
    expect([5, 6]).toContain(sent.data.status)
    const { submitId } = sent.data
    const check = () =>
      site.rest('POST', '/api/check-submissions-status', { body: { submitIds: [submitId], cid: 0 } })
    const taken = await host.takeSubmission()
    expect((await check()).data[submitId]).toMatchObject({ status: 6, code: null })
    taken.report({ kind: 'running', caseCount: 1 })
    taken.end(outcome('TIME_LIMIT_EXCEEDED'))
    await sending.settled(submitId)
    expect((await check()).data[submitId]).toMatchObject({
      status: 1,
      time: 30,
      memory: 3000,
      judger: 'fake-1',
    })
  })

  it('refuses with the code in the body', async () => {
    const call = (body: object, who: object = alice) =>
      site.rest('POST', '/api/submit-problem-judge', {
        ...who,
        body: { pid: 'T1001', language: 'C++ 17', code: SOURCE, ...body },
      })
    expect(await call({ code: '' })).toMatchObject({ http: 200, status: 400, msg: 'Code can not be empty' })
    expect(await call({ pid: 'NONE' })).toMatchObject({ http: 200, status: 404 })
    expect(await call({ cid: 5 })).toMatchObject({ http: 200, status: 404 })
    expect(await call({ language: 'Latin' })).toMatchObject({ http: 200, status: 400 })
    expect(await call({}, { token: null })).toMatchObject({ http: 401, status: 401 })
    const banned = await addPerson(site, `restbanned${names}`, { role: 'NO_SUBMIT_MUTED' })
    // The permission of the call, which the reference system refuses with a real 403.
    expect(await call({}, banned)).toMatchObject({ http: 403, status: 403 })
  })

  it('gives the last accepted code with a line about where it is from', async () => {
    const none = await site.rest('GET', `/api/get-last-ac-code?pid=${sending.problem.id}`, alice)
    expect(none).toMatchObject({ status: 200, data: { code: '' } })
    const { number } = await sending.judged(alice)
    await sending.judged(alice, 'WRONG_ANSWER', { source: 'int main() { return 1; }' })
    const { data } = await site.rest('GET', `/api/get-last-ac-code?pid=${sending.problem.id}&cid=0`, alice)
    expect(data).toMatchObject({ submitId: number, language: 'C++ 17 With O2' })
    expect(data.code.startsWith(`${SOURCE}\n// submission ${number} · ${alice.username} · `)).toBe(true)
    // The client of the reference system puts the code into its editor: no words in its place.
    await switches.set(contextOf(site, sending.root), { hideSources: true })
    const hidden = await site.rest('GET', `/api/get-last-ac-code?pid=${sending.problem.id}`, alice)
    await switches.set(contextOf(site, sending.root), { hideSources: false })
    expect(hidden.data).toMatchObject({ submitId: number, code: '' })
  })

  it('judges an own submission again, once in ten minutes', async () => {
    const { number } = await sending.judged(alice)
    const again = (who: object) => site.rest('GET', `/api/resubmit?submitId=${number}`, who)
    expect(await again({})).toMatchObject({ http: 401 })
    const stranger = await addPerson(site, 'stranger')
    expect(await again(stranger)).toMatchObject({ http: 200, status: 403 })
    // With every slot of the host busy it waits, no matter who is faster: host or answer.
    const busy = await Promise.all(Array.from({ length: 4 }, () => sending.send(stranger)))
    const held = await Promise.all(busy.map(({ number }) => sending.host.takeSubmission(number)))
    expect(await again(alice)).toMatchObject({
      http: 200,
      status: 200,
      data: { submitId: number, status: 5, code: SOURCE },
    })
    expect(await again(alice)).toMatchObject({ http: 200, status: 400 })
    await site.prisma.submission.update({
      where: { id: number },
      data: { state: 'DONE', verdict: 'ACCEPTED' },
    })
    expect(await again(alice)).toMatchObject({ http: 200, status: 403, msg: expect.stringMatching(/\d+ s/) })
    for (const taken of held) taken.end(outcome('ACCEPTED'))
  })

  it('leaves what staff decided to staff', async () => {
    const { number } = await sending.judged(alice)
    await site.prisma.submission.update({ where: { id: number }, data: { manual: true } })
    const answer = await site.rest('GET', `/api/resubmit?submitId=${number}`, alice)
    expect(answer).toMatchObject({ http: 200, status: 400, msg: "This submission can't be resubmitted" })
  })

  it('judges nothing again for contestants, whether the contest is running or over', async () => {
    const { number } = await sending.judged(alice, 'WRONG_ANSWER')
    const owner = await addPerson(site, `owner${names}`, { role: 'ADMIN' })
    for (const phase of ['running', 'frozen', 'thawed'] as const) {
      const contest = await addContest(site, { type: 'ACM', ownerId: owner.id, ...timesOf(phase) })
      await site.prisma.submission.update({ where: { id: number }, data: { contestId: contest.id } })
      const answer = await site.rest('GET', `/api/resubmit?submitId=${number}`, alice)
      expect(answer).toMatchObject({ http: 200, status: 400, msg: "This submission can't be resubmitted" })
    }
    const { state, verdict, contestId } = await site.prisma.submission.findUniqueOrThrow({
      where: { id: number },
    })
    expect({ state, verdict }).toEqual({ state: 'DONE', verdict: 'WRONG_ANSWER' })
    expect(contestId).not.toBeNull()
  })

  it('takes the name of a language in any case', async () => {
    const { data } = await site.rest('POST', '/api/submit-problem-judge', {
      ...(await addPerson(site, 'shouter')),
      body: { pid: 'T1001', language: 'c++ 17 WITH o2', code: SOURCE },
    })
    expect(data).toMatchObject({ language: 'C++ 17 With O2' })
  })
})
