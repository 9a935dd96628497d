import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CheckingProgram, JudgeTask } from '#judge/protocol.ts'
import type { Sandbox } from '#judge/sandbox/box.ts'
import { judge as judgeTask } from '#judge/worker.ts'
import { openWorkshop, plainTask, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop(['c11', 'cpp17', 'python3'])
})
afterAll(() => workshop.close())
afterEach(async () => {
  expect(await workshop.leftovers()).toEqual([])
})

/**
 * Checks a code: the first pass turns a number into letters, the second one letters into the number. It remembers the
 * number of the pass in a file, and adds a line of it to the message.
 */
const CODE = `#include <fstream>
#include <iostream>
#include <string>
int main(int, char **words) {
  std::string folder = words[3], given, said, secret;
  std::ifstream(words[1]) >> given;
  std::ifstream(words[2]) >> secret;
  int pass = 0;
  std::ifstream(folder + "pass") >> pass;
  std::ofstream(folder + "pass") << ++pass;
  std::ofstream(folder + "teammessage.txt", std::ios::app) << "pass " << pass << " read " << given << "\\n";
  if (!(std::cin >> said)) return 43;
  if (pass == 1) {
    if (said.find_first_of("0123456789") != std::string::npos) return 43;
    std::ofstream(folder + "nextpass.in") << "decode " << said << "\\n";
    return 42;
  }
  return said == secret ? 42 : 43;
}`
/** Encodes on the first pass, decodes on the second one. */
const CODER = `import sys
words = sys.stdin.read().split()
if words[0] == "decode": print("".join(chr(ord(c) - 49) for c in words[1]))
else: print("".join(chr(ord(c) + 49) for c in words[0]))`

const checker = (source: string, more: Partial<CheckingProgram> = {}) => ({
  checker: { kind: 'program', language: 'cpp17', source, convention: 'kattis', passes: 2, ...more } as const,
})

const judge = (source: string, more = {}) =>
  workshop.judge({
    language: 'python3',
    source,
    cases: ['137', '25'].map((number, i) =>
      workshop.testcase(`${number}\n`, `${number}\n`, { index: i + 1 }),
    ),
    ...more,
  })

describe('a checker of several passes', () => {
  test('gives each pass its input, and remembers what it wrote', async () => {
    const { report, runs } = await judge(CODER, checker(CODE))
    expect(report.verdict).toBe('ACCEPTED')
    expect(runs.map(({ message }) => message)).toEqual([
      'pass 1 read 137\npass 2 read decode',
      'pass 1 read 25\npass 2 read decode',
    ])
    expect(runs[0]?.outputHead).toBe('137\n')
  })

  test('rejects in the first pass and in a later one', async () => {
    const first = await judge('print(input())', checker(CODE))
    expect(first.runs[0]).toMatchObject({ verdict: 'WRONG_ANSWER', message: 'pass 1 read 137' })
    const second = await judge('print("a")', checker(CODE))
    expect(second.runs[0]).toMatchObject({
      verdict: 'WRONG_ANSWER',
      message: 'pass 1 read 137\npass 2 read decode',
      outputHead: 'a\n',
    })
  })

  test('limits hold for each pass, and a crash of any is one', async () => {
    const busy = (ms: number) => `import time
while time.process_time() < ${ms / 1000}: pass
${CODER}`
    const limits = { timeMs: 400, memoryMb: 64, stackMb: 64, outputBytes: null, processes: 16 }
    const within = await judge(busy(500), { ...checker(CODE), limits })
    // Python has twice the time; both passes together take more than that.
    expect(within.report.verdict).toBe('ACCEPTED')
    expect(within.report.timeMs).toBeLessThan(1000)
    const crashed = await judge(CODER.replace('words[1])', 'words[1])) or exit(3'), checker(CODE))
    expect(crashed.runs[0]).toMatchObject({ verdict: 'RUNTIME_ERROR' })
  })

  test('a program with files of its own reads the next input from its file', async () => {
    const fileIo = { input: 'code.in', output: 'code.out' }
    const source = `import sys
sys.stdin = open("code.in")
sys.stdout = open("code.out", "w")
${CODER.replace('import sys\n', '')}`
    expect((await judge(source, { ...checker(CODE), fileIo })).report.verdict).toBe('ACCEPTED')
  })

  test.each([
    ['asks for more passes than there may be', 'return 42;', /^@passesExceeded \{"passes":2\}$/],
    ['rejects and asks for another pass', 'return 43;', /^@passAfterRejection$/],
    ['fails and asks for another pass', 'return 1;', /^@checkerFailed/],
  ])('one that %s is an error of the judge', async (_, end, words) => {
    const { report } = await judge(
      CODER,
      checker(
        `#include <fstream>\n#include <string>\nint main(int, char **words){std::ofstream(words[3] + std::string("nextpass.in")) << 1;${end}}`,
      ),
    )
    expect(report.verdict).toBe('JUDGE_ERROR')
    expect(report.message).toMatch(words)
  })

  test('one of a single pass may write what it likes', async () => {
    const single = await judge('print("a")', checker(CODE, { passes: 1 }))
    expect(single.report.verdict).toBe('ACCEPTED')
  })

  test('a score counts that stands in the last pass', async () => {
    const scored = CODE.replace('return said == secret ? 42 : 43;', 'return 42;').replace(
      'if (!(std::cin >> said))',
      'std::ofstream(folder + "score.txt") << 2 * pass; if (!(std::cin >> said))',
    )
    const { runs } = await judge(CODER, { ...checker(scored), scoring: 'OI', fullScore: 20 })
    expect(runs[0]).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 4 })
  })

  test('in the convention of testlib it writes the next input where it is', async () => {
    const source = `#include "testlib.h"
int main(int count, char **words) {
  registerTestlibCmd(count, words);
  std::string given = inf.readToken();
  std::ifstream state("state.txt");
  std::string secret;
  if (state >> secret) quitf(ouf.readToken() == secret ? _ok : _wa, "second run");
  std::ofstream("state.txt") << given;
  std::ofstream("nextpass.in") << "decode " << ouf.readToken() << std::endl;
  quitf(_ok, "first run");
}`
    const testlib = checker(source, { convention: 'testlib' })
    expect((await judge(CODER, testlib)).report.verdict).toBe('ACCEPTED')
    const { runs } = await judge('print("a")', testlib)
    expect(runs[0]).toMatchObject({ verdict: 'WRONG_ANSWER', message: 'wrong answer second run' })
  })
})

