import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type {
  MadeReport,
  MakingProgram,
  MakingTask,
  StressProgress,
  StressTask,
} from '#judge/making/makingProtocol.ts'
import { stress } from '#judge/making/stress.ts'
import { PROTOCOL_VERSION } from '#judge/protocol.ts'
import { openWorkshop, plainTask, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop
/** What the site keeps. */
const kept = new Map<string, string>()
beforeAll(async () => {
  workshop = await openWorkshop(['cpp17'])
})
afterEach(async () => {
  kept.clear()
  expect(await workshop.leftovers()).toEqual([])
})
afterAll(() => workshop.close())

const cpp = (name: string, source: string): MakingProgram => ({
  name,
  source,
  language: 'cpp17',
  convention: 'testlib',
})

/** Prints its seed. */
const GEN = cpp('gen', '#include <cstdio>\nint main(int, char **argv) { puts(argv[1]); }')
const ECHO = cpp('echo', '#include <cstdio>\nint main() { int n; scanf("%d", &n); printf("%d\\n", n); }')
const wrongFrom = (from: number, act = 'n++') =>
  cpp(
    'wrong',
    `#include <cstdio>\nint main() { int n; scanf("%d", &n); if (n >= ${from}) { ${act}; } printf("%d\\n", n); }`,
  )
const below = (most: number) =>
  cpp(
    'below',
    `#include "testlib.h"\nint main(int argc, char **argv) { registerValidation(argc, argv); inf.readInt(1, ${most}, "n"); inf.readEoln(); inf.readEof(); }`,
  )

async function run(
  {
    first = ECHO,
    second = ECHO,
    ...task
  }: Partial<MakingTask> & { first?: MakingProgram; second?: MakingProgram },
  asked: Partial<StressTask> = {},
) {
  workshop.need('cpp17')
  const made: MadeReport[] = []
  let progress: StressProgress = { tried: 0, spentMs: 0 }
  const { limits, fileIo, userFiles, judgeFiles } = plainTask
  const report = await stress(
    {
      version: PROTOCOL_VERSION,
      makingId: 'stress',
      languages: ['cpp17'],
      limits,
      fileIo,
      userFiles,
      judgeFiles,
      cases: [],
      generators: [GEN],
      validators: [],
      solution: first,
      ...task,
      stress: {
        generator: 'gen',
        words: ['{seed}'],
        firstSeed: 1,
        tried: 0,
        spentMs: 0,
        ms: 60_000,
        second,
        checker: { kind: 'default', ignoreTrailingBlanks: true },
        interactor: null,
        ...asked,
      },
    },
    {
      ...workshop.shop,
      keepBlob: async (path, { hash }) => void kept.set(hash, await readFile(path, 'utf8')),
    },
    {
      report: (event) => {
        if (event.kind === 'made') made.push(event.made)
        if (event.kind === 'tried') progress = { tried: event.tried, spentMs: event.spentMs }
      },
      signal: new AbortController().signal,
    },
  )
  return { report, made, progress }
}
const textOf = (file: { hash: string } | null | undefined) => file && kept.get(file.hash)

test('ends at the first seed on which the solutions differ, with its input and both outputs', async () => {
  const { report, made, progress } = await run(
    { second: wrongFrom(7), validators: [below(100)] },
    { firstSeed: 3 },
  )
  expect(report).toEqual({ verdict: 'ACCEPTED', message: null, refused: [] })
  expect(progress.tried).toBe(4)
  expect(made).toMatchObject([
    { index: 1, fault: null, verdict: 'ACCEPTED', inputHead: '7\n' },
    { index: 2, fault: 'SOLUTIONS_DIFFER', verdict: 'WRONG_ANSWER' },
  ])
  expect([made[0]?.input, made[0]?.answer, made[1]?.answer].map(textOf)).toEqual(['7\n', '7\n', '8\n'])
})

test('ends when its time is over, and counts what was tried before a pause', async () => {
  const { report, made, progress } = await run({}, { tried: 40, spentMs: 59_500 })
  expect(report).toEqual({ verdict: 'ACCEPTED', message: null, refused: [] })
  expect(made).toEqual([])
  expect(progress.tried).toBeGreaterThan(40)
  expect(progress.spentMs).toBeGreaterThanOrEqual(60_000)
})

test('gives its place to others after a turn, and goes on with the next seed', {
  timeout: 30_000,
}, async () => {
  const first = await run({ second: wrongFrom(1_000_000) })
  expect(first.report).toMatchObject({ verdict: 'ACCEPTED', isPaused: true })
  expect(first.progress.spentMs).toBeLessThan(10_000)
  const next = first.progress.tried + 1
  const { made } = await run({ second: wrongFrom(next + 3) }, first.progress)
  expect(made[0]?.inputHead).toBe(`${next + 3}\n`)
})

test('asks the checker of the problem where outputs are other bytes', async () => {
  // Any multiple of the input is right.
  const source = `#include "testlib.h"
int main(int argc, char **argv) {
  registerTestlibCmd(argc, argv);
  int n = inf.readInt(), a = ans.readInt(), b = ouf.readInt();
  if (a % n) quitf(_fail, "no answer");
  if (b % n) quitf(_wa, "%d is no multiple of %d", b, n);
  quitf(_ok, "fine");
}`
  const checker = { kind: 'program', language: 'cpp17', source } as const
  const doubled = cpp(
    'doubled',
    '#include <cstdio>\nint main() { int n; scanf("%d", &n); printf("%d\\n", n < 9 ? 2 * n : 2 * n + 1); }',
  )
  const { made } = await run({ second: doubled, validators: [below(100)] }, { checker })
  expect(made).toMatchObject([{ inputHead: '9\n' }, { fault: 'SOLUTIONS_DIFFER', verdict: 'WRONG_ANSWER' }])
  expect(made[1]?.message).toContain('19 is no multiple of 9')
  const failing = { ...checker, source: source.replace('a % n', 'b == 6') }
  expect((await run({ second: doubled }, { checker: failing })).made).toMatchObject([
    { fault: null, inputHead: '3\n' },
    { fault: 'CHECKER_FAILED' },
  ])
})

test('says which program failed: generator, validator, the first or the second solution', async () => {
  const crashing = cpp('gen', '#include <cstdio>\nint main() { fputs("no seed", stderr); return 3; }')
  expect((await run({ generators: [crashing] })).made).toMatchObject([
    { index: 1, fault: 'GENERATOR_FAILED', message: 'no seed', input: null },
  ])
  // Validators look only at what ends it.
  const refused = await run({ second: wrongFrom(5), validators: [below(4)] })
  expect(refused.made).toMatchObject([{ fault: 'INPUT_REFUSED', inputHead: '5\n', verdict: 'ACCEPTED' }])
  const first = await run({ first: wrongFrom(4, '__builtin_trap()') })
  expect(first.made).toMatchObject([{ fault: 'ANSWER_FAILED', verdict: 'RUNTIME_ERROR', answer: null }])
  const second = await run({ second: wrongFrom(4, 'for (volatile int i = 0;; i = i + 1)') })
  expect(second.made).toMatchObject([
    { fault: null },
    { fault: 'SOLUTIONS_DIFFER', verdict: 'TIME_LIMIT_EXCEEDED', answer: null },
  ])
  const broken = await run({ second: cpp('broken', 'nonsense') })
  expect(broken.report).toMatchObject({
    verdict: 'COMPILE_ERROR',
    refused: [{ part: 'SOLUTION', name: 'broken' }],
  })
})

test('has the interactor say which of the two is right, where the problem has one', async () => {
  const interactor = {
    language: 'cpp17',
    source: `#include "testlib.h"
int main(int argc, char **argv) {
  registerInteraction(argc, argv);
  int n = inf.readInt();
  std::cout << n << std::endl;
  int m = ouf.readInt();
  if (m != n) quitf(_wa, "%d is not %d", m, n);
  quitf(_ok, "fine");
}`,
  }
  const { made } = await run({ second: wrongFrom(3), validators: [below(9)] }, { interactor })
  expect(made).toMatchObject([
    { fault: null, inputHead: '3\n', answer: null },
    { fault: 'SOLUTIONS_DIFFER', verdict: 'WRONG_ANSWER', answer: null },
  ])
})

test('has the checker compare what an interactor of Polygon wrote', async () => {
  const source = `#include "testlib.h"
int main(int argc, char **argv) {
  registerInteraction(argc, argv);
  std::cout << inf.readInt() << std::endl;
  tout << ouf.readInt() << std::endl;
  quitf(_ok, "heard");
}`
  const interactor = { language: 'cpp17', source, convention: 'polygon' } as const
  const { made } = await run({ second: wrongFrom(3) }, { interactor })
  expect(made).toMatchObject([
    { fault: null, inputHead: '3\n' },
    { fault: 'SOLUTIONS_DIFFER', verdict: 'WRONG_ANSWER' },
  ])
  expect(made.map(({ answer }) => textOf(answer))).toEqual(['3\n', '4\n'])
})

test('several at once on one host do not wait for each other for ever', { timeout: 30_000 }, async () => {
  const source = `#include "testlib.h"
int main(int argc, char **argv) { registerTestlibCmd(argc, argv); ouf.readInt(); quitf(_ok, "fine"); }`
  const checker = { kind: 'program', language: 'cpp17', source } as const
  const one = () => run({ second: wrongFrom(1) }, { checker, ms: 1500 })
  for (const { report, progress } of await Promise.all([one(), one(), one()])) {
    expect(report.verdict).toBe('ACCEPTED')
    expect(progress.tried).toBeGreaterThan(0)
  }
})
