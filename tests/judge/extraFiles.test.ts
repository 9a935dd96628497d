import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Limits } from '#judge/protocol.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

/** A program that leaves the adding to a file of the problem, by language: that file, and the source. */
const PARTED: Record<string, { files: Record<string, string>; source: string }> = {
  c11: {
    files: { 'sum.h': 'static int sum(int a, int b) { return a + b; }\n' },
    source:
      '#include <stdio.h>\n#include "sum.h"\nint main() { int a, b; scanf("%d%d", &a, &b); printf("%d\\n", sum(a, b)); }',
  },
  cpp17: {
    files: { 'sum.h': 'inline int sum(int a, int b) { return a + b; }\n' },
    source:
      '#include <iostream>\n#include "sum.h"\nint main() { int a, b; std::cin >> a >> b; std::cout << sum(a, b) << "\\n"; }',
  },
  java: {
    files: { 'Sum.java': 'class Sum { static int of(int a, int b) { return a + b; } }\n' },
    source:
      'import java.util.*; public class Main { public static void main(String[] x) { Scanner in = new Scanner(System.in); System.out.println(Sum.of(in.nextInt(), in.nextInt())); } }',
  },
  kotlin: {
    files: { 'sum.kt': 'fun sum(a: Int, b: Int) = a + b\n' },
    source: 'fun main() { val (a, b) = readLine()!!.split(" ").map { it.toInt() }; println(sum(a, b)) }',
  },
  python3: {
    files: { 'adding.py': 'def add(a, b):\n    return a + b\n' },
    source: 'from adding import add\nprint(add(*map(int, input().split())))',
  },
  pypy3: {
    files: { 'adding.py': 'def add(a, b):\n    return a + b\n' },
    source: 'from adding import add\nprint(add(*map(int, input().split())))',
  },
  python2: {
    files: { 'adding.py': 'def add(a, b):\n    return a + b\n' },
    source: 'from adding import add\nprint add(*map(int, raw_input().split()))',
  },
  go: {
    files: { 'sum.go': 'package main\nfunc sum(a, b int) int { return a + b }\n' },
    source:
      'package main\nimport "fmt"\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(sum(a, b)) }',
  },
  rust: {
    files: { 'sum.rs': 'pub fn sum(a: i32, b: i32) -> i32 { a + b }\n' },
    source:
      'mod sum; fn main() { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap(); let v: Vec<i32> = s.split_whitespace().map(|x| x.parse().unwrap()).collect(); println!("{}", sum::sum(v[0], v[1])); }',
  },
  node: {
    files: { 'sum.js': 'module.exports = (a, b) => a + b\n' },
    source:
      "const sum = require('./sum')\nconsole.log(sum(...require('fs').readFileSync(0, 'utf8').split(' ').map(Number)))",
  },
  typescript: {
    files: {
      'sum.ts': "import { plus } from './plus'\nexport const sum = (a: number, b: number) => plus(a, b)\n",
      'plus.ts': 'export const plus = (a: number, b: number) => a + b\n',
    },
    source:
      "import { readFileSync } from 'fs'\nimport { sum } from './sum'\nconst [a, b] = readFileSync(0, 'utf8').split(' ').map(Number)\nconsole.log(sum(a, b))",
  },
  csharp: {
    files: { 'Sum.cs': 'static class Sum { public static int Of(int a, int b) { return a + b; } }\n' },
    source:
      'using System; class P { static void Main() { var n = Console.ReadLine().Split(); Console.WriteLine(Sum.Of(int.Parse(n[0]), int.Parse(n[1]))); } }',
  },
  ruby: {
    files: { 'sum.rb': 'def sum(a, b) = a + b\n' },
    source: "require_relative 'sum'\nputs sum(*gets.split.map(&:to_i))",
  },
  php: {
    files: { 'sum.php': '<?php function sum($a, $b) { return $a + $b; }\n' },
    source: "<?php require 'sum.php'; fscanf(STDIN, '%d %d', $a, $b); echo sum($a, $b), PHP_EOL;",
  },
  pascal: {
    files: {
      'sums.pas':
        'unit sums;\ninterface\nfunction sum(a, b: longint): longint;\nimplementation\nfunction sum(a, b: longint): longint;\nbegin sum := a + b end;\nend.\n',
    },
    source: 'uses sums; var a, b: longint; begin read(a, b); writeln(sum(a, b)); end.',
  },
  haskell: {
    files: { 'Sum.hs': 'module Sum where\nsumOf :: [Int] -> Int\nsumOf = sum\n' },
    source: 'import Sum\nmain = getLine >>= print . sumOf . map read . words',
  },
}

