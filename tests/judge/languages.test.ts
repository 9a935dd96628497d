import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileCommand, findLanguage, LANGUAGES } from '#judge/languages.ts'
import type { Limits } from '#judge/protocol.ts'
import { FAULTS, LIBRARIES } from './support/faults.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

const LIMITS: Limits = { timeMs: 500, memoryMb: 64, stackMb: 64, outputBytes: 1 << 20, processes: 16 }
const PATIENT: Limits = { ...LIMITS, timeMs: 5000 }

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const judge = async (language: string, source: string, limits: Limits, expected = '3\n') => {
  const cases = [workshop.testcase('1 2\n', expected, { index: 1 })]
  return (await workshop.judge({ language, source, limits, cases })).report
}

/** The rows of C and C++ differ in flags alone. */
const faultsOf = (key: string) => FAULTS[key] ?? FAULTS[key.startsWith('cpp') ? 'cpp' : 'c']

describe.each(LANGUAGES.map(({ key, name }) => [name, key]))('%s', (_, key) => {
  const language = findLanguage(key)
  const faults = faultsOf(key)
  if (!language || !faults) throw new Error(`${key} has no programs that go wrong`)

  test('adds two numbers', async () => {
    expect(await judge(key, language.template, PATIENT)).toMatchObject({ verdict: 'ACCEPTED' })
    expect(await judge(key, language.template, PATIENT, '4\n')).toMatchObject({ verdict: 'WRONG_ANSWER' })
  })

  test('does not compile', async () => {
    const report = await judge(key, faults.refused, PATIENT)
    expect(report.verdict).toBe('COMPILE_ERROR')
    expect(report.message).toMatch(/\S/)
    expect(report.message).not.toMatch(/\/(?:root|home|var)\//)
  })

  test('crashes, computes for ever, hoards memory, floods', async () => {
    expect(await judge(key, faults.crash, PATIENT)).toMatchObject({ verdict: 'RUNTIME_ERROR' })
    const late = await judge(key, faults.spin, LIMITS)
    expect(late).toMatchObject({ verdict: 'TIME_LIMIT_EXCEEDED', timeMs: 500 * language.timeFactor })
    const full = await judge(key, faults.hoard, PATIENT)
    expect(full).toMatchObject({
      verdict: 'MEMORY_LIMIT_EXCEEDED',
      memoryKb: 64 * 1024 * language.memoryFactor,
    })
    expect(await judge(key, faults.flood, PATIENT)).toMatchObject({ verdict: 'OUTPUT_LIMIT_EXCEEDED' })
  }, 180_000)

  test.each(LIBRARIES.filter(([of]) => of === key))('%s with its libraries', async (_, source) => {
    expect(await judge(key, source, PATIENT)).toMatchObject({ message: null, verdict: 'ACCEPTED' })
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
    expect(shown('node')).toBe('node main.js')
    expect(findLanguage('cobol')).toBeNull()
  })

  test('the script that installs them knows them all', () => {
    const script = new URL('../../judge/languages/install.sh', import.meta.url).pathname
    const rows = execFileSync(script, ['--list'], { encoding: 'utf8' }).trim().split('\n')
    const commands = rows.map((row) => row.split(/\s+/)[1] ?? '')
    for (const { key, tools } of LANGUAGES) {
      expect([key, tools.some((tool) => commands.includes(tool))]).toEqual([key, true])
    }
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
