import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findToolchains } from '#judge/languages/probe.ts'
import { LANGUAGES } from '#judge/languages.ts'
import type { Limits } from '#judge/protocol.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

const LIMITS: Limits = { timeMs: 5000, memoryMb: 256, stackMb: 64, outputBytes: 1 << 20, processes: 16 }

const here = new Set(
  (await findToolchains(LANGUAGES, process.env.PATH ?? '')).map(({ language }) => language.key),
)
let workshop: TestWorkshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const runOf = async (language: string, source: string) => {
  const cases = [workshop.testcase('4711\n', '', { index: 1 })]
  const { runs } = await workshop.judge({ language, source, limits: LIMITS, cases })
  return runs[0]
}

const at = (line: number, kind: string) => `@crashAt ${JSON.stringify({ kind, line })}`
const crash = (kind: string) => `@crash ${JSON.stringify({ kind })}`

describe('a program that dies', () => {
  const programs: [language: string, source: string, message: string][] = [
    [
      'cpp17',
      '#include <vector>\nint main() { std::vector<int> a(3); return a.at(10); }',
      crash('std::out_of_range'),
    ],
    ['cpp17', '#include <cassert>\nint main(int c, char**) {\nassert(c == 77); }', at(3, 'Assertion')],
    ['cpp17', 'int main() { int *p = 0; *p = 1; }', '@signal {"signal":11,"name":"SIGSEGV"}'],
    ['cpp17', 'int main() { throw 5; }', '@ownCrash'],
    [
      'c11',
      '#include <stdlib.h>\nint main() { char *volatile p = malloc(9); free(p); free(p); }',
      crash('free(): double free detected in tcache 2'),
    ],
    [
      'java',
      'public class A {\npublic static void main(String[] x) {\nnew java.util.Scanner("x").nextInt(); } }',
      at(3, 'java.util.InputMismatchException'),
    ],
    ['kotlin', 'fun main() {\n  listOf(1)[4] }', at(2, 'java.lang.IndexOutOfBoundsException')],
    ['python3', 'def f(n):\n  return f(n)\nf(1)', at(2, 'RecursionError')],
    ['pypy3', '\n\n{}[1]', at(3, 'KeyError')],
    ['node', '\nnull.x', at(2, 'TypeError')],
    [
      'typescript',
      'interface A { b: { c: number } }\n\nconst a = {} as A\nconsole.log(a.b.c)',
      at(4, 'TypeError'),
    ],
    ['ruby', '\nnil.foo', at(2, 'NoMethodError')],
    ['php', '<?php\nintdiv(1, 0);', at(2, 'DivisionByZeroError')],
    [
      'go',
      'package main\nimport "os"\nfunc main() { a := []int{1}\n_ = a[len(os.Args)+5] }',
      at(4, 'runtime error: index out of range'),
    ],
    [
      'rust',
      'fn main() {\nlet x: Option<i32> = None; x.unwrap(); }',
      at(2, 'called `Option::unwrap()` on a `None` value'),
    ],
    ['csharp', 'class M { static void Main() { int.Parse("x"); } }', crash('System.FormatException')],
    [
      'pascal',
      '{$R+}\nvar a: array[1..3] of integer; m: integer;\nbegin read(m); a[m] := 1; end.',
      crash('Runtime error 201'),
    ],
    ['haskell', 'main = do { n <- getLine; print (div 1 (length n - 4)) }', crash('divide by zero')],
  ]
  test.each(programs)(
    '%s: %j is told %s',
    async (language, source, message) => {
      if (!here.has(language)) return
      const run = await runOf(language, source)
      expect(run).toMatchObject({ verdict: 'RUNTIME_ERROR', message })
    },
    60_000,
  )
})

test('what it wrote before is kept apart from what is said of it', async () => {
  const forged = `import sys
n = input()
sys.stderr.write('Traceback (most recent call last):\\n  File "main.py", line ' + n + '\\nIndexError' + n + ': ' + n + '\\n')
sys.exit(1)`
  const run = await runOf('python3', forged)
  expect(run).toMatchObject({ verdict: 'RUNTIME_ERROR', message: '@ownCrash' })
  expect(run?.errorHead).toContain('IndexError4711: 4711')
})
