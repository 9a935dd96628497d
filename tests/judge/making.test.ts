import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeCases } from '#judge/making/making.ts'
import type { MadeReport, MakingCase, MakingProgram, MakingTask } from '#judge/making/makingProtocol.ts'
import { PROTOCOL_VERSION } from '#judge/protocol.ts'
import { openWorkshop, plainTask, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop
let onRunning = () => {}
/** What the site keeps. */
const kept = new Map<string, Buffer>()
beforeAll(async () => {
  workshop = await openWorkshop(['cpp17', 'python3', 'scripts'])
})
afterEach(async () => {
  kept.clear()
  onRunning = () => {}
  expect(await workshop.leftovers()).toEqual([])
})
afterAll(() => workshop.close())

const cpp = (name: string, source: string): MakingProgram => ({
  name,
  source,
  language: 'cpp17',
  convention: 'testlib',
})

const GEN = cpp(
  'gen',
  `#include "testlib.h"
int main(int argc, char **argv) {
  registerGen(argc, argv, 1);
  int n = atoi(argv[1]), most = atoi(argv[2]);
  println(n);
  for (int i = 0; i < n; i++) printf("%d%c", rnd.next(1, most), i + 1 < n ? ' ' : '\\n');
}`,
)
const VALIDATOR = cpp(
  'validator',
  `#include "testlib.h"
int main(int argc, char **argv) {
  registerValidation(argc, argv);
  int n = inf.readInt(1, 100, "n");
  inf.readEoln();
  for (int i = 0; i < n; i++) { if (i) inf.readSpace(); inf.readInt(1, 1000, "a_i"); }
  inf.readEoln();
  inf.readEof();
}`,
)
const SUM = `#include <cstdio>
int main() { int n, x; long long sum = 0; scanf("%d", &n); while (n-- && scanf("%d", &x) == 1) sum += x; printf("%lld\\n", sum); }`

const made = (index: number, generator: string, ...words: string[]): MakingCase => ({
  index,
  subtask: 0,
  source: { generator, words },
  answer: null,
})

async function make(task: Partial<MakingTask>, signal = new AbortController().signal) {
  workshop.need('cpp17')
  const cases: MadeReport[] = []
  const { limits, fileIo, userFiles, judgeFiles } = plainTask
  const report = await makeCases(
    {
      version: PROTOCOL_VERSION,
      makingId: 'making',
      languages: ['cpp17'],
      limits,
      fileIo,
      userFiles,
      judgeFiles,
      cases: [],
      generators: [GEN],
      validators: [VALIDATOR],
      solution: { name: 'sum', language: 'cpp17', source: SUM },
      ...task,
    },
    {
      ...workshop.shop,
      keepBlob: async (path, { hash, size }) => {
        const bytes = await readFile(path)
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash)
        expect(bytes.length).toBe(size)
        kept.set(hash, bytes)
      },
    },
    {
      report: (event) => {
        if (event.kind === 'made') cases.push(event.made)
        if (event.kind === 'running') onRunning()
      },
      signal,
    },
  )
  return { report, cases }
}
const textOf = (file: { hash: string } | null | undefined) => file && kept.get(file.hash)?.toString()

test('each line is an input that its words seed, vetted, answered, and given to the site', async () => {
  const task = {
    cases: [made(1, 'gen', '3', '9'), made(2, 'gen', '3', '9', 'again'), made(3, 'gen', '1', '5')],
  }
  const { report, cases } = await make(task)
  expect(report).toEqual({ verdict: 'ACCEPTED', message: null, refused: [] })
  expect(cases).toMatchObject(
    [1, 2, 3].map((index) => ({ index, fault: null, message: null, verdict: 'ACCEPTED' })),
  )
  for (const { input, answer, inputHead } of cases) {
    const [count, ...numbers] = (textOf(input) ?? '').trim().split(/\s+/).map(Number)
    expect(numbers).toHaveLength(count ?? 0)
    expect(textOf(answer)).toBe(`${numbers.reduce((sum, one) => sum + one, 0)}\n`)
    expect(textOf(input)?.startsWith(inputHead ?? '?')).toBe(true)
  }
  // Other words are another seed.
  expect(cases[0]?.input?.hash).not.toBe(cases[1]?.input?.hash)
  const again = await make(task)
  expect(again.cases.map(({ input, answer }) => [input, answer])).toEqual(
    cases.map(({ input, answer }) => [input, answer]),
  )
})

