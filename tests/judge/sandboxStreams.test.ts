import { chmodSync, readFileSync, symlinkSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Boxes, fate, HOSTILE, openBoxes } from './support/boxes.ts'

let boxes: Boxes
beforeAll(async () => {
  boxes = await openBoxes()
})
afterAll(() => boxes.close())

const sh = (script: string) => ['/bin/sh', '-c', script]
const SHELL = { processes: 8 }

describe('streams', () => {
  it('carries stdin, stdout and stderr', async () => {
    await boxes.withSlot({}, async (slot) => {
      const outcome = await slot.run(boxes.spec(sh('read word; echo "got $word"; echo oops >&2'), SHELL))
      expect(outcome).toMatchObject({
        reason: 'exited',
        code: 0,
        stdoutBytes: 10,
        stderrBytes: 5,
        detail: null,
      })
      expect([boxes.read('stdout'), boxes.read('stderr')]).toEqual(['got hello\n', 'oops\n'])
    })
  })

  it('lets a program open its streams by name, no matter who may read the input on the host', async () => {
    await boxes.withSlot({ files: [HOSTILE] }, async (slot) => {
      for (const mode of [0o644, 0o600, 0o666]) {
        chmodSync(boxes.write('private', 'mine\n'), mode)
        const spec = boxes.spec(['./hostile', 'reopen-streams'], {}, { stdin: boxes.at('private') })
        expect(fate(await slot.run(spec))).toBe('exited:0')
        expect([boxes.read('stdout'), boxes.read('stderr')]).toEqual(['mine\n', 'e'])
        expect(fate(await slot.run({ ...spec, argv: ['./hostile', 'rewrite-input'] }))).toBe('exited:0')
        expect(readFileSync(boxes.at('private'), 'utf8')).toBe('mine\n')
      }
    })
  })

  it('brings a lot of output through, byte for byte', async () => {
    await boxes.withSlot({}, async (slot) => {
      const script = 'head -c 20000000 /dev/zero | tr "\\\\0" x'
      const outcome = await slot.run(
        boxes.spec(sh(script), { ...SHELL, outputBytes: 20_000_000, cpuMs: 3000 }),
      )
      expect([fate(outcome), outcome.stdoutBytes]).toEqual(['exited:0', 20_000_000])
      expect(boxes.read('stdout')).toBe('x'.repeat(20_000_000))
    })
  })

  it('keeps no more than the cap and calls it output', async () => {
    await boxes.withSlot({}, async (slot) => {
      const outcome = await slot.run(
        boxes.spec(sh('head -c 5000 /dev/zero'), { ...SHELL, outputBytes: 1000 }),
      )
      expect(fate(outcome)).toBe('output')
      expect(boxes.read('stdout')).toHaveLength(1000)
      const silent = boxes.spec(
        sh('head -c 5000 /dev/zero'),
        { ...SHELL, outputBytes: 1000 },
        { stdout: null },
      )
      expect(fate(await slot.run(silent))).toBe('output')
    })
  })

  it('drops what is too much on stderr without a word', async () => {
    await boxes.withSlot({}, async (slot) => {
      const spec = boxes.spec(sh('head -c 500000 /dev/zero >&2; echo done'), SHELL, { stderrBytes: 100 })
      const outcome = await slot.run(spec)
      expect([fate(outcome), outcome.stderrBytes]).toEqual(['exited:0', 500_000])
      expect([boxes.read('stdout'), boxes.read('stderr').length]).toEqual(['done\n', 100])
    })
  })

  it('refuses an input that is a link or not there, and blames the box', async () => {
    symlinkSync('/etc/passwd', boxes.at('link'))
    await boxes.withSlot({}, async (slot) => {
      for (const name of ['link', 'missing']) {
        const outcome = await slot.run(boxes.spec(sh('cat'), SHELL, { stdin: boxes.at(name) }))
        expect(fate(outcome)).toBe('failed')
        expect(outcome.detail).toMatch(/^stdin: /)
      }
      expect(fate(await slot.run(boxes.spec(sh('true'), SHELL)))).toBe('exited:0')
    })
  })

  it('says so when there is no such program', async () => {
    await boxes.withSlot({}, async (slot) => {
      const outcome = await slot.run(boxes.spec(['./nothing']))
      expect(outcome).toMatchObject({ reason: 'failed', detail: 'exec: No such file or directory' })
    })
  })
})
