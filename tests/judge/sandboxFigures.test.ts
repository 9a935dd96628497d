import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Boxes, fate, HOSTILE, MIB, openBoxes } from './support/boxes.ts'

let boxes: Boxes
beforeAll(async () => {
  boxes = await openBoxes()
})
afterAll(() => boxes.close())

const sh = (script: string) => ['/bin/sh', '-c', script]
const SHELL = { processes: 8 }

describe('figures', () => {
  it('counts CPU time of a daemon that outlives its parent, and ends it', async () => {
    await boxes.withSlot({ files: [HOSTILE] }, async (slot) => {
      const outcome = await slot.run(boxes.spec(['./hostile', 'burn-in-daemon'], { processes: 4 }))
      expect(fate(outcome)).toBe('exited:0')
      expect(outcome.cpuUs).toBeGreaterThan(50_000)
    })
  })

  it('measures what sleeps by the wall and not by the CPU', async () => {
    await boxes.withSlot({ files: [HOSTILE] }, async (slot) => {
      const outcome = await slot.run(boxes.spec(['./hostile', 'sleep'], { wallMs: 150 }))
      expect(fate(outcome)).toBe('wall')
      expect(outcome.cpuUs).toBeLessThan(20_000)
      expect(outcome.wallUs).toBeGreaterThanOrEqual(150_000)
      expect(outcome.wallUs).toBeLessThan(3_000_000)
    })
  })

  it('ends a spinning program soon after its limit', async () => {
    await boxes.withSlot({ files: [HOSTILE] }, async (slot) => {
      const outcome = await slot.run(boxes.spec(['./hostile', 'spin'], { cpuMs: 100 }))
      expect(fate(outcome)).toBe('cpu')
      expect(outcome.cpuUs).toBeGreaterThanOrEqual(100_000)
      expect(outcome.cpuUs).toBeLessThan(130_000)
    })
  })

  it('tells the peak of the memory a program touched', async () => {
    const touch = await boxes.compile(`
      #include <stdlib.h>
      int main(int argc, char **argv) {
        size_t size = (size_t)atoi(argv[argc - 1]) << 20;
        volatile char *p = malloc(size);
        for (size_t i = 0; i < size; i += 4096)
          p[i] = 1;
        return 0;
      }`)
    await boxes.withSlot({ files: [touch] }, async (slot) => {
      for (const size of [10, 40, 1]) {
        const { peakBytes, reason } = await slot.run(boxes.spec(['./program', String(size)]))
        expect(reason).toBe('exited')
        // Groups are charged in steps of 64 pages a core, and small figures are whole MiB.
        expect(peakBytes).toBeGreaterThanOrEqual((size - 0.5) * MIB)
        expect(peakBytes).toBeLessThan((size + 3) * MIB)
      }
    })
  })

  /** Uses so many bytes as memory of its own before, or after, it reads its input to the end. */
  const READER = `
    #include <stdlib.h>
    #include <unistd.h>
    static char chunk[1 << 16];
    static void take(size_t size) {
      volatile char *all = malloc(size);
      for (size_t i = 0; i < size; i += 4096) all[i] = 1;
      free((void *)all);
    }
    int main(int argc, char **argv) {
      size_t size = strtoul(argv[1], NULL, 10);
      if (argc > 2) take(size);
      while (read(0, chunk, sizeof chunk) > 0);
      if (argc < 3) take(size);
      return 0;
    }`

  /** A disk takes its time. */
  const PATIENT = { cpuMs: 5000, wallMs: 20_000 }

  describe('charges no program for the cache of the machine', () => {
    let reader: Awaited<ReturnType<Boxes['compile']>>
    let folder: string
    let big: string
    beforeAll(async () => {
      reader = await boxes.compile(READER, 'reader')
      folder = mkdtempSync('/var/tmp/cached-')
      big = join(folder, 'big')
      // On disk: the cache of a file in memory is the file.
      execFileSync('dd', ['if=/dev/zero', `of=${big}`, 'bs=1M', 'count=48', 'conv=fsync', 'status=none'])
    })
    afterAll(() => rmSync(folder, { recursive: true }))

    /** Out of the cache: anyone who reads it next has its pages in his group. */
    const forget = () => execFileSync('dd', [`if=${big}`, 'iflag=nocache', 'count=0', 'status=none'])

    const run = (bytes: number, ...order: string[]) =>
      boxes.withSlot({ files: [reader] }, (slot) =>
        slot.run(boxes.spec(['./reader', String(bytes), ...order], PATIENT, { stdin: big })),
      )

    it.each([
      ['before it reads', ['first']],
      ['after it has read', []],
    ])('when it uses most memory %s', async (_, order) => {
      for (const isCold of [true, false, true]) {
        if (isCold) forget()
        const { peakBytes, reason } = await run(32 * MIB, ...order)
        expect(reason).toBe('exited')
        expect(peakBytes / MIB).toBeGreaterThan(32)
        expect(peakBytes / MIB).toBeLessThan(34)
      }
    })

    it('and draws the line at the limit in the same place every time', async () => {
      const fates = async (bytes: number) => {
        const all: string[] = []
        for (let turn = 0; turn < 8; turn++) {
          if (turn % 2) forget()
          all.push(fate(await run(bytes)))
        }
        return new Set(all)
      }
      expect(await fates(63 * MIB)).toEqual(new Set(['exited:0']))
      expect(await fates(64.5 * MIB)).toEqual(new Set(['memory']))
    })

    it('nor for what an earlier run of its slot left there', async () => {
      forget()
      await boxes.withSlot({ files: [reader] }, async (slot) => {
        for (let turn = 0; turn < 2; turn++) {
          const outcome = await slot.run(boxes.spec(['./reader', String(40 * MIB)], PATIENT, { stdin: big }))
          expect(fate(outcome)).toBe('exited:0')
          expect(outcome.peakBytes / MIB).toBeGreaterThan(40)
          expect(outcome.peakBytes / MIB).toBeLessThan(42)
        }
      })
    })
  })

  it('charges files in memory', async () => {
    await boxes.withSlot({ files: [], writableBytes: 48 * MIB }, async (slot) => {
      const fill = (mib: number) => sh(`head -c ${mib << 20} /dev/zero > full`)
      const outcome = await slot.run(boxes.spec(fill(40), { ...SHELL, outputBytes: 64 * MIB }))
      expect(fate(outcome)).toBe('exited:0')
      expect(outcome.peakBytes / MIB).toBeGreaterThan(39)
      const limits = { ...SHELL, outputBytes: 64 * MIB, memoryBytes: 32 * MIB }
      expect(fate(await slot.run(boxes.spec(fill(40), limits)))).toBe('memory')
    })
  })

  it('gives nobody huge pages, so that all get memory alike', async () => {
    await boxes.withSlot({}, async (slot) => {
      await slot.run(boxes.spec(sh('grep THP /proc/self/status'), SHELL))
      expect(boxes.read('stdout')).toMatch(/^THP_enabled:\s+0$/m)
    })
  })
})
