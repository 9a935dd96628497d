import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#server/core/errors.ts'
import { sweepOperations } from '#server/modules/operation/operation.ts'
import { runOperation } from '#server/modules/operation/running.ts'
import { countingWorks } from '../../support/countingWork.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { runDyingOperation } from '../../support/runDyingOperation.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let other: Person
let alice: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  other = await addPerson(site, 'other', { role: 'ROOT' })
  alice = await addPerson(site, 'alice')
})
afterAll(() => site.close())
afterEach(async () => {
  await site.prisma.setting.deleteMany({ where: { key: { startsWith: 'step ' } } })
})

/** What a rejudging has besides its operation; the site ends one without anything to judge within a minute. */
const REJUDGED = { rejudging: { create: { scope: 'PROBLEM' as const } } }

const start = async (total: number, owner = root, more: typeof REJUDGED | object = {}) => {
  const data = { kind: 'REJUDGING', total, owner: { connect: { id: owner.id } }, ...more }
  return (await site.prisma.operation.create({ data })).id
}
const run = (id: number, works = countingWorks()) => runOperation(contextOf(site, null), works, id)
const rowOf = (id: number) =>
  site.prisma.operation.findUniqueOrThrow({ where: { id }, include: { lines: true } })
const stepsDone = () => site.prisma.setting.count({ where: { key: { startsWith: 'step ' } } })

const FIELDS = 'kind state done total refused failure viewerCanCancel resultUrl owner { username }'
const ONE = `query ($id: ID!) { node(id: $id) { ... on Operation { ${FIELDS}
  report(refusedOnly: true, first: 1, offset: 1) { totalCount edges { node { subject code message } } } } } }`
const CANCEL = 'mutation ($id: ID!) { cancelOperation(input: { id: $id }) { state } }'
const LIVE = 'subscription ($id: ID!) { operationChanged(id: $id) { state done } }'
const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code

