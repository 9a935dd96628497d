import { expect } from 'vitest'
import type { Verdict } from '#judge/protocol.ts'
import { switches } from '#server/modules/site/site.ts'
import { type FakeHost, outcome, run, startFakeHost } from './fakeHost.ts'
import { addJudgeable, globalId } from './judgeable.ts'
import { addPerson, contextOf, type Person } from './people.ts'
import { type Site, startSite } from './site.ts'

export const SOURCE = 'int main() { return 0; }'

export const SUBMIT = `mutation ($input: SubmitInput!) {
  submit(input: $input) { id number state verdict problem { displayId } user { username } source tape queuePosition }
}`

export type SubmitSite = Awaited<ReturnType<typeof openSubmitSite>>

/** Opens a site with a problem and a fake host, with functions to submit code and judge it with a given outcome. */
export async function openSubmitSite() {
  const site: Site = await startSite()
  const root = await addPerson(site, 'chief', { role: 'ROOT' })
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  const problem = await addJudgeable(site, 'T1001', { codeShare: true })
  const host: FakeHost = await startFakeHost(site.databaseUrl)

  const inputOf = (more: object = {}) => ({
    input: { problemId: problem.globalId, language: 'cpp17o2', source: SOURCE, ...more },
  })

  async function send(person: Person, more: object = {}) {
    const { data, errors } = await site.graphql(SUBMIT, inputOf(more), person)
    expect(errors).toBeUndefined()
    return data.submit as { id: string; number: number }
  }

  /** Sends code in and judges it as said. */
  async function judged(person: Person, verdict: Verdict = 'ACCEPTED', more: object = {}) {
    const sent = await send(person, more)
    const taken = await host.takeSubmission(sent.number)
    if (verdict !== 'COMPILE_ERROR') {
      taken.report({ kind: 'running', caseCount: 3 })
      taken.report({ kind: 'run', run: run(1) })
      taken.report({ kind: 'run', run: run(2, verdict) })
      taken.report({ kind: 'run', run: run(3) })
    }
    taken.end(outcome(verdict))
    await settled(sent.number)
    return sent
  }

  /** Waits until the site has counted the outcome. */
  async function settled(number: number): Promise<void> {
    const isCounted = async () => {
      const row = await site.prisma.submission.findUniqueOrThrow({ where: { id: number } })
      return row.state === 'DONE' && row.countedVerdict === row.verdict
    }
    if (await isCounted()) return
    const live = await site.subscribe(
      'subscription ($id: ID!) { submissionChanged(id: $id) { state } }',
      { id: globalId('Submission', number) },
      root,
    )
    do await live.next()
    while (!(await isCounted()))
    live.close()
  }

  return {
    site,
    host,
    root,
    problem,
    inputOf,
    send,
    judged,
    settled,
    async close() {
      await host.stop()
      await site.close()
    },
  }
}