/** Checkers that leave the comparing to a file of the author's. */
const CHECKERS: Record<string, { files: Record<string, string>; source: string }> = {
  cpp17: {
    files: { 'even.h': 'inline bool same(int a, int b) { return a == b; }\n' },
    source:
      '#include "testlib.h"\n#include "even.h"\nint main(int n, char **v) { registerTestlibCmd(n, v); quitf(same(ouf.readInt(), ans.readInt()) ? _ok : _wa, "seen"); }',
  },
  python3: {
    files: { 'even.py': 'def same(a, b):\n    return int(a) == int(b)\n' },
    source:
      'import sys\nfrom even import same\n_, output, answer = [open(name).read() for name in sys.argv[1:4]]\nsys.stderr.write("seen")\nsys.exit(0 if same(output, answer) else 102)',
  },
  java: {
    files: { 'Even.java': 'class Even { static boolean same(int a, int b) { return a == b; } }\n' },
    source: `import java.io.File; import java.util.Scanner;
public class Main { public static void main(String[] names) throws Exception {
  int output = new Scanner(new File(names[1])).nextInt(), answer = new Scanner(new File(names[2])).nextInt();
  System.err.print("seen"); System.exit(Even.same(output, answer) ? 0 : 102); } }`,
  },
}

const LIMITS: Limits = { timeMs: 5000, memoryMb: 64, stackMb: 64, outputBytes: null, processes: 16 }

let workshop: TestWorkshop
beforeAll(async () => {
  workshop = await openWorkshop(Object.keys(PARTED))
})
afterAll(() => workshop.close())
afterEach(async () => {
  expect(await workshop.leftovers()).toEqual([])
})

describe('files of a problem for its contestants', () => {
  test.each(Object.keys(PARTED))(
    '%s',
    async (language) => {
      const { source = '', files = {} } = PARTED[language] ?? {}
      const judge = async (userFiles: Record<string, string>) => {
        const cases = [workshop.testcase('1 2\n', '3\n', { index: 1 })]
        return (await workshop.judge({ language, source, userFiles, cases, limits: LIMITS })).report
      }
      expect(await judge(files)).toMatchObject({ verdict: 'ACCEPTED', message: null })
      expect((await judge({})).verdict).toMatch(/COMPILE_ERROR|RUNTIME_ERROR/)
    },
    120_000,
  )

  const DECLARED = { 'sum.h': 'double sum(double, double);\n' }
  const GRADER = `#include "sum.h"
#include <math.h>
#include <stdio.h>
int main() { double a, b; scanf("%lf%lf", &a, &b); printf("%.0f\\n", floor(sum(a, b))); }
`
  const FUNCTION = '#include "sum.h"\ndouble sum(double a, double b) { return a + b; }\n'

  test.each([
    ['c11', 'grader.c', ''],
    ['cpp17', 'grader.cpp', ''],
    ['cpp17', 'grader.cc', '#include <bits/stdc++.h>\n'],
  ])('link a %s program with its grader, %s', async (language, name, before) => {
    const judge = async (source: string, grader: string) => {
      const cases = [workshop.testcase('1 2\n', '3\n', { index: 1 })]
      const userFiles = { ...DECLARED, [grader]: GRADER }
      return (await workshop.judge({ language, source, userFiles, cases, limits: LIMITS })).report
    }
    expect(await judge(before + FUNCTION, name)).toMatchObject({ verdict: 'ACCEPTED', message: null })
    const missing = await judge('#include "sum.h"\n', name)
    expect(missing).toMatchObject({ verdict: 'COMPILE_ERROR', message: expect.stringContaining('sum') })
    // The file of another language is none of this program's.
    expect((await judge(before + FUNCTION, 'grader.pas')).verdict).toBe('COMPILE_ERROR')
  })

  test('are not what an author alone may see', async () => {
    const source = 'import glob\nprint(sorted(glob.glob("*") + glob.glob("/w/*")))'
    const cases = [
      workshop.testcase('', "['/w/mine.py', '/w/main.pyc', 'main.pyc', 'mine.py']\n", { index: 1 }),
    ]
    const { runs } = await workshop.judge({
      language: 'python3',
      source,
      cases,
      limits: LIMITS,
      userFiles: { 'mine.py': '', 'words.txt': '' },
      judgeFiles: { 'secret.py': '' },
    })
    expect(runs[0]?.outputHead).toBe("['/w/main.pyc', '/w/mine.py', 'main.pyc', 'mine.py']\n")
  })
})

describe('files of a problem for its checker', () => {
  test.each(Object.keys(CHECKERS))('%s', async (language) => {
    const { source = '', files = {} } = CHECKERS[language] ?? {}
    const judge = async (judgeFiles: Record<string, string>, answer: string) => {
      const cases = [workshop.testcase('1 2\n', answer, { index: 1 })]
      const adding = PARTED.c11
      return workshop.judge({
        source: adding?.source,
        userFiles: adding?.files,
        judgeFiles,
        cases,
        limits: LIMITS,
        checker: { kind: 'program', language, source },
      })
    }
    const [right] = (await judge(files, '3\n')).runs
    expect(right).toMatchObject({ verdict: 'ACCEPTED', message: expect.stringMatching(/seen/) })
    expect((await judge(files, '4\n')).runs[0]).toMatchObject({ verdict: 'WRONG_ANSWER' })
    expect((await judge({}, '3\n')).report).toMatchObject({ verdict: 'JUDGE_ERROR' })
  })
})
