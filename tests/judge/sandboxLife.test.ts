import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSandbox } from '#judge/sandbox/box.ts'
import { type Boxes, fate, HOSTILE, openBoxes } from './support/boxes.ts'
import { cgroupFamilies, childrenOf, groupsOf, keeperOf } from './support/traces.ts'

let boxes: Boxes
beforeAll(async () => {
  boxes = await openBoxes(2)
})
afterAll(() => boxes.close())

/** Keeper, seats, slots and programs of the sandbox that this process (or another) started. */
const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)]

/** A process that has ended but was not yet waited for counts as gone; its files close a moment before. */
const lives = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

const sleeping = () => boxes.spec(['./hostile', 'fork-on'], { processes: 20, wallMs: 20_000, cpuMs: 20_000 })

it('starts again when sandboxd can no longer listen, instead of spinning', async () => {
  const keeper = keeperOf(process.pid)
  execFileSync('prlimit', [`--pid=${keeper}`, '--nofile=4:4'])
  // It hears of this one, for which it cannot open a file, and of nothing after it.
  const asked = boxes.sandbox.acquire({ profile: 'run', files: [HOSTILE], writableBytes: 0, roots: [] })
  await expect(asked).rejects.toThrow('Too many open files')
  await expect.poll(() => lives(keeper), { timeout: 20_000 }).toBe(false)
  expect(fate(await slotAnswers())).toBe('exited:0')
  expect(keeperOf(process.pid)).not.toBe(keeper)
})

it('starts again when sandboxd is killed, and nothing of the old one stays', async () => {
  const keeper = keeperOf(process.pid)
  const slot = await boxes.sandbox.acquire({ profile: 'run', files: [HOSTILE], writableBytes: 0, roots: [] })
  const waiting = slot.run(sleeping())
  expect(fate(await slotAnswers())).toBe('exited:0')
  const family = familyOf(keeper)
  expect(family.length).toBeGreaterThan(3)
  process.kill(keeper, 'SIGKILL')
  expect(await waiting).toMatchObject({ reason: 'failed', detail: 'the sandbox died' })
  expect(await slot.run(sleeping())).toMatchObject({ reason: 'failed' })
  await slot.release()

  expect(fate(await slotAnswers())).toBe('exited:0')
  expect(keeperOf(process.pid)).not.toBe(keeper)
  expect(groupsOf(keeper)).toEqual([])
  await expect.poll(() => family.filter(lives)).toEqual([])
})

const slotAnswers = () =>
  boxes.withSlot({ files: [HOSTILE] }, (slot) =>
    slot.run(boxes.spec(['./hostile', 'exit', '0'], {}, { stdout: null })),
  )

it('leaves nothing behind when the judge itself is killed', async () => {
  const script = `
    import { openSandbox } from '#judge/sandbox/box.ts'
    const sandbox = await openSandbox({ slots: 1 })
    const slot = await sandbox.acquire({ profile: 'run', files: [], writableBytes: 0, roots: [] })
    const limits = { cpuMs: 20000, wallMs: 20000, memoryBytes: 1 << 26, stackBytes: 0, outputBytes: 9, processes: 9 }
    void slot.run({ argv: ['/bin/sh', '-c', 'sleep 20 & sleep 20'], env: {}, stdin: null, stdout: null, stderr: null, limits })
    process.stdout.write('ready')`
  const judge = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Every process of the sandbox holds this end: it closes when the last one is gone.
  const allGone = text(judge.stderr)
  await once(judge.stdout, 'data')
  const keeper = keeperOf(judge.pid ?? 0)
  const family = familyOf(keeper)
  expect(groupsOf(keeper)).not.toEqual([])
  judge.kill('SIGKILL')
  expect(await allGone).toBe('')
  await expect.poll(() => family.filter(lives)).toEqual([])
  expect(groupsOf(keeper)).toEqual([])
})

it('answers for a slot that died and goes on with others', async () => {
  await boxes.withSlot({ files: [HOSTILE] }, async (slot) => {
    const running = slot.run(sleeping())
    const queued = slot.run(sleeping())
    await boxes.withSlot({}, async () => {})
    for (const init of slotsInUse(keeperOf(process.pid))) process.kill(init, 'SIGKILL')
    expect(await running).toMatchObject({ reason: 'failed', detail: 'the slot died' })
    expect(await queued).toMatchObject({ reason: 'failed', detail: 'the slot died' })
    expect(await slot.run(sleeping())).toMatchObject({ reason: 'failed', detail: 'the slot is gone' })
  })
  expect(fate(await slotAnswers())).toBe('exited:0')
})

/** pid 1 of every slot in which something runs: keeper, seat, slot, program. */
const slotsInUse = (keeper: number) =>
  childrenOf(keeper)
    .flatMap(childrenOf)
    .filter((slot) => childrenOf(slot).length > 0)

it('takes away the groups of a sandbox that died long ago', async () => {
  const left = cgroupFamilies().map((family) => join(family, '99999999/1'))
  for (const path of left) mkdirSync(path, { recursive: true })
  expect(left.length).toBeGreaterThan(0)
  const other = await openSandbox({ slots: 1 })
  expect(left.filter((path) => existsSync(path))).toEqual([])
  await other.close()
})

it('leaves no group, no mount and no process when it is closed', async () => {
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
  const other = await openSandbox({ slots: 2 })
  const keeper = keeperOf(process.pid)
  expect(readFileSync('/proc/self/mounts', 'utf8')).toBe(mounts)
  const family = familyOf(keeper)
  await other.close()
  await expect.poll(() => family.filter(lives)).toEqual([])
  expect(groupsOf(keeper)).toEqual([])
  await expect(other.acquire({ profile: 'run', files: [], writableBytes: 0, roots: [] })).rejects.toThrow()
})

it('refuses a binary that is not there', async () => {
  await expect(openSandbox({ slots: 1, binary: boxes.at('missing') })).rejects.toThrow('did not start')
})
