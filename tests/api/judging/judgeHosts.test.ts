import { afterAll, beforeAll, expect, it } from 'vitest'
import { SOUND } from '#judge/health/health.ts'
import { switches } from '#server/modules/site/site.ts'
import { outcome, run, startFakeHost } from '../../support/fakeHost.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let alice: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'chief', { role: 'ROOT' })
  alice = await addPerson(site, 'alice')
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
})
afterAll(() => site.close())

const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }'
const send = async (problemId: string, who: Person) => {
  const input = { problemId, language: 'cpp17', source: 'int main() {}' }
  return (await site.graphql(SUBMIT, { input }, who)).data.submit.number as number
}

const HOSTS = `judging { judgedPerMinute hosts {
  name running slots reason toolchains { key version } submissions { number tape } } }`

it('hosts come and go live', async () => {
  const live = await site.subscribe('subscription { judgingChanged { hosts { name } } }')
  expect((await live.next()).data.judgingChanged.hosts).toEqual([])
  const host = await startFakeHost(site.databaseUrl, { name: 'north' })
  const came = Date.now()
  for (;;) if ((await live.next()).data.judgingChanged.hosts.length === 1) break
  expect(Date.now() - came).toBeLessThan(2000)
  await host.stop()
  for (;;) if ((await live.next()).data.judgingChanged.hosts.length === 0) break
  live.close()
})

it('each shows what it is at, and to whom', async () => {
  const open = await addJudgeable(site, 'H1001')
  const hidden = await addJudgeable(site, 'H1002', { visibility: 'HIDDEN' })
  const host = await startFakeHost(site.databaseUrl, { name: 'north', languages: ['cpp17'] })
  const numbers = [await send(open.globalId, alice), await send(hidden.globalId, root)]
  const taken = [await host.takeSubmission(), await host.takeSubmission()]
  taken[0]?.report({ kind: 'running', caseCount: 3 })
  taken[0]?.report({ kind: 'run', run: run(1) })
  const live = await site.subscribe(`subscription { judgingChanged { ${HOSTS.slice(10, -1)} } }`)
  for (;;) {
    const [shown] = (await live.next()).data.judgingChanged.hosts
    if (shown?.running === 2 && shown.submissions[0]?.tape === 'A..') break
  }
  live.close()
  const seenBy = async (who?: Person) => (await site.graphql(`{ ${HOSTS} }`, {}, who)).data.judging.hosts[0]
  expect(await seenBy()).toMatchObject({
    name: 'north',
    running: 2,
    reason: null,
    toolchains: [{ key: 'cpp17', version: '1.2.3' }],
    submissions: [{ number: numbers[0], tape: 'A..' }],
  })
  const all = (await seenBy(root)).submissions.map(({ number }: { number: number }) => number)
  expect(all).toEqual(numbers)
  for (const each of taken) each.end(outcome('ACCEPTED'))
  await host.stop()
  const { judgedPerMinute } = (await site.graphql(`{ ${HOSTS} }`)).data.judging
  expect(judgedPerMinute).toHaveLength(60)
})

it('one out of service says why, to each in their language', async () => {
  const health = {
    ...SOUND,
    reason: '@hostSandbox\ncgroup: no such file',
    fit: () => new Promise<void>(() => {}),
  }
  const host = await startFakeHost(site.databaseUrl, { name: 'south', health })
  const reasonFor = async (asking: object) =>
    (await site.graphql('{ judging { hosts { reason } lanes { expectedWaitMs } } }', {}, asking)).data.judging
  const live = await site.subscribe('subscription { judgingChanged { hosts { reason } } }')
  for (;;) if ((await live.next()).data.judgingChanged.hosts[0]?.reason) break
  live.close()
  expect((await reasonFor({ locale: 'en-US' })).hosts[0].reason).toBe('The sandbox does not work')
  expect((await reasonFor({ locale: 'zh-CN' })).hosts[0].reason).toBe('沙箱无法工作')
  expect((await reasonFor({ ...root, locale: 'en-US' })).hosts[0].reason).toBe(
    'The sandbox does not work\ncgroup: no such file',
  )
  // Nobody is there to judge, so nobody can tell how long a wait will be.
  expect((await reasonFor({})).lanes[0].expectedWaitMs).toBe(null)
  await host.stop()
})
