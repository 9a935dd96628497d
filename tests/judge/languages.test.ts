import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileCommand, findLanguage, LANGUAGES } from '#judge/languages.ts'
import { findToolchains } from '#judge/probe.ts'
import type { Limits } from '#judge/protocol.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

/** Programs that go wrong, one of each kind for every family of languages. */
type Faults = { refused: string | null; crash: string; spin: string; hoard: string; flood: string }

const C: Faults = {
  refused: 'int main() { return missing; }',
  crash: 'int main() { int *p = 0; *p = 1; }',
  spin: 'int main() { for (volatile int i = 0;; i++); }',
  hoard:
    '#include <stdlib.h>\n#include <string.h>\nint main() { for (;;) memset(malloc(1 << 20), 1, 1 << 20); }',
  flood: '#include <stdio.h>\nint main() { for (;;) puts("flood flood flood flood"); }',
}

const PYTHON: Faults = {
  refused: 'def f(:\n',
  crash: 'print(1 // 0)',
  spin: 'while True: pass',
  hoard: 'kept = []\nwhile True: kept.append(bytearray(1 << 20))',
  flood: "while True: print('flood' * 1000)",
}

const javaMain = (body: string) =>
  `import java.util.*; public class Main { public static void main(String[] a) { ${body} } }`

const FAULTS: Record<string, Faults> = {
  c11: C,
  cpp17: {
    ...C,
    hoard:
      '#include <vector>\nint main() { std::vector<std::vector<int>> kept; for (;;) kept.emplace_back(1 << 18, 1); }',
    flood: '#include <iostream>\nint main() { for (;;) std::cout << "flood flood flood\\n"; }',
  },
  java: {
    refused: javaMain('missing();'),
    crash: javaMain('int[] x = new int[1]; System.out.println(x[a.length + 1]);'),
    spin: javaMain('for (long i = 0; ; i++) if (i < 0) return;'),
    hoard: javaMain('List<int[]> kept = new ArrayList<>(); for (;;) kept.add(new int[1 << 18]);'),
    flood: javaMain('for (;;) System.out.println("flood flood flood flood flood");'),
  },
  python3: PYTHON,
  pypy3: PYTHON,
  rust: {
    refused: 'fn main() { missing(); }',
    crash: 'fn main() { let v: Vec<i32> = Vec::new(); println!("{}", v[std::env::args().count()]); }',
    spin: 'fn main() { let mut i = 0u64; loop { i = std::hint::black_box(i + 1); } }',
    hoard: 'fn main() { let mut kept = Vec::new(); loop { kept.push(vec![1u8; 1 << 20]); } }',
    flood: 'fn main() { loop { println!("flood flood flood flood"); } }',
  },
  node: {
    refused: null,
    crash: 'missing()',
    spin: 'for (;;);',
    hoard: 'const kept = []; for (;;) kept.push(new Array(1 << 17).fill(kept.length))',
    flood: "for (;;) require('fs').writeSync(1, 'flood'.repeat(1000))",
  },
  go: {
    refused: 'package main\nfunc main() { missing() }',
    crash: 'package main\nfunc main() { panic("no") }',
    spin: 'package main\nfunc main() { for i := 0; ; i++ { } }',
    hoard:
      'package main\nfunc main() { var kept [][]byte; for { b := make([]byte, 1<<20); for i := range b { b[i] = 1 }; kept = append(kept, b) } }',
    flood: 'package main\nimport "fmt"\nfunc main() { for { fmt.Println("flood flood flood") } }',
  },
  csharp: {
    refused: 'class P { static void Main() { missing(); } }',
    crash: 'class P { static void Main(string[] a) { System.Console.Write(a[1]); } }',
    spin: 'class P { static void Main() { for (;;); } }',
    hoard:
      'class P { static void Main() { var kept = new System.Collections.Generic.List<byte[]>(); for (;;) { var b = new byte[1 << 20]; for (int i = 0; i < b.Length; i++) b[i] = 1; kept.Add(b); } } }',
    flood: 'class P { static void Main() { for (;;) System.Console.WriteLine("flood flood flood flood"); } }',
  },
  ruby: {
    refused: null,
    crash: 'raise "no"',
    spin: 'loop {}',
    hoard: 'kept = []\nloop { kept << ("x" * (1 << 20)) }',
    flood: 'loop { puts "flood" * 1000 }',
  },
  php: {
    refused: null,
    crash: '<?php missing();',
    spin: '<?php for (;;);',
    hoard: '<?php $kept = []; for (;;) $kept[] = str_repeat("x", 1 << 20);',
    flood: '<?php for (;;) echo str_repeat("flood", 1000);',
  },
  pascal: {
    refused: 'begin missing; end.',
    crash: 'var a: integer; begin a := 0; writeln(1 div a); end.',
    spin: 'begin while true do; end.',
    hoard:
      'var p: pointer; begin while true do begin getmem(p, 1048576); fillchar(p^, 1048576, 1); end; end.',
    flood: "begin while true do writeln('flood flood flood'); end.",
  },
  haskell: {
    refused: 'main = missing',
    crash: 'main = print (head ([] :: [Int]))',
    spin: 'main = let loop n = if n < (0 :: Int) then n else loop ((n + 1) `mod` 1000) in print (loop 1)',
    hoard:
      'main = let xs = [1 ..] :: [Integer] in print (length (takeWhile (> 0) xs) + fromIntegral (head xs))',
    flood: 'main = mapM_ putStrLn (repeat "flood flood flood")',
  },
}

