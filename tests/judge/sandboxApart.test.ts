/** Boxes beside each other, boxes that compile, and hosts that cannot make any. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSandbox } from '#judge/sandbox/box.ts'
import { type Boxes, COMPILING, fate, HOSTILE, MIB, openBoxes, SANDBOXD } from './support/boxes.ts'
import { groupsOf, keeperOf, tracesOf } from './support/traces.ts'

let boxes: Boxes
beforeAll(async () => {
  boxes = await openBoxes(2)
})
afterAll(() => boxes.close())

it('keeps two submissions apart while both run', async () => {
  const marks = { files: [HOSTILE, { name: 'source.secret', content: 'mine' }], writableBytes: MIB }
  await boxes.withSlot(marks, (one) =>
    boxes.withSlot({ files: [HOSTILE], writableBytes: MIB }, async (other) => {
      // It leaves its marks, says so, and stays.
      const script = './hostile set; ./hostile flood 1'
      const limits = { processes: 16, wallMs: 20_000, cpuMs: 20_000, outputBytes: 2 ** 40 }
      const staying = one.run(boxes.spec(['/bin/sh', '-c', script], limits, { stdout: boxes.at('flood') }))
      await expect.poll(() => tracesOf(keeperOf(process.pid)).length).toBeGreaterThan(1)
      for (const act of ['get', 'read-answers', 'find-descriptors', 'connect-out', 'look-beside'])
        for (let i = 0; i < 3; i++) {
          const outcome = await other.run(boxes.spec(['./hostile', act]))
          expect({ act, fate: fate(outcome), said: boxes.read('stdout') }).toEqual({
            act,
            fate: 'exited:0',
            said: 'held\n',
          })
        }
      one.cancel()
      expect((await staying).reason).toBe('failed')
    }),
  )
})

it('hides test data, answers, checkers and other submissions, no matter who may read them on the host', async () => {
  mkdirSync(boxes.at('testset'), { recursive: true })
  const kept = ['testset/1.in', 'testset/1.ans', 'checker.cpp', 'other-submission.cpp']
  for (const name of kept) chmodSync(boxes.write(name, 'secret'), 0o666)
  await boxes.withSlot({ files: [HOSTILE] }, async (slot) => {
    for (const name of kept) {
      // Even the path of its own input leads nowhere.
      const spec = boxes.spec(
        ['./hostile', 'read-answers', boxes.at(name)],
        {},
        { stdin: boxes.at('testset/1.in') },
      )
      expect([name, fate(await slot.run(spec)), boxes.read('stdout')]).toEqual([name, 'exited:0', 'held\n'])
    }
    // Right in the folder of inputs, as with a judge.
    const beside = boxes.spec(['./hostile', 'look-beside'], {}, { stdin: boxes.at('checker.cpp') })
    expect([fate(await slot.run(beside)), boxes.read('stdout')]).toEqual(['exited:0', 'held\n'])
  })
})

/** What a program must not do, a compiler must not either; it may write to /w and start more processes. */
const ALSO_WHEN_COMPILING =
  'read-answers find-descriptors read-init read-kernel connect-out odd-sockets lock-shared new-namespaces kernel-surface side-doors change-proc leave-hints rule-others run-setuid kill-everybody'

it.each(ALSO_WHEN_COMPILING.split(' '))('boxes compilers as strictly: %s', async (act) => {
  await boxes.withSlot({ profile: 'compile', files: [HOSTILE], writableBytes: 64 * MIB }, async (slot) => {
    const outcome = await slot.run(boxes.spec(['./hostile', act], COMPILING))
    expect([fate(outcome), boxes.read('stdout')]).toEqual(['exited:0', 'held\n'])
  })
})

it('leaves nothing of a compiler that goes on after its end', async () => {
  await boxes.withSlot({ profile: 'compile', files: [HOSTILE], writableBytes: 64 * MIB }, async (slot) => {
    const script = './hostile set; ./hostile leave-children; exit 0'
    expect(
      fate(await slot.run(boxes.spec(['/bin/sh', '-c', script], { ...COMPILING, processes: 200 }))),
    ).toBe('exited:0')
    expect(tracesOf(keeperOf(process.pid))).toEqual([])
  })
  await boxes.withSlot({ profile: 'compile', files: [HOSTILE], writableBytes: 64 * MIB }, async (slot) => {
    const outcome = await slot.run(boxes.spec(['./hostile', 'get'], COMPILING))
    expect([fate(outcome), boxes.read('stdout')]).toEqual(['exited:0', 'held\n'])
  })
})

