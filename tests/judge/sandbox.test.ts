import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Slot } from '#judge/sandbox/box.ts'
import { type Boxes, fate, HOSTILE, MIB, openBoxes, SANDBOX_SOURCE } from './support/boxes.ts'
import { keeperOf, tracesOf } from './support/traces.ts'

let boxes: Boxes
let slot: Slot

beforeAll(async () => {
  boxes = await openBoxes()
  boxes.write('answer.secret', 'secret')
  slot = await boxes.sandbox.acquire({ profile: 'run', files: [HOSTILE], writableBytes: 0, roots: [] })
})

afterAll(async () => {
  await slot.release()
  await boxes.close()
})

/** `make check` goes through the same list. */
const acts = readFileSync(join(SANDBOX_SOURCE, 'check/acts.txt'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [row = '', act = '', expected = '', ...figures] = line.split(/\s+/)
    const [cpuMs = 0, wallMs = 0, memory = 0, output = 0, processes = 0] = figures.map(Number)
    const limits = { cpuMs, wallMs, memoryBytes: memory * MIB, outputBytes: output * 1024, processes }
    return { row, act, expected, limits }
  })

it.each(acts)('hostile program $row, $act: $expected', async ({ act, expected, limits }) => {
  const words = act === 'read-answers' ? [act, boxes.at('answer.secret')] : act.split(':')
  const outcome = await slot.run(boxes.spec(['./hostile', ...words], limits))
  expect(outcome.detail).toBeNull()
  if (expected === 'held') expect(boxes.read('stdout')).toBe('held\n')
  expect(expected === 'held' ? ['exited:0'] : expected.split('|')).toContain(fate(outcome))

  const after = await slot.run(boxes.spec(['./hostile', 'get']))
  expect({ fate: fate(after), said: boxes.read('stdout') }).toEqual({ fate: 'exited:0', said: 'held\n' })
  expect(tracesOf(keeperOf(process.pid))).toEqual([])
})

it('sees what a program leaves on the host, were it to', async () => {
  const running = slot.run(boxes.spec(['./hostile', 'sleep'], { processes: 8, wallMs: 20_000 }))
  await expect.poll(() => tracesOf(keeperOf(process.pid)).length).toBeGreaterThan(0)
  slot.cancel()
  expect(await running).toMatchObject({ reason: 'failed', detail: 'cancelled' })
  expect(tracesOf(keeperOf(process.pid))).toEqual([])
})

it('keeps nothing from one holder of a slot to the next', async () => {
  const marks = { files: [HOSTILE], writableBytes: MIB }
  await boxes.withSlot(marks, async (first) => {
    await first.run(boxes.spec(['./hostile', 'set'], { processes: 8 }))
    const set = await first.run(boxes.spec(['./hostile', 'get']))
    expect(boxes.read('stdout')).toBe('held\n')
    expect(fate(set)).toBe('exited:0')
    await first.run(boxes.spec(['./hostile', 'set'], { processes: 8 }))
  })
  await boxes.withSlot(marks, (second) => second.run(boxes.spec(['./hostile', 'get'])))
  expect(boxes.read('stdout')).toBe('held\n')
})

it('holds with the wider /proc too', async () => {
  await boxes.withSlot({ files: [HOSTILE], fullProc: true }, async (wide) => {
    for (const act of ['read-kernel', 'read-init', 'read-answers', 'new-namespaces', 'kill-everybody']) {
      const outcome = await wide.run(boxes.spec(['./hostile', act], { processes: 4 }))
      expect({ act, fate: fate(outcome), said: boxes.read('stdout') }).toEqual({
        act,
        fate: 'exited:0',
        said: 'held\n',
      })
    }
  })
})