const LIMITS: Limits = { timeMs: 500, memoryMb: 64, stackMb: 64, outputBytes: 1 << 20, processes: 16 }
const PATIENT: Limits = { ...LIMITS, timeMs: 5000 }

const here = (await findToolchains(LANGUAGES, process.env.PATH ?? '')).map(({ language }) => language)
let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const judge = async (language: string, source: string, limits: Limits, expected = '3\n') => {
  const cases = [workshop.testcase('1 2\n', expected, { index: 1 })]
  return (await workshop.judge({ language, source, limits, cases })).report
}

describe.each(here.map(({ key, name }) => [name, key]))('%s', (_, key) => {
  const language = findLanguage(key)
  const faults = FAULTS[key]

  test('adds two numbers', async () => {
    const source = language?.template ?? ''
    expect(await judge(key, source, PATIENT)).toMatchObject({ verdict: 'ACCEPTED' })
    expect(await judge(key, source, PATIENT, '4\n')).toMatchObject({ verdict: 'WRONG_ANSWER' })
  })

  test.runIf(faults?.refused)('does not compile', async () => {
    const report = await judge(key, faults?.refused ?? '', PATIENT)
    expect(report.verdict).toBe('COMPILE_ERROR')
    expect(report.message).toMatch(/\S/)
  })

  test.runIf(faults)('crashes, computes for ever, hoards memory, floods', async () => {
    if (!faults) return
    expect(await judge(key, faults.crash, PATIENT)).toMatchObject({ verdict: 'RUNTIME_ERROR' })
    const late = await judge(key, faults.spin, LIMITS)
    expect(late).toMatchObject({ verdict: 'TIME_LIMIT_EXCEEDED', timeMs: 500 * (language?.timeFactor ?? 1) })
    const full = await judge(key, faults.hoard, PATIENT)
    const memoryKb = 64 * 1024 * (language?.memoryFactor ?? 1)
    expect(full).toMatchObject({ verdict: 'MEMORY_LIMIT_EXCEEDED', memoryKb })
    expect(await judge(key, faults.flood, PATIENT)).toMatchObject({ verdict: 'OUTPUT_LIMIT_EXCEEDED' })
  })
})