describe('an operation', () => {
  it('does its steps, and reports in the language of the reader', async () => {
    const id = await start(7)
    await run(id)
    const { data } = await site.graphql(ONE, { id: globalId('Operation', id) }, { ...root, locale: 'zh-CN' })
    expect(data.node).toMatchObject({
      kind: 'REJUDGING',
      state: 'DONE',
      done: 7,
      total: 7,
      refused: 2,
      failure: null,
      viewerCanCancel: false,
      resultUrl: null,
      owner: { username: 'root' },
      report: { totalCount: 2, edges: [{ node: { subject: 'subject 6', code: 'FILE_TOO_LARGE' } }] },
    })
    expect(await stepsDone()).toBe(7)
  })

  it('that is killed within a step is gone on with, and does every step once', async () => {
    const id = await start(6)
    await runDyingOperation(site, id, 'counting')
    expect(await rowOf(id)).toMatchObject({ state: 'RUNNING', done: 2 })
    await run(id)
    const { state, done, lines } = await rowOf(id)
    expect([state, done]).toEqual(['DONE', 6])
    expect(lines.map(({ subject }) => subject)).toEqual([1, 2, 3, 4, 5, 6].map((at) => `subject ${at}`))
  }, 60_000)

  it('is done by one of two that begin it: the later one', async () => {
    const id = await start(4)
    let second: Promise<void> | null = null
    const first = countingWorks(async (at) => {
      if (at === 2) second ??= run(id)
      await second?.catch(() => {})
    })
    // The step of the first waits for the whole of the second, so what it did is not kept.
    await run(id, first).catch(() => {})
    await second
    expect(await rowOf(id)).toMatchObject({ state: 'DONE', done: 4 })
    expect((await rowOf(id)).lines).toHaveLength(4)
  })

  it('is cancelled between two steps', async () => {
    const id = await start(5, root, REJUDGED)
    let cancelled: unknown
    await run(
      id,
      countingWorks(async (at) => {
        if (at === 3) cancelled = await site.graphql(CANCEL, { id: globalId('Operation', id) }, root)
      }),
    )
    expect(cancelled).toMatchObject({ data: { cancelOperation: { state: 'CANCELLED' } } })
    expect(await rowOf(id)).toMatchObject({ state: 'CANCELLED', done: 2 })
    expect(await stepsDone()).toBe(2)
    expect(codeOf(await site.graphql(CANCEL, { id: globalId('Operation', id) }, root))).toBe('OPERATION_OVER')
  })

  it('fails with the code of a refusal, and after several starts that got no further', async () => {
    const id = await start(3)
    await run(
      id,
      countingWorks(async () => {
        throw new Refusal('FILE_QUOTA', { megabytes: 5 })
      }),
    )
    const { data } = await site.graphql(ONE, { id: globalId('Operation', id) }, root)
    expect(data.node).toMatchObject({ state: 'FAILED', failure: expect.stringContaining('5') })

    const broken = await start(3)
    const bug = countingWorks(async () => {
      throw new TypeError('a bug')
    })
    for (let time = 0; time < 5; time++) await expect(run(broken, bug)).rejects.toThrow('a bug')
    await run(broken, bug)
    expect(await rowOf(broken)).toMatchObject({ state: 'FAILED', failure: { code: 'OPERATION_CRASHED' } })
  })

  it('tells of hundreds of steps in a few events', async () => {
    const id = await start(300)
    const live = await site.subscribe(LIVE, { id: globalId('Operation', id) }, root)
    expect((await live.next()).data.operationChanged).toEqual({ state: 'QUEUED', done: 0 })
    let told = 0
    const off = site.house.events.listen(({ name }) => {
      if (name === 'operation.changed') told++
    })
    const began = Date.now()
    const over = (async () => {
      for (let heard = 1; ; heard++) {
        const { state, done } = (await live.next()).data.operationChanged
        if (state === 'DONE') return { done, heard }
      }
    })()
    await run(id)
    const { done, heard } = await over
    const mostTold = (Date.now() - began) / 200 + 3
    expect(done).toBe(300)
    expect(heard).toBeLessThanOrEqual(mostTold)
    expect(told).toBeLessThanOrEqual(mostTold)
    off()
    live.close()
  })

  it('is its owner’s and the super administrators’ at every door', async () => {
    const id = globalId('Operation', await start(1))
    for (const [asking, code] of [
      [{}, 'UNAUTHENTICATED'],
      [alice, 'NOT_FOUND'],
    ] as const) {
      expect((await site.graphql(ONE, { id }, asking)).data?.node ?? null).toBeNull()
      expect(codeOf(await site.graphql(CANCEL, { id }, asking))).toBe(code)
      const live = await site.subscribe(LIVE, { id }, asking)
      expect(codeOf(await live.next())).toBe('NOT_FOUND')
      live.close()
      const list = await site.graphql('{ operations { totalCount edges { node { id } } } }', {}, asking)
      expect(list.data.operations).toEqual({ totalCount: 0, edges: [] })
    }
    const list = await site.graphql('{ operations(first: 1) { edges { node { id } } } }', {}, other)
    expect(list.data.operations.edges).toEqual([{ node: { id } }])
  })

  it('gives what it made to its maker alone, and for a while', async () => {
    const id = await start(1)
    await run(id, countingWorks(undefined, { result: true }))
    const asked = (asking: Person) => site.graphql(ONE, { id: globalId('Operation', id) }, asking)
    const url = (await asked(root)).data.node.resultUrl
    expect(url).toBe(`/api/operation/${id}/result`)
    expect((await asked(other)).data.node.resultUrl).toBeNull()

    const fetchAs = (path: string, asking: { token?: string } = {}) =>
      fetch(`${site.url}${path}`, { headers: asking.token ? { authorization: asking.token } : {} })
    const mine = await fetchAs(url, root)
    expect(await mine.text()).toBe('alice,secret\n')
    expect(mine.headers.get('cache-control')).toContain('no-store')
    expect(mine.headers.get('content-disposition')).toContain('accounts.csv')
    expect((await fetchAs(url)).status).toBe(401)
    for (const asking of [other, alice]) expect((await fetchAs(url, asking)).status).toBe(404)
    const { resultId } = await rowOf(id)
    for (const folder of ['file', 'img'])
      expect((await fetchAs(`/api/public/${folder}/${resultId}`, root)).status).toBe(404)

    await site.prisma.operation.update({ where: { id }, data: { resultExpiresAt: new Date() } })
    expect((await fetchAs(url, root)).status).toBe(404)
    await sweepOperations(contextOf(site, null))
    expect(await site.prisma.file.count({ where: { id: resultId ?? '' } })).toBe(0)
    expect((await rowOf(id)).resultId).toBeNull()
  })
})
