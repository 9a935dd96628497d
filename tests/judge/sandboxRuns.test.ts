import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Boxes, fate, HOSTILE, MIB, openBoxes } from './support/boxes.ts'

let boxes: Boxes
beforeAll(async () => {
  boxes = await openBoxes(2)
})
afterAll(() => boxes.close())

const sh = (script: string) => ['/bin/sh', '-c', script]
const SHELL = { processes: 8 }

describe('/w', () => {
  it('is read-only unless room was asked for', async () => {
    await boxes.withSlot({}, async (slot) => {
      await slot.run(boxes.spec(sh('echo x > made || echo refused'), SHELL))
      expect(boxes.read('stdout')).toBe('refused\n')
    })
  })

  it('is fresh for every run, and what a run left can be collected before the next', async () => {
    await boxes.withSlot({ files: [{ name: 'kept', content: 'k' }], writableBytes: MIB }, async (slot) => {
      const runs = [1, 2].map((number) => {
        const wrote = slot.run(
          boxes.spec(sh('ls; cat in.txt > out.txt; rm -f kept; ls kept'), SHELL, {
            files: [{ name: 'in.txt', content: `input ${number}` }],
            stdout: boxes.at(`listing${number}`),
          }),
        )
        return Promise.all([wrote, slot.collect('out.txt', boxes.at(`out${number}`), MIB)])
      })
      for (const run of runs) expect((await run)[1]).toBe(true)
      expect([boxes.read('out1'), boxes.read('out2')]).toEqual(['input 1', 'input 2'])
      expect(boxes.read('listing2')).toBe('in.txt\nkept\nkept\n')
    })
  })

  it('stays for a run that keeps it, with new files in place of older ones and without what was taken', async () => {
    await boxes.withSlot({ writableBytes: MIB }, async (slot) => {
      const run = (script: string, input: string, keep: boolean) =>
        slot.run(boxes.spec(sh(script), SHELL, { files: [{ name: 'in.txt', content: input }], keep }))
      await run('rm in.txt; ln -s /etc/passwd in.txt; echo 1 > state; echo next > next.txt', 'one', false)
      expect(await slot.take('next.txt', boxes.at('next'), MIB)).toBe(true)
      expect(boxes.read('next')).toBe('next\n')
      await run('ls; cat in.txt; echo 2 >> state; cat state', 'two', true)
      expect(boxes.read('stdout')).toBe('in.txt\nstate\ntwo1\n2\n')
      expect(await slot.take('next.txt', boxes.at('next'), MIB)).toBe(false)
      await run('ls', 'three', false)
      expect(boxes.read('stdout')).toBe('in.txt\n')
    })
  })

  it('takes files for one run into a box that may not write', async () => {
    await boxes.withSlot({ files: [{ name: 'base', content: 'b' }] }, async (slot) => {
      const one = {
        files: [
          { name: 'answer', content: 'a' },
          { name: 'deep/er/file', content: 'd' },
        ],
      }
      await slot.run(boxes.spec(sh('cat base answer deep/er/file; echo > x'), SHELL, one))
      expect(boxes.read('stdout')).toBe('bad')
      await slot.run(boxes.spec(sh('ls'), SHELL))
      expect(boxes.read('stdout')).toBe('base\n')
    })
  })

  it('holds no more than was asked for', async () => {
    await boxes.withSlot({ writableBytes: MIB }, async (slot) => {
      const outcome = await slot.run(
        boxes.spec(sh('head -c 9000000 /dev/zero > big'), { ...SHELL, outputBytes: 16 * MIB }),
      )
      expect(fate(outcome)).toBe('exited:1')
      const capped = await slot.run(
        boxes.spec(sh('exec head -c 900000 /dev/zero > big'), { ...SHELL, outputBytes: 1000 }),
      )
      expect(fate(capped)).toBe('output')
    })
  })

  it('charges what is written there, and is empty again afterwards', async () => {
    await boxes.withSlot({ files: [HOSTILE], writableBytes: 256 * MIB }, async (slot) => {
      const filling = boxes.spec(['./hostile', 'fill-file'], {
        memoryBytes: 32 * MIB,
        outputBytes: 512 * MIB,
      })
      for (let i = 0; i < 3; i++) {
        expect(fate(await slot.run(filling))).toBe('memory')
        expect(fate(await slot.run(boxes.spec(['./hostile', 'exit', '7'])))).toBe('exited:7')
      }
    })
  })

  it('shows a toolchain from elsewhere where it is on the host', async () => {
    // Not below /tmp, which in the box is the place to write.
    const root = mkdtempSync('/var/tmp/toolchain-')
    try {
      chmodSync(root, 0o755)
      writeFileSync(join(root, 'version.txt'), 'one of a kind\n')
      await boxes.withSlot({ roots: [root] }, async (slot) => {
        await slot.run(boxes.spec(sh(`cd ${root}; cat version.txt; echo > x || ls -A ..`), SHELL))
        expect(boxes.read('stdout')).toBe(`one of a kind\n${basename(root)}\n`)
      })
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})

describe('order', () => {
  it('runs what is asked of a slot one after the other', async () => {
    await boxes.withSlot({}, async (slot) => {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, i) => slot.run(boxes.spec(sh(`exit ${i}`), SHELL))),
      )
      expect(outcomes.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, (_, i) => i))
    })
  })

  it('lets many slots be held at once', async () => {
    const slots = await Promise.all(
      Array.from({ length: 6 }, () =>
        boxes.sandbox.acquire({ profile: 'run', files: [], writableBytes: 0, roots: [] }),
      ),
    )
    const outcomes = await Promise.all(
      slots.map((slot, i) => slot.run(boxes.spec(sh(`exit ${i}`), SHELL, { stdout: null }))),
    )
    expect(outcomes.map(({ code }) => code)).toEqual([0, 1, 2, 3, 4, 5])
    await Promise.all(slots.map((slot) => slot.release()))
  })

  it('cancels what runs and what waits, and can be used again', async () => {
    await boxes.withSlot({ files: [HOSTILE] }, async (slot) => {
      const first = slot.run(boxes.spec(['./hostile', 'sleep']))
      const second = slot.run(boxes.spec(['./hostile', 'sleep']))
      slot.cancel()
      for (const run of [first, second])
        expect(await run).toMatchObject({ reason: 'failed', detail: 'cancelled' })
      expect(fate(await slot.run(boxes.spec(['./hostile', 'exit', '3'])))).toBe('exited:3')
    })
  })

  it('answers what still runs when the slot is given back', async () => {
    const slot = await boxes.sandbox.acquire({
      profile: 'run',
      files: [HOSTILE],
      writableBytes: 0,
      roots: [],
    })
    const run = slot.run(boxes.spec(['./hostile', 'sleep']))
    await slot.release()
    expect(await run).toMatchObject({ reason: 'failed', detail: 'cancelled' })
    expect(await slot.run(boxes.spec(['./hostile', 'exit', '0']))).toMatchObject({ reason: 'failed' })
  })
})