describe('the table', () => {
  test('keys and names are unique, and the doubled limits are those of the specification', () => {
    expect(new Set(LANGUAGES.map(({ key }) => key)).size).toBe(LANGUAGES.length)
    expect(new Set(LANGUAGES.map(({ name }) => name)).size).toBe(LANGUAGES.length)
    for (const { contentType, timeFactor, memoryFactor } of LANGUAGES) {
      const plain = contentType === 'text/x-csrc' || contentType === 'text/x-c++src'
      expect([timeFactor, memoryFactor]).toEqual(plain ? [1, 1] : [2, 2])
    }
  })

  test('the commands that pages show', () => {
    const shown = (key: string) => {
      const language = findLanguage(key)
      return language && compileCommand(language)
    }
    expect(shown('c11o2')).toBe('gcc -DONLINE_JUDGE -O2 -std=c11 -w -fmax-errors=3 main.c -o main -lm')
    expect(shown('python3')).toBe('python3 -m py_compile main.py')
    expect(shown('node')).toBeNull()
    expect(findLanguage('cobol')).toBeNull()
  })

  test('secrets of the home folder stay outside, wherever a toolchain lives', async () => {
    const source =
      '#include <stdio.h>\nint main() { puts(fopen("/root/.bashrc", "r") || fopen("/etc/passwd", "r") ? "in" : "out"); }'
    expect(await judge('c11', source, PATIENT, 'out\n')).toMatchObject({ verdict: 'ACCEPTED' })
  })
})

describe('testlib', () => {
  const compare = `#include "testlib.h"
int main(int argc, char *argv[]) {
  registerTestlibCmd(argc, argv);
  int n = inf.readInt(1, 100, "n");
  for (int i = 1; i <= n; i++) {
    int expected = ans.readInt(), found = ouf.readInt(0, 1000);
    if (expected != found) quitf(i > 1 ? _pc(40) : _wa, "%d%s number is %d", i, englishEnding(i).c_str(), found);
  }
  quitf(_ok, "%d numbers", n);
}`
  const print = (text: string) => `#include <stdio.h>\nint main() { fputs("${text}", stdout); }`
  const checkOf = async (text: string) => {
    const cases = [workshop.testcase('2\n', '5 7\n', { index: 1, score: 50 })]
    const checker = { kind: 'program', language: 'cpp17', source: compare } as const
    return (await workshop.judge({ source: print(text), scoring: 'OI', cases, checker })).runs[0]
  }

  test('a checker', async () => {
    expect(await checkOf('5\\n7')).toMatchObject({ verdict: 'ACCEPTED', score: 50, message: 'ok 2 numbers' })
    expect(await checkOf('4 7')).toMatchObject({
      verdict: 'WRONG_ANSWER',
      message: 'wrong answer 1st number is 4',
    })
    expect(await checkOf('5 8')).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 20 })
    expect(await checkOf('5')).toMatchObject({
      verdict: 'WRONG_ANSWER',
      message: expect.stringMatching(/end of file/),
    })
    expect(await checkOf('5 7 9')).toMatchObject({
      verdict: 'WRONG_ANSWER',
      message: expect.stringMatching(/Extra/),
    })
    expect(await checkOf('5 x')).toMatchObject({
      message: 'wrong output format Expected int32, but "x" found',
    })
    expect(await checkOf('5 99999999999')).toMatchObject({ verdict: 'WRONG_ANSWER' })
  })

  test('an interactor', async () => {
    const source = `#include "testlib.h"
int main(int argc, char *argv[]) {
  registerInteraction(argc, argv);
  int secret = inf.readInt();
  for (int i = 1; i <= 20; i++) {
    int guess = ouf.readInt(1, 1000);
    tout << guess << std::endl;
    std::cout << (guess < secret ? "<" : guess > secret ? ">" : "=") << std::endl;
    if (guess == secret) quitf(_ok, "%d guesses", i);
  }
  quitf(_wa, "too many guesses");
}`
    const guess = `#include <iostream>
int main() { int low = 1, high = 1000; std::string word; for (;;) { int middle = (low + high) / 2;
std::cout << middle << std::endl; if (!(std::cin >> word) || word == "=") return 0; if (word == "<") low = middle + 1; else high = middle - 1; } }`
    const cases = [workshop.testcase('321\n', null, { index: 1 })]
    const interactor = { language: 'cpp17', source }
    const good = await workshop.judge({ language: 'cpp17', source: guess, cases, interactor })
    expect(good.runs[0]).toMatchObject({
      verdict: 'ACCEPTED',
      message: expect.stringMatching(/^ok \d+ guesses/),
    })
    const bad = await workshop.judge({ source: print('5000\\n'), cases, interactor })
    expect(bad.runs[0]).toMatchObject({ verdict: 'WRONG_ANSWER' })
  })
})