test('a program of several files is built by its scripts, or has headers beside it', async () => {
  workshop.need('scripts')
  const built: MakingProgram = {
    name: 'tree',
    language: 'scripts',
    convention: 'testlib',
    source: '#!/bin/sh\nexec g++ -std=gnu++17 -o run main.cpp lib.cpp\n',
    files: {
      'main.cpp':
        '#include "testlib.h"\n#include "lib.h"\nint main(int c, char **v) { registerGen(c, v, 1); println(count(atoi(v[1]))); println(7); }',
      'lib.cpp': '#include "lib.h"\nint count(int n) { return n - n + 1; }',
      'lib.h': 'int count(int);',
    },
  }
  const own: MakingProgram = {
    ...cpp('own', '#include "lib.h"\n#include <cstdio>\nint main() { printf("%d\\n5\\n", LIB); }'),
    files: { 'lib.h': '#define LIB 1' },
  }
  const modules: MakingProgram = {
    name: 'check',
    language: 'scripts',
    convention: 'kattis',
    source: '#!/bin/sh\n',
    files: {
      run: '#!/bin/sh\nexec python3 "$(dirname "$0")/main.py" "$@"\n',
      'main.py': 'import sys, lib\nsys.exit(42 if lib.fine(input()) else 43)\n',
      'lib.py': 'def fine(line): return line == "1"\n',
    },
  }
  const { report, cases } = await make({
    languages: ['cpp17', 'scripts'],
    generators: [built, own],
    validators: [VALIDATOR, modules],
    // Those for checkers are others', and not taken for one's own.
    judgeFiles: { 'lib.h': '#error not mine', run: '#!/bin/sh\nexit 1\n' },
    cases: [made(1, 'tree', '5'), made(2, 'own'), made(3, 'tree', '6')],
  })
  expect(report).toEqual({ verdict: 'ACCEPTED', message: null, refused: [] })
  expect(cases.map(({ fault, message, input }) => [fault, message, textOf(input)])).toEqual([
    [null, null, '1\n7\n'],
    [null, null, '1\n5\n'],
    [null, null, '1\n7\n'],
  ])
})

test('a validator refuses with its own words, cases made by hand too, and the others go on', async () => {
  const byHand = (text: string, index: number): MakingCase => ({
    index,
    subtask: 0,
    source: { input: workshop.testcase(text, null).input },
    answer: workshop.testcase('', '7\n').answer,
  })
  const { report, cases } = await make({
    cases: [made(1, 'gen', '2', '100000'), byHand('1\n7\n', 2), byHand('1\n7', 3), made(4, 'gen', '2', '10')],
  })
  expect(report.verdict).toBe('ACCEPTED')
  expect(cases.map(({ fault }) => fault)).toEqual(['INPUT_REFUSED', null, 'INPUT_REFUSED', null])
  expect(cases[0]?.message).toContain('a_i')
  expect(cases[0]?.inputHead).toMatch(/^2\n/)
  // What is there already is not given to the site again, and keeps its answer.
  expect(cases[1]).toMatchObject({ verdict: null, answer: { size: 2 } })
  expect(kept.size).toBe(3)
})

test('every program that does not compile is told at once, and nothing is run', async () => {
  const broken = (name: string) => cpp(name, 'int main() { return x; }')
  const { report, cases } = await make({
    generators: [broken('gen')],
    validators: [broken('val')],
    cases: [made(1, 'gen', '1')],
    solution: { name: 'main', language: 'cpp17', source: 'nonsense' },
  })
  expect(report.verdict).toBe('COMPILE_ERROR')
  expect(report.refused.map(({ part, name }) => [part, name])).toEqual([
    ['GENERATOR', 'gen'],
    ['VALIDATOR', 'val'],
    ['SOLUTION', 'main'],
  ])
  expect(report.refused[0]?.message).toContain('error')
  expect(cases).toEqual([])
})

test('generators that run wild are contained, and named', { timeout: 120_000 }, async () => {
  const { report, cases } = await make({
    validators: [],
    solution: null,
    generators: [
      GEN,
      cpp(
        'flood',
        '#include <cstdio>\nint main() { for (;;) puts("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"); }',
      ),
      cpp('fork', '#include <unistd.h>\nint main() { for (;;) fork(); }'),
      cpp('spin', 'int main() { for (volatile int i = 0;; i = i + 1); }'),
      cpp('crash', '#include <cstdio>\nint main() { fputs("no such luck", stderr); return 3; }'),
      cpp(
        'clock',
        '#include <cstdio>\n#include <ctime>\nint main() { timespec t; clock_gettime(CLOCK_MONOTONIC, &t); printf("%ld\\n", t.tv_nsec); }',
      ),
      cpp(
        'peek',
        '#include <cstdio>\nint main() { FILE *f = fopen("/etc/shadow", "r"); puts(f ? "read" : "closed"); }',
      ),
    ],
    cases: ['flood', 'fork', 'spin', 'crash', 'clock', 'peek']
      .map((name, at) => made(at + 1, name))
      .concat(made(7, 'gen', '1', '1')),
  })
  expect(report.verdict).toBe('ACCEPTED')
  expect(cases.map(({ fault }) => fault)).toEqual([
    ...['GENERATOR_FAILED', 'GENERATOR_FAILED', 'GENERATOR_FAILED', 'GENERATOR_FAILED'],
    ...['GENERATOR_VARIES', null, null],
  ])
  expect(cases[0]?.message).toMatch(/^@limitOutput/)
  expect(cases[2]?.message).toMatch(/^@limitCpu/)
  expect(cases[3]?.message).toBe('no such luck')
  expect(textOf(cases[5]?.input)).toBe('closed\n')
})

