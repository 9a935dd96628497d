import { expect, it } from 'vitest'
import type { MadeReport } from '#judge/making/makingProtocol.ts'
import { acceptMaking } from '#server/modules/generator/making.ts'
import { saveTestset } from '#server/modules/problem/saving.ts'
import { ENDED, openMakings } from '../../support/making.ts'
import { overlap } from '../../support/overlap.ts'
import { contextOf } from '../../support/people.ts'

const makings = openMakings()
const { act, follow, prepared, good, until } = makings

const kept = (one: number) => ({ kept: one, subtask: 0, score: 0 })

/** A finished making that drops the generated first case of three, so that the cases by hand move up. */
async function movedUp() {
  const { site, host, people } = makings.room
  const { id, problemId } = await prepared({ script: 'gen 1' })
  const live = await follow(problemId)
  const finish = async (reports: (cases: Awaited<ReturnType<typeof host.takeMaking>>) => Promise<void>) => {
    const started = await act('startMaking', { problemId, kind: 'MAKE' })
    const taken = await host.takeMaking()
    await until(live, (making) => making !== null && making.state !== 'DONE')
    await reports(taken)
    taken.end(ENDED)
    await until(live, (making) => making?.state === 'DONE')
    return started.row.making.id as string
  }
  const byHand = ({ task, report }: Awaited<ReturnType<typeof host.takeMaking>>) => {
    for (const [at, { source, answer }] of task.cases.entries()) {
      if (!('input' in source)) continue
      const made: MadeReport = {
        index: at + 1,
        fault: null,
        message: null,
        input: source.input,
        inputHead: '',
        answer,
        verdict: null,
        timeMs: null,
        memoryKb: null,
      }
      report({ kind: 'made', made })
    }
  }
  const first = await finish(async (taken) => {
    byHand(taken)
    taken.report({ kind: 'made', made: await good(3, 'generated') })
  })
  const { row } = await act('acceptMaking', { id: first })
  await saveTestset(contextOf(site, people.chief), {
    problemId: id,
    basedOn: Number(Buffer.from(row.testset.id, 'base64').toString().split(':')[1]),
    cases: [kept(3), kept(1), kept(2)],
  })
  await act('saveTestScript', { problemId, text: '' })
  const making = await finish(async (taken) => byHand(taken))
  live.close()
  return { id, making }
}

const sizesOf = (row: { testset: { cases: { input: { bytes: number } }[] } }) =>
  row.testset.cases.map(({ input }) => input.bytes)

it('accepts a making once, however often it is asked', async () => {
  const { id, making } = await movedUp()
  const accepted = await act('acceptMaking', { id: making })
  expect(sizesOf(accepted.row)).toEqual([4, 5])
  const again = await act('acceptMaking', { id: making })
  expect(again.code).toBeUndefined()
  expect(sizesOf(again.row)).toEqual([4, 5])
  expect(again.row.testset.id).toBe(accepted.row.testset.id)
  expect(await makings.room.site.prisma.testset.count({ where: { problemId: id } })).toBe(4)
})

it('answers two who accept a making at once alike', async () => {
  const { site, people } = makings.room
  const { making } = await movedUp()
  const ctx = () => contextOf(site, people.chief)
  const key = Buffer.from(making, 'base64').toString().split(':')[1] ?? ''
  const first = ctx()
  const second = await overlap(
    site,
    first,
    (ctx) => acceptMaking(ctx, key),
    () => acceptMaking(ctx(), key),
  )
  const { testsetId } = await site.prisma.problem.findUniqueOrThrow({ where: { id: second.id } })
  expect(second.testsetId).toBe(testsetId)
})

// The last one, because hosts take what it leaves.
it('makes the cases of three problems of a person at once, and in place of the last making of each', async () => {
  const start = async (problemId: string) => act('startMaking', { problemId, kind: 'MAKE' })
  const problems = []
  for (let count = 0; count < 4; count++) problems.push((await prepared({ script: 'gen 1' })).problemId)
  const [first = '', second = '', third = '', fourth = ''] = problems
  for (const one of [first, second, third, first]) expect((await start(one)).code).toBeUndefined()
  expect((await start(fourth)).code).toBe('MAKING_TOO_MANY')
  expect((await start(third)).code).toBeUndefined()
  for (const one of [first, second, third]) {
    const { row } = await act('saveTestScript', { problemId: one, text: 'gen 2' })
    await act('cancelMaking', { id: row.making.id })
  }
  expect((await start(fourth)).code).toBeUndefined()
})
