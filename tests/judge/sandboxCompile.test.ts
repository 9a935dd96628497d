import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunLimits, Slot, SlotSpec } from '#judge/sandbox/box.ts'
import { type Boxes, COMPILING, fate, MIB, openBoxes } from './support/boxes.ts'

let boxes: Boxes
beforeAll(async () => {
  boxes = await openBoxes()
})
afterAll(() => boxes.close())

const inCompiler = <T>(use: (slot: Slot) => Promise<T>, files: Record<string, string> = {}) =>
  boxes.withSlot(
    {
      profile: 'compile',
      files: Object.entries(files).map(([name, content]) => ({ name, content })),
      writableBytes: 64 * MIB,
    },
    use,
  )

const compiling = (argv: string[], limits: Partial<RunLimits> = {}) =>
  boxes.spec(argv, { ...COMPILING, ...limits }, { stdin: null })

describe('hostile sources', () => {
  const bombs: [name: string, source: string, limits: Partial<RunLimits>, fates: string[]][] = [
    ['37 endless include', '#include "/dev/zero"\n', { memoryBytes: 128 * MIB }, ['memory', 'exited:1']],
    [
      '37 random include',
      '#include "/dev/random"\n',
      { memoryBytes: 128 * MIB },
      ['memory', 'exited:1', 'cpu'],
    ],
    [
      '37 exponential templates',
      `template<int N, int M> struct T { typedef typename T<N - 1, 2 * M>::x x; typedef typename T<N - 1, 2 * M + 1>::x y; };
       template<int M> struct T<0, M> { typedef int x; typedef int y; }; T<25, 1>::y v; int main() {}`,
      { cpuMs: 500, memoryBytes: 128 * MIB },
      ['cpu', 'memory', 'exited:1'],
    ],
    [
      '38 endless constexpr',
      'constexpr long f(long n) { long s = 0; for (long i = 0; i < n; i++) s += i; return s; } constexpr long x = f(1L << 60); int main() {}',
      { cpuMs: 500 },
      ['cpu', 'exited:1'],
    ],
    [
      '38 vast array',
      'char a[1 << 30] = {1}; int main() {}',
      { memoryBytes: 256 * MIB },
      ['exited:1', 'exited:4', 'output', 'memory'],
    ],
    ['38 include of itself', '#include __FILE__\n#include __FILE__\n', { cpuMs: 500 }, ['cpu', 'exited:1']],
  ]

  it.each(bombs)('%s', async (_name, source, limits, fates) => {
    await inCompiler(
      async (slot) => {
        const outcome = await slot.run(
          boxes.spec(
            ['/usr/bin/g++', '-o', 'main', 'main.cpp'],
            { ...COMPILING, ...limits },
            {
              stdin: null,
              stderrBytes: 64 * 1024,
            },
          ),
        )
        expect(fates).toContain(fate(outcome))
        expect(statSync(boxes.at('stderr')).size).toBeLessThanOrEqual(64 * 1024)
        expect(await slot.collect('main', boxes.at('collected'), 16 * MIB)).toBe(false)
      },
      { 'main.cpp': source },
    )
  })

  it('39 finds no file of the host to build in', async () => {
    boxes.write('answer.secret', 'the secret answer')
    const wanted = [boxes.at('answer.secret'), '/etc/shadow', '/etc/passwd', '/proc/1/environ']
    for (const path of wanted) {
      const source = `__asm__(".incbin \\"${path}\\""); int main(void) {}`
      await inCompiler(
        async (slot) => {
          expect(fate(await slot.run(compiling(['/usr/bin/gcc', '-o', 'main', 'main.c'])))).toBe('exited:1')
          expect(boxes.read('stderr')).not.toMatch(/secret answer|root:/)
        },
        { 'main.c': source },
      )
    }
  })
})

describe('what a compiler leaves', () => {
  const tricks: [name: string, script: string][] = [
    ['link to a host file', 'ln -s /etc/ld.so.cache main'],
    ['link upwards', 'ln -s ../etc main'],
    ['hard link', 'echo x > other; ln other main'],
    ['fifo', 'mkfifo main || ln -s /dev/zero main'],
    ['directory', 'mkdir main'],
    ['vast sparse file', 'truncate -s 1T main || truncate -s 60M main'],
    ['nothing', 'true'],
  ]

  it.each(tricks)('40 does not take a %s for a program', async (_name, script) => {
    await inCompiler(async (slot) => {
      await slot.run(compiling(['/bin/sh', '-c', script], { outputBytes: 2 ** 41 }))
      expect(await slot.collect('main', boxes.at('collected'), 16 * MIB)).toBe(false)
      expect(existsSync(boxes.at('collected'))).toBe(false)
    })
  })

  it('40 takes nothing from outside /w, whatever the name', async () => {
    await inCompiler(async (slot) => {
      await slot.run(compiling(['/bin/sh', '-c', 'ln -s / up; ln -s . here; echo x > here/real']))
      for (const name of [
        '../etc/ld.so.cache',
        '/etc/ld.so.cache',
        'up/etc/ld.so.cache',
        'here/real',
        '..',
        '',
        'a\nb',
      ])
        expect(await slot.collect(name, boxes.at('collected'), 16 * MIB)).toBe(false)
      expect(await slot.collect('real', boxes.at('collected'), 16 * MIB)).toBe(true)
      expect(boxes.read('collected')).toBe('x\n')
    })
  })

  it('keeps its files from step to step, and places nothing through a link', async () => {
    await inCompiler(async (slot) => {
      await slot.run(compiling(['/bin/sh', '-c', 'echo one > step; ln -s /w/step placed; ln -s /w deep']))
      const placing = {
        ...compiling(['/bin/sh', '-c', 'cat step placed']),
        files: [{ name: 'placed', content: 'two\n' }],
      }
      expect(fate(await slot.run(placing))).toBe('exited:0')
      expect(boxes.read('stdout')).toBe('one\ntwo\n')
      const through = { ...placing, files: [{ name: 'deep/step', content: 'three' }] }
      expect((await slot.run(through)).reason).toBe('failed')
    })
  })
})