test('a solution that fails is named with the case, and one in another language does as well', async () => {
  workshop.need('python3')
  const dividing = { name: 'main', language: 'python3', source: 'n = int(input())\nprint(10 // (n - 1))\n' }
  const { cases } = await make({
    solution: dividing,
    cases: [made(1, 'gen', '2', '5'), made(2, 'gen', '1', '5')],
  })
  expect(cases).toMatchObject([
    { fault: null, verdict: 'ACCEPTED' },
    { fault: 'ANSWER_FAILED', verdict: 'RUNTIME_ERROR', answer: null },
  ])
  expect(cases[1]?.message).toContain('ZeroDivisionError')
})

test('a validator of the format of Kattis says yes with 42 alone', async () => {
  workshop.need('python3')
  const validator = (convention: 'testlib' | 'kattis'): MakingProgram => ({
    name: 'validate.py',
    language: 'python3',
    convention,
    source: 'import sys\nsys.exit(42 if int(input()) > 1 else 43)\n',
  })
  const cases = [made(1, 'gen', '2', '5'), made(2, 'gen', '1', '5')]
  const faults = async (convention: 'testlib' | 'kattis') =>
    (await make({ solution: null, validators: [validator(convention)], cases })).cases.map(
      ({ fault }) => fault,
    )
  expect(await faults('kattis')).toEqual([null, 'INPUT_REFUSED'])
  expect(await faults('testlib')).toEqual(['VALIDATOR_FAILED', 'VALIDATOR_FAILED'])
})

test('tests of validators and checker tell what is accepted or refused wrongly, after the cases', async () => {
  const source = `#include "testlib.h"
int main(int argc, char **argv) {
  registerTestlibCmd(argc, argv);
  int found = ouf.readInt(), right = ans.readInt();
  if (found == 13) return 77;
  if (found != right && found != 5) quitf(_wa, "%d is not %d", found, right);
  quitf(_ok, "fine");
}`
  const coded = (text: string) => Buffer.from(text).toString('base64')
  const ofValidators = (input: string, accepts = false) => ({ accepts, input: coded(input), checked: null })
  const ofChecker = (output: string, accepts = false) => ({
    accepts,
    input: coded('1\n1\n'),
    checked: { output: coded(output), answer: coded('7\n') },
  })
  const list = [
    ...[
      ofValidators('0\n\n'),
      ofValidators('1\n7\n'),
      ofValidators('1\n7\n', true),
      ofValidators('1\n7', true),
    ],
    ...[
      ofChecker('8\n'),
      ofChecker('5\n'),
      ofChecker('7\n', true),
      ofChecker('6\n', true),
      ofChecker('13\n'),
    ],
  ].map((one, at) => ({ ...one, index: at + 2 }))
  const task = {
    cases: [made(1, 'gen', '1', '5')],
    tests: { checker: { kind: 'program', language: 'cpp17', source } as const, list },
  }
  const { report, cases } = await make(task)
  expect(report).toEqual({ verdict: 'ACCEPTED', message: null, refused: [] })
  expect(cases.map(({ index, fault }) => [index, fault])).toEqual([
    ...[
      [1, null],
      [2, null],
      [3, 'ACCEPTED_WRONGLY'],
      [4, null],
      [5, 'REFUSED_WRONGLY'],
    ],
    ...[
      [6, null],
      [7, 'ACCEPTED_WRONGLY'],
      [8, null],
      [9, 'REFUSED_WRONGLY'],
      [10, 'CHECKER_FAILED'],
    ],
  ])
  expect(cases[8]?.message).toContain('6 is not 7')
  // Where there is no validator nobody refuses anything.
  const bare = await make({ ...task, validators: [] })
  expect(bare.cases[1]?.fault).toBe('ACCEPTED_WRONGLY')
})

test('what is called off ends, and rejects', async () => {
  const abort = new AbortController()
  onRunning = () => abort.abort(new Error('called off'))
  const spinning = make(
    {
      generators: [cpp('spin', 'int main() { for (volatile int i = 0;; i = i + 1); }')],
      cases: [made(1, 'spin')],
    },
    abort.signal,
  )
  await expect(spinning).rejects.toThrow('called off')
})
