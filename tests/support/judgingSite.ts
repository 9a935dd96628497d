import { expect } from 'vitest'
import type { Verdict } from '#judge/protocol.ts'
import { JUDGE_TASK } from '#judge/protocol.ts'
import { switches } from '#server/modules/site/site.ts'
import { type FakeHost, outcome, startFakeHost } from './fakeHost.ts'
import { addJudgeable, globalId } from './judgeable.ts'
import { addPerson, contextOf, type Person } from './people.ts'
import { type Site, startSite } from './site.ts'

/** A new submission: its id in the graph and its number. */
export type Sent = { id: string; number: number }

export const OUTCOME = 'state verdict score oiRankScore manual judgedBy timeMs tape'
export const REJUDGING =
  'id number scope changed reason operation { id state total done endedAt owner { username } }'

const HISTORY = `query ($number: Int!) { submission(number: $number) {
  judgements { current state verdict score hostName rejudging { number scope } }
  auditEntries { action subject actor { username } before { state verdict score manual }
    after { verdict score manual } reason count rejudgingNumber }
  judgementCount auditEntryCount } }`

/** Slots of the fake host. */
const SLOTS = 8

type Asking = { token?: string }
type Judgeable = Awaited<ReturnType<typeof addJudgeable>>

export type JudgingSite = Awaited<ReturnType<typeof openJudgingSite>>

/** Opens a site with a fake host and people of every role, with functions to submit, judge and rejudge. */
export async function openJudgingSite() {
  const site: Site = await startSite()
  const root = await addPerson(site, 'root', { role: 'ROOT' })
  const chief = await addPerson(site, 'keeper', { role: 'PROBLEM_ADMIN' })
  const alice = await addPerson(site, 'alice')
  const bob = await addPerson(site, 'bob')
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  const host: FakeHost = await startFakeHost(site.databaseUrl, { slots: SLOTS })
  let problems = 0
  let problem: Judgeable

  const addProblem = async (fields: Parameters<typeof addJudgeable>[2] = {}) => {
    problem = await addJudgeable(site, `R${++problems}`, fields)
    return problem
  }

  const send = async (author = alice, more: object = {}): Promise<Sent> => {
    const input = { problemId: problem.globalId, language: 'cpp17', source: 'int main() {}', ...more }
    const { data, errors } = await site.graphql(
      'mutation ($input: SubmitInput!) { submit(input: $input) { id number } }',
      { input },
      author,
    )
    expect(errors).toBeUndefined()
    return data.submit
  }

  const rowOf = (number: number) => site.prisma.submission.findUniqueOrThrow({ where: { id: number } })

  /** Waits, as a page does, until the submission is as `wanted` says. */
  async function until(id: string, wanted: (row: { state: string; verdict: string | null }) => boolean) {
    const live = await site.subscribe(
      `subscription ($id: ID!) { submissionChanged(id: $id) { ${OUTCOME} } }`,
      { id },
      root,
    )
    for (;;) {
      const row = (await live.next()).data.submissionChanged
      if (!wanted(row)) continue
      live.close()
      return row
    }
  }

  /** Waits until `met` after something happened; settling is a job of its own, which lists do not hear of. */
  async function afterChanges(met: () => Promise<boolean>) {
    let wake = () => {}
    const off = site.house.events.listen(() => wake())
    try {
      for (;;) {
        const next = new Promise<void>((resolve) => {
          wake = resolve
        })
        if (await met()) return
        await next
      }
    } finally {
      off()
    }
  }

  /** Waits until an outcome has been counted. */
  const counted = (number: number, verdict: Verdict) =>
    afterChanges(async () => (await rowOf(number)).countedVerdict === verdict)

  const judge = async (sent: Sent, verdict: Verdict, more: object = {}) => {
    const taken = await host.takeSubmission(sent.number)
    taken.end(outcome(verdict, more))
    await until(sent.id, ({ state }) => state === 'DONE')
    await counted(sent.number, verdict)
    return taken
  }

  const judged = async (verdict: Verdict, more: object = {}, author = alice) => {
    const sent = await send(author)
    await judge(sent, verdict, more)
    return sent
  }

  /** Keeps every slot of the host busy, so that what comes next waits. */
  async function occupy() {
    const busy = await addJudgeable(site, `B${++problems}`)
    const sent = []
    for (let slot = 0; slot < SLOTS; slot++) sent.push(await send(bob, { problemId: busy.globalId }))
    return Promise.all(sent.map(({ number }) => host.takeSubmission(number)))
  }

  /** Follows the operation of a rejudging until `wanted`. */
  async function follow(rejudging: number, wanted: (one: { state: string; done: number }) => boolean) {
    const { operationId } = await site.prisma.rejudging.findUniqueOrThrow({ where: { id: rejudging } })
    const live = await site.subscribe(
      `subscription ($id: ID!) { operationChanged(id: $id) { state done endedAt rejudging { changed } } }`,
      { id: globalId('Operation', operationId) },
      root,
    )
    for (;;) {
      const one = (await live.next()).data.operationChanged
      if (!wanted(one)) continue
      live.close()
      return one
    }
  }

  /** A rejudging with its operation, as the database has them. */
  const rejudgingOf = (id: number) =>
    site.prisma.rejudging.findUniqueOrThrow({ where: { id }, include: { operation: true } })

  return {
    site,
    host,
    rejudgingOf,
    people: { root, chief, alice, bob },
    get problem() {
      return problem
    },
    addProblem,
    send,
    rowOf,
    until,
    afterChanges,
    counted,
    judge,
    judged,
    occupy,
    follow,
    rejudgeOne: (id: string, asking: Asking = root) =>
      site.graphql(
        `mutation ($id: ID!) { rejudgeSubmission(input: { id: $id }) { number ${OUTCOME} judgements { current } } }`,
        { id },
        asking,
      ),
    rejudgeMany: ({ reason, ...target }: { reason?: string; [of: string]: unknown }, asking: Asking = root) =>
      site.graphql(
        `mutation ($input: RejudgeInput!) { rejudge(input: $input) { ${REJUDGING} } }`,
        { input: { target, ...(reason === undefined ? {} : { reason }) } },
        asking,
      ),
    correct: (input: object, asking: Asking = root) =>
      site.graphql(
        `mutation ($input: CorrectSubmissionInput!) { correctSubmission(input: $input) { ${OUTCOME} } }`,
        { input },
        asking,
      ),
    cancel: (id: string, asking: Asking = root) =>
      site.graphql(
        `mutation ($id: ID!) { cancelSubmission(input: { id: $id }) { ${OUTCOME} viewerCanCancel } }`,
        { id },
        asking,
      ),
    historyOf: async (number: number) => (await site.graphql(HISTORY, { number }, root)).data.submission,
    tally: () => site.prisma.problemTally.findUnique({ where: { problemId: problem.id } }),
    progress: (person: Person = alice) =>
      site.prisma.problemProgress.findUnique({
        where: { userId_problemId: { userId: person.id, problemId: problem.id } },
      }),
    /** Between two tests: what one that failed left behind must not become the failure of the next. */
    async tidy() {
      host.clear()
      await site.prisma.$executeRaw`
        delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = ${JUDGE_TASK} and j.locked_at is null`
    },
    async close() {
      await host.stop()
      await site.close()
    },
  }
}