it('blames the program when what it made cannot be executed', async () => {
  const asm =
    'static const char name[] __attribute__((section(".interp"), used)) = "/nowhere"; int main(void) { return 0; }'
  boxes.write('interp.c', asm)
  const astray = await boxes.withSlot(
    { profile: 'compile', files: [{ name: 'main.c', content: asm }], writableBytes: 64 * MIB },
    async (slot) => {
      await slot.run(
        boxes.spec(['/usr/bin/gcc', '-static', '-o', 'main', 'main.c'], COMPILING, { stdin: null }),
      )
      expect(await slot.collect('main', boxes.at('astray'), 16 * MIB)).toBe(true)
      return { name: 'program', path: boxes.at('astray'), mode: 0o755 }
    },
  )
  const unfit = [
    astray,
    ...['', '\x7fELF', '#!/nowhere\n'].map((content) => ({ name: 'program', content, mode: 0o755 })),
  ]
  for (const program of unfit)
    await boxes.withSlot({ files: [program] }, async (slot) => {
      expect(fate(await slot.run(boxes.spec(['./program'])))).toBe('exited:126')
    })
})

it('counts memory that is on its way to nobody, and has it back for the next run', async () => {
  await boxes.withSlot({ files: [HOSTILE] }, async (slot) => {
    for (let i = 0; i < 4; i++) {
      const hoarding = boxes.spec(['./hostile', 'hoard-in-flight'], { outputBytes: 64 * MIB })
      const outcome = await slot.run(hoarding)
      expect(fate(outcome)).toBe('exited:0')
      // It holds 32 MiB; a busy machine counted 29.8 MiB.
      expect(outcome.peakBytes).toBeGreaterThan(24 * MIB)
    }
  })
})

it('says which protections are active', () => {
  const wanted = [
    'pid',
    'mount',
    'net',
    'ipc',
    'uts',
    'uid',
    'seccomp',
    'cgroup.memory',
    'cgroup.cpu',
    'cgroup.pids',
  ]
  expect(boxes.sandbox.protections).toEqual(wanted)
})

/** What the process greets with. */
async function greetingOf(child: ChildProcess) {
  const wire = child.stdio[3] as Duplex
  wire.once('data', () => wire.end())
  return await text(wire)
}

/** The same of a `sandboxd` that is started as nobody, with or without leave to be weak. */
async function greetingOfNobody(...options: string[]) {
  // Where nobody can read it, wherever the sources are.
  const folder = mkdtempSync('/tmp/nobody-')
  chmodSync(folder, 0o755)
  cpSync(SANDBOXD, join(folder, 'sandboxd'))
  try {
    return await greetingOf(
      spawn(join(folder, 'sandboxd'), ['--places=1', ...options], {
        uid: 65534,
        gid: 65534,
        stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      }),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('refuses where limits cannot be enforced exactly, unless it may be weak', async () => {
  expect(await greetingOfNobody()).toContain('without root')
  const weak = await greetingOfNobody('--weak')
  expect(weak).toMatch(/rootless|user namespace/)
  expect(weak).not.toContain('cgroup.memory')
})

/** Done, in a mount namespace of its own, to every hierarchy that may limit memory. */
const OBSTACLES = [
  ['are not mounted', 'umount -l', 'no cgroup for memory'],
  ['are read-only', 'mount -o remount,bind,ro', 'Read-only file system'],
]

it.each(OBSTACLES)('says why it refuses where cgroups %s, and leaves none', async (_, hamper, complaint) => {
  const places = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .filter((line) => / - (cgroup2 |cgroup .*\bmemory\b)/.test(line))
    .map((line) => line.split(' ')[4])
  const script = `for place in ${places.join(' ')}; do ${hamper} $place; done; exec ${SANDBOXD} --places=1`
  const child = spawn('unshare', ['--mount', 'sh', '-c', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const left = once(child, 'exit')
  expect(await greetingOf(child)).toContain(complaint)
  expect(await left).toEqual([1, null])
  expect(groupsOf(child.pid ?? 0)).toEqual([])
})

it('refuses unknown options', async () => {
  await expect(openSandbox({ slots: 0 })).rejects.toThrow('--places wants a number from 1 to 64')
})