/** The path of a tool as it really lies on this host; links and launchers followed. */
function find(...commands: string[]) {
  for (const command of commands) {
    try {
      return String(execFileSync('/bin/sh', ['-c', command], { stdio: ['ignore', 'pipe', 'ignore'] })).trim()
    } catch {}
  }
  return null
}

type Toolchain = {
  name: string
  tool: string | null
  root?: string
  source: [string, string]
  compile?: (tool: string) => string[]
  products: string[]
  run: (tool: string) => string[]
  fullProc?: boolean
}

const rustc = find('readlink -e "$(rustc --print sysroot)/bin/rustc"')
const python = find('readlink -e "$(python3 -c "import sys; print(sys.executable)")"')

const toolchains: Toolchain[] = [
  {
    name: 'C++ with threads',
    tool: find('command -v g++'),
    source: [
      'main.cpp',
      '#include <bits/stdc++.h>\nint main() { int a, b; std::cin >> a >> b; std::thread t([&] { a += b; }); t.join(); std::cout << a << std::endl; }',
    ],
    compile: (tool) => [tool, '-O2', '-pthread', '-o', 'main', 'main.cpp'],
    products: ['main'],
    run: () => ['./main'],
  },
  {
    name: 'Java',
    tool: find('command -v javac'),
    source: [
      'Main.java',
      'import java.util.*; public class Main { record Pair(int a, int b) {} public static void main(String[] x) throws Exception { var in = new Scanner(System.in); var p = new Pair(in.nextInt(), in.nextInt()); var t = new Thread(() -> System.out.println(p.a() + p.b())); t.start(); t.join(); } }',
    ],
    compile: (tool) => [tool, 'Main.java'],
    products: ['Main.class', 'Main$Pair.class'],
    run: (tool) => [join(dirname(tool), 'java'), '-Xmx128m', '-cp', '/w', 'Main'],
    fullProc: true,
  },
  {
    name: 'Python',
    tool: python,
    ...(python && { root: join(python, '../..') }),
    source: ['main.py', 'import sys, random, json\nprint(sum(map(int, open("/dev/stdin").read().split())))'],
    products: ['main.py'],
    run: (tool) => [tool, 'main.py'],
  },
  {
    name: 'Node',
    tool: process.execPath,
    root: join(process.execPath, '../..'),
    source: [
      'main.js',
      'const t = require("fs").readFileSync("/dev/stdin", "utf8").split(" ").map(Number); console.log(t[0] + t[1]); require("os").cpus()',
    ],
    products: ['main.js'],
    run: (tool) => [tool, 'main.js'],
    fullProc: true,
  },
  {
    name: 'Rust',
    tool: rustc,
    ...(rustc && { root: join(rustc, '../..') }),
    source: [
      'main.rs',
      'use std::io::*; fn main() { let mut s = String::new(); stdin().read_to_string(&mut s).unwrap(); let n: i32 = s.split_whitespace().map(|x| x.parse::<i32>().unwrap()).sum(); println!("{}", std::thread::spawn(move || n).join().unwrap()); }',
    ],
    compile: (tool) => [tool, '-O', '-o', 'main', 'main.rs'],
    products: ['main'],
    run: () => ['./main'],
  },
]

describe('toolchains of this host', () => {
  const there = toolchains.filter(({ tool }) => tool)

  it.each(there)('$name', async ({ tool, root, source, compile, products, run, fullProc }) => {
    const roots = root && !root.startsWith('/usr') ? [root] : []
    const [name, content] = source
    boxes.write(name, content)
    if (compile && tool) {
      const wanted: Partial<SlotSpec> = {
        profile: 'compile',
        files: [{ name, content }],
        writableBytes: 64 * MIB,
        roots,
        fullProc,
      }
      await boxes.withSlot(wanted, async (slot) => {
        const outcome = await slot.run(compiling(compile(tool), { memoryBytes: 1024 * MIB, processes: 64 }))
        expect(boxes.read('stderr')).toBe('')
        expect(fate(outcome)).toBe('exited:0')
        for (const product of products)
          expect(await slot.collect(product, boxes.at(product), 32 * MIB)).toBe(true)
      })
    }
    const files = products.map((product) => ({ name: product, path: boxes.at(product), mode: 0o755 }))
    await boxes.withSlot({ files, roots, fullProc }, async (slot) => {
      const outcome = await slot.run(
        boxes.spec(
          run(tool ?? ''),
          { processes: 64, memoryBytes: 256 * MIB, cpuMs: 3000 },
          { stdin: boxes.write('sum', '20 22\n') },
        ),
      )
      expect({ said: boxes.read('stdout'), complained: boxes.read('stderr'), fate: fate(outcome) }).toEqual({
        said: '42\n',
        complained: '',
        fate: 'exited:0',
      })
    })
  })
})
