import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Prisma, Submission } from '#prisma/generated/client.ts'
import { emit } from '#server/events.ts'
import { configureSite } from '#server/modules/site/site.ts'
import { addJudgeable, globalId } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { askSocket, openRawSocket, type RawSocket } from '../support/rawSocket.ts'
import { type Site, startSite } from '../support/site.ts'

/** What a connection may do that was opened before its owner lost a right: what a new one of theirs may, no more. */

let site: Site
let bob: Person
let problem: Awaited<ReturnType<typeof addJudgeable>>
let shown: Submission
let hidden: Submission
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  const root = await addPerson(site, 'root', { role: 'ROOT' })
  await configureSite(contextOf(site, root), 'switches', { submitInterval: 0 })
  bob = await addPerson(site, 'bob')
  problem = await addJudgeable(site, 'S1')
  const closed = await addJudgeable(site, 'S2', { visibility: 'HIDDEN' })
  const sent = (problemId: number) => ({
    data: {
      problemId,
      ...{ userId: bob.id, language: 'cpp17', codeLength: 11, ip: '127.0.0.1' },
      ...{ state: 'DONE' as const, verdict: 'ACCEPTED' as const },
      code: { create: { source: 'secret code' } },
    },
  })
  shown = await site.prisma.submission.create(sent(problem.id))
  hidden = await site.prisma.submission.create(sent(closed.id))
})
afterAll(() => site.close())

const opened: RawSocket[] = []
const greet = async (person: Person) => {
  const raw = await openRawSocket(site.url, {
    init: { Authorization: person.token, 'Accept-Language': 'en-US' },
  })
  opened.push(raw)
  return raw
}
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.terminate()
})

let asked = 0
const ask = async (raw: RawSocket, query: string, variables: object = {}) => {
  const [frame] = await askSocket(raw, `q${++asked}`, { query, variables })
  return frame?.type === 'error' ? { errors: frame.payload } : frame?.payload
}
const become = (person: Person, data: Prisma.UserUpdateInput) =>
  site.prisma.user.update({ where: { id: person.id }, data })

const SOURCE = 'query ($number: Int!) { submission(number: $number) { source } }'
const sourceOf = (raw: RawSocket, { id }: Submission) => ask(raw, SOURCE, { number: id })
const REJUDGE = 'mutation ($id: ID!) { rejudgeSubmission(id: $id) { number } }'
const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }'
const sending = () => ({ input: { problemId: problem.globalId, language: 'cpp17', source: 'int main() {}' } })
const FOLLOWED = 'subscription { submissionsChanged { submission { number source } } }'
const happened = ({ id, problemId }: Submission) =>
  emit(contextOf(site, null), 'submission.changed', {
    ...{ submissionId: id, userId: bob.id, problemId, contestId: null },
  })

describe('a socket that is open already', () => {
  it('reads and rejudges nothing of others any more when its owner is no administrator any more', async () => {
    const admin = await addPerson(site, 'once-admin', { role: 'ROOT' })
    const raw = await greet(admin)
    expect(await sourceOf(raw, shown)).toMatchObject({ data: { submission: { source: 'secret code' } } })
    expect(await sourceOf(raw, hidden)).toMatchObject({ data: { submission: { source: 'secret code' } } })

    await become(admin, { role: 'USER' })
    expect(await sourceOf(raw, shown)).toMatchObject({ data: { submission: { source: null } } })
    expect(JSON.stringify(await sourceOf(raw, hidden))).toContain('NOT_FOUND')
    const rejudged = await ask(raw, REJUDGE, { id: globalId('Submission', shown.id) })
    expect(rejudged.errors[0].extensions.code).toBe('FORBIDDEN')
    expect(await site.prisma.rejudging.count()).toBe(0)
  })

  it('hears of nothing any more that its owner may not see any more', async () => {
    const admin = await addPerson(site, 'once-hearer', { role: 'ROOT' })
    const raw = await greet(admin)
    raw.send({ id: 'all', type: 'subscribe', payload: { query: FOLLOWED } })
    await ask(raw, '{ __typename }')
    const next = async () =>
      (await raw.frame(({ id }) => id === 'all')).payload.data.submissionsChanged.submission
    await happened(hidden)
    expect(await next()).toEqual({ number: hidden.id, source: 'secret code' })

    await become(admin, { role: 'USER' })
    await happened(hidden)
    await happened(shown)
    expect(await next()).toEqual({ number: shown.id, source: null })
  })

  it('sends nothing in any more when its owner may not', async () => {
    const carol = await addPerson(site, 'carol')
    const raw = await greet(carol)
    expect((await ask(raw, SUBMIT, sending())).errors).toBeUndefined()
    await become(carol, { role: 'NO_SUBMIT' })
    expect((await ask(raw, SUBMIT, sending())).errors[0].extensions.code).toBe('SUBMIT_BANNED')
    expect(await site.prisma.submission.count({ where: { userId: carol.id } })).toBe(1)
  })

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['disabled', (person) => become(person, { disabled: true })],
    ['deleted', (person) => site.prisma.user.delete({ where: { id: person.id } })],
    ['logged out behind its back', ({ id }) => site.prisma.session.deleteMany({ where: { userId: id } })],
  ])('is closed at the next word to or from an account that was %s', async (_, end) => {
    const [dan, eve] = [await addPerson(site, `dan ${asked}`), await addPerson(site, `eve ${asked}`)]
    const [asking, hearing] = [await greet(dan), await greet(eve)]
    hearing.send({ id: 'all', type: 'subscribe', payload: { query: FOLLOWED } })
    await ask(hearing, '{ __typename }')
    await end(dan)
    await end(eve)
    asking.send({ id: '1', type: 'subscribe', payload: { query: SUBMIT, variables: sending() } })
    await happened(shown)
    expect((await asking.closed).code).toBe(4403)
    expect((await hearing.closed).code).toBe(4403)
    expect(await site.prisma.submission.count({ where: { userId: dan.id } })).toBe(0)
  })
})
