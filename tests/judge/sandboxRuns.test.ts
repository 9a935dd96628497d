import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

  it('lets a program open its streams by name, whoever may read the input on the host', async () => {
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

    /** Out of the cache: whoever reads it next has its pages in his group. */
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

describe('interactive runs', () => {
  const pair = (program: string, interactor: string) =>
    boxes.withSlot({ files: [HOSTILE] }, (slot) =>
      boxes.withSlot({ profile: 'checker' }, (other) =>
        boxes.sandbox.interact(
          { slot, spec: boxes.spec(sh(program), SHELL, { stdin: null, stdout: null, stderr: null }) },
          { slot: other, spec: boxes.spec(sh(interactor), SHELL, { stdin: null, stdout: null }) },
        ),
      ),
    )

  it('crosses the pipes', async () => {
    const { program, interactor } = await pair(
      'read a; echo $((a * 2)); read b; [ "$b" = ok ]',
      'echo 21; read x; echo ok; echo "said $x" >&2; exit 4',
    )
    expect([fate(program), fate(interactor)]).toEqual(['exited:0', 'exited:4'])
    expect(boxes.read('stderr')).toBe('said 42\n')
  })

  it('lets both open their streams by name', async () => {
    const { program, interactor } = await pair(
      'echo 5 > /dev/stdout; read x < /dev/stdin; exit $x',
      'read x < /dev/stdin; echo $((x + 1)) > /dev/stdout',
    )
    expect([fate(program), fate(interactor)]).toEqual(['exited:6', 'exited:0'])
  })

  it('shows each that the other has gone', async () => {
    const { program, interactor } = await pair('cat >/dev/null; exit 5', 'exit 6')
    expect([fate(program), fate(interactor)]).toEqual(['exited:5', 'exited:6'])
    const broken = await pair('while echo x; do :; done', 'read x')
    expect([fate(broken.program), fate(broken.interactor)]).toEqual(['signalled:13', 'exited:0'])
  })

  it('knows who left first', async () => {
    const left = async (program: string, interactor: string) =>
      (await pair(program, interactor)).interactorLeft
    expect(await left('cat >/dev/null; exit 5', 'exit 6')).toBe(true)
    expect(await left('exit 5', 'cat >/dev/null; exit 6')).toBe(false)
    // It takes its time over the last word, and does not hear of the end meanwhile.
    const slowly = 'read x; i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; exit 6'
    expect(await left('echo 1; exit 5', slowly)).toBe(true)
    expect(await left('echo 1; exit 5', 'read x; read y; exit 6')).toBe(false)
  })

  it('ends both when both wait for each other', async () => {
    const waiting = await boxes.withSlot({}, (slot) =>
      boxes.withSlot({}, (other) => {
        const spec = boxes.spec(
          sh('read x'),
          { ...SHELL, wallMs: 200 },
          { stdin: null, stdout: null, stderr: null },
        )
        return boxes.sandbox.interact(
          { slot, spec },
          { slot: other, spec: { ...spec, argv: sh('cat >/dev/null') } },
        )
      }),
    )
    // Whichever comes first to its limit; the other may still see that nobody is there any more.
    const reasons = [waiting.program.reason, waiting.interactor.reason]
    expect(reasons).toContain('wall')
    expect(['wall', 'exited']).toEqual(expect.arrayContaining(reasons))
  })
})