describe('an interactor of several passes', () => {
  /** Hears a number in the first pass, and asks for it in the second one. */
  const interactor: CheckingProgram = {
    language: 'cpp17',
    convention: 'kattis',
    passes: 2,
    source: `#include <fstream>
#include <iostream>
#include <string>
int main(int, char **words) {
  std::string folder = words[3], given, said, before;
  std::ifstream(words[1]) >> given;
  if (given == "again") {
    std::ifstream(folder + "said") >> before;
    std::cout << "again" << std::endl;
    return std::cin >> said && said == before ? 42 : 43;
  }
  std::cout << given << std::endl;
  if (!(std::cin >> said)) return 43;
  std::ofstream(folder + "said") << said;
  std::ofstream(folder + "nextpass.in") << "again";
  return 42;
}`,
  }
  const answers = (again: string) => `print(${again} if input() == "again" else 12, flush=True)`

  test('remembers, and judges the last pass', async () => {
    expect((await judge(answers('12'), { interactor })).report.verdict).toBe('ACCEPTED')
    const { runs } = await judge(answers('13'), { interactor })
    expect(runs[0]?.verdict).toBe('WRONG_ANSWER')
    // The record is of the pass that decided.
    expect(runs[0]?.transcript?.lines.map(({ by, text }) => [by, text])).toEqual([
      ['INTERACTOR', 'again'],
      ['PROGRAM', '13'],
    ])
  })

  test('asks for no more passes than there may be', async () => {
    const { report } = await judge(answers('12'), {
      interactor: { ...interactor, source: interactor.source.replace('given == "again"', 'false') },
    })
    expect(report).toMatchObject({ verdict: 'JUDGE_ERROR', message: '@passesExceeded {"passes":2}' })
  })

  test('is cancelled between two passes, too', async () => {
    const controller = new AbortController()
    const { sandbox } = workshop.shop
    let runs = 0
    const leaving: Sandbox = {
      protections: sandbox.protections,
      acquire: (spec) => sandbox.acquire(spec),
      close: () => sandbox.close(),
      async interact(...pair) {
        runs++
        const ended = await sandbox.interact(...pair)
        controller.abort()
        return ended
      },
    }
    const task: JudgeTask = {
      ...plainTask,
      language: 'python3',
      source: answers('12'),
      cases: [workshop.testcase('137\n', '137\n', { index: 1 })],
      interactor,
    }
    const desk = { report: () => undefined, signal: controller.signal }
    await expect(judgeTask(task, { ...workshop.shop, sandbox: leaving }, desk)).rejects.toThrow('aborted')
    expect(runs).toBe(1)
  })
})
