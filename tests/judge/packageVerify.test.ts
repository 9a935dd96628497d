import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#server/launch/places.ts'
import { openWorkbench, type Workbench } from '#server/launch/workbench.ts'
import { readPackage } from '#server/modules/package/importing.ts'
import { verifyPackage } from '#server/modules/package/verifying.ts'
import { isAsExpected } from '#server/modules/solution/expected.ts'
import { fpsChecked } from '../support/fpsPackages.ts'
import {
  legacyIcpc,
  modernIcpc,
  polygonPackage,
  qduojChecked,
  unpackedOf,
  zippedOf,
} from '../support/packages.ts'
import { addPerson } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

/** Gives 40 of 100 points to a sum that is off by one, and fails at -1. */
const SCORING = `  double a, b, sum;
  input >> a >> b;
  if (!(output >> sum)) sum = 0;
  if (sum == -1) return 3;
  double score = sum == a + b ? full : sum == a + b + 1 ? full * 0.4 : 0;
`
/** Reads its files by their names in the working directory. */
const SYZOJ_CHECKER = `#include <fstream>
#include <iostream>
int main() {
  std::ios::sync_with_stdio(false);
  std::ifstream input("input"), output("user_out"), answer("answer");
  double full = 100, expected;
  if (!(answer >> expected)) return 1;
${SCORING}  std::cout << score;
  std::cerr << "judged";
}
`
const LEMON_CHECKER = `#include <cstdlib>
#include <fstream>
int main(int argc, char *argv[]) {
  std::ifstream input(argv[1]), output(argv[2]), answer(argv[3]);
  double full = std::atof(argv[4]);
  std::ofstream points(argv[5]), message(argv[6]);
${SCORING}  points << score;
  message << "judged";
  return 0;
}
`
/** Says whether a guess is too small, at most eight times. */
const UOJ_INTERACTOR = `#include "testlib.h"
int main(int argc, char *argv[]) {
  registerTestlibCmd(argc, argv);
  int secret = inf.readInt();
  for (int tries = 0; tries < 8; tries++) {
    int guess = ouf.readInt(1, 100);
    std::printf("%d\\n", guess == secret ? 0 : guess < secret ? 1 : -1);
    std::fflush(stdout);
    if (guess == secret) quitf(_ok, "found");
  }
  quitf(_wa, "too many guesses");
}
`
const HALVING = `#include <cstdio>
int main() {
  int low = 1, high = 100, said;
  for (;;) {
    int guess = (low + high) / 2;
    std::printf("%d\\n", guess ? guess : 1);
    std::fflush(stdout);
    if (std::scanf("%d", &said) != 1 || said == 0) return 0;
    if (said > 0) low = guess + 1;
    else high = guess - 1;
  }
}
`

describe('solutions, judged for real', () => {
  let workbench: Workbench
  beforeAll(async () => {
    workbench = await openWorkbench({ allowWeak: false })
  })
  afterAll(() => workbench.close())

  const verify = async (files: Record<string, string>, change: { source?: string } = {}) => {
    const [read] = readPackage(unpackedOf(files))
    if (!read) throw new Error('no problem')
    const { problem } = read
    const solutions = problem.solutions.map((one) => ({ ...one, ...change }))
    const verifications = await verifyPackage({ ...problem, solutions }, workbench.bench)
    return verifications.map(({ name, outcome, asExpected }) => [
      name,
      outcome?.report.verdict ?? null,
      asExpected,
    ])
  }

  test('of an ICPC package', async () => {
    expect(await verify(legacyIcpc({ 'domjudge-problem.ini': 'timelimit = 0.5\n' }))).toEqual([
      ['accepted/sum.cpp', 'ACCEPTED', true],
      ['run_time_error/crash.cpp', 'RUNTIME_ERROR', true],
      ['time_limit_exceeded/sleepless.cpp', 'TIME_LIMIT_EXCEEDED', true],
      ['wrong_answer/difference.cpp', 'WRONG_ANSWER', true],
    ])
  })

  test('with a validator of Kattis, and a solution in the wrong folder', async () => {
    const wrong = legacyIcpc()['submissions/wrong_answer/difference.cpp'] ?? ''
    expect(await verify(modernIcpc({ 'submissions/accepted/wrong.cpp': wrong }))).toEqual([
      ['accepted/sum.cpp', 'ACCEPTED', true],
      ['accepted/wrong.cpp', 'WRONG_ANSWER', false],
    ])
  })

  test('with checkers written for other sites', async () => {
    const sum = legacyIcpc()['submissions/accepted/sum.cpp'] ?? ''
    const wrong = sum.replace('a + b', 'a + b + 1')
    for (const files of [{ 'set.xml': fpsChecked() }, qduojChecked()]) {
      const [read] = readPackage(unpackedOf(files))
      if (!read) throw new Error('no problem')
      const outcomes = []
      for (const source of [sum, wrong]) {
        const solution = { name: '', language: 'cpp17o2', source, expected: [], score: null }
        outcomes.push((await workbench.bench(read.problem, solution))?.report.verdict)
      }
      expect(outcomes).toEqual(['ACCEPTED', 'WRONG_ANSWER'])
    }
  })

  test('with checkers of SYZOJ and Lemon, which answer with a score', async () => {
    const tests = { 'sum1.in': '1 2\n', 'sum1.out': '3\n' }
    const syzoj = { 'data.yml': 'specialJudge: spj.cpp\n', 'spj.cpp': SYZOJ_CHECKER, ...tests }
    const config = 'checker_type: lemon\nchecker: check.cc\ncases: [{input: sum1.in, output: sum1.out}]\n'
    const beside = { 'testdata/config.yaml': config, 'testdata/check.cc': LEMON_CHECKER }
    const inFolder = Object.entries(tests).map(([name, text]) => [`testdata/${name}`, text])
    const lemon = {
      'problem.yaml': 'title: Sum\n',
      'problem.md': 'Add.\n',
      ...beside,
      ...Object.fromEntries(inFolder),
    }
    for (const files of [syzoj, lemon]) {
      const [read] = readPackage(unpackedOf(files))
      if (!read) throw new Error('no problem')
      const outcomes = []
      for (const printed of ['a + b', 'a + b + 1', '0', '']) {
        const source = (legacyIcpc()['submissions/accepted/sum.cpp'] ?? '').replace('a + b', printed || '-1')
        const solution = { name: '', language: 'cpp17o2', source, expected: [], score: null }
        const report = (await workbench.bench(read.problem, solution))?.report
        outcomes.push([report?.verdict, report?.score])
      }
      expect(outcomes).toEqual([
        ['ACCEPTED', 100],
        ['PARTIALLY_ACCEPTED', 40],
        ['WRONG_ANSWER', 0],
        ['JUDGE_ERROR', null],
      ])
    }
  })

  test('with an interactor of UOJ, which begins like a checker', async () => {
    const files = {
      'problem.conf':
        'use_builtin_judger on\ninteraction_mode on\nn_tests 1\ninput_pre guess\ninput_suf in\noutput_pre guess\noutput_suf out\n',
      'interactor.cpp': UOJ_INTERACTOR,
      'guess1.in': '37\n',
      'guess1.out': '\n',
    }
    const [read] = readPackage(unpackedOf(files))
    if (!read) throw new Error('no problem')
    const outcomes = []
    for (const source of [HALVING, HALVING.replace('low + high', 'low')]) {
      const solution = { name: '', language: 'cpp17o2', source, expected: [], score: null }
      outcomes.push((await workbench.bench(read.problem, solution))?.report.verdict)
    }
    expect(outcomes).toEqual(['ACCEPTED', 'WRONG_ANSWER'])
  })

  test('as annotations and submissions.yaml say, and never in another language', async () => {
    const sum = legacyIcpc()['submissions/accepted/sum.cpp'] ?? ''
    const wrong = legacyIcpc()['submissions/wrong_answer/difference.cpp'] ?? ''
    const { 'submissions/accepted/sum.cpp': _, ...rest } = legacyIcpc()
    const files = Object.fromEntries(
      Object.entries(rest).filter(([path]) => !path.startsWith('submissions/')),
    )
    const [read] = readPackage(
      unpackedOf({
        ...files,
        'submissions/mixed/both.cpp': `// @EXPECTED_RESULTS@: correct, TIMELIMIT\n${sum}`,
        'submissions/mixed/old.cpp': `// @EXPECTED_SCORE@: WRONG_ANSWER\n${wrong}`,
        'submissions/accepted/points.cpp': `// @EXPECTED_SCORE@: 74.42\n${sum}`,
        'submissions/accepted/said.cpp': `// @EXPECTED_RESULTS@: WRONG-ANSWER\n${sum}`,
        'submissions/odd/looked-at.cpp': `// @EXPECTED_RESULTS@: CHECK-MANUALLY\n${sum}`,
        'submissions/odd/by-yaml.cpp': wrong,
        'submissions/accepted/two.py': '#!/usr/bin/env python2\nprint 1\n',
        'submissions/accepted/three.py': '#!/usr/bin/env python3\nprint(1)\n',
        'submissions/accepted/scala.scala': 'x',
        'submissions/submissions.yaml':
          'odd/by-*.{cpp,py}:\n  permitted: [AC, WA]\n  required: [WA]\n  score: [0, 5]\naccepted/three.py:\n  score: 12.5\n',
      }),
    )
    expect(
      read?.problem.solutions.map(({ name, language, expected, score }) => [name, language, expected, score]),
    ).toEqual([
      ['accepted/points.cpp', 'cpp17o2', ['ACCEPTED'], 74.42],
      ['accepted/said.cpp', 'cpp17o2', ['ACCEPTED'], null],
      ['accepted/three.py', 'python3', ['ACCEPTED'], 12.5],
      ['accepted/two.py', 'python2', ['ACCEPTED'], null],
      ['mixed/both.cpp', 'cpp17o2', ['ACCEPTED', 'TIME_LIMIT_EXCEEDED'], null],
      ['mixed/old.cpp', 'cpp17o2', ['WRONG_ANSWER', 'PRESENTATION_ERROR'], null],
      ['odd/by-yaml.cpp', 'cpp17o2', ['WRONG_ANSWER', 'PRESENTATION_ERROR'], null],
      ['odd/looked-at.cpp', 'cpp17o2', [], null],
    ])
    const notes = read?.report.notes.filter(({ key }) => key === 'solutionLanguage').map(({ file }) => file)
    expect(notes).toEqual(['submissions/accepted/scala.scala'])
    if (!read) throw new Error('no problem')
    const solutions = read.problem.solutions.filter(({ name }) => /two|three/.test(name))
    const verified = await verifyPackage(
      { ...read.problem, languageKeys: ['cpp17o2'], solutions },
      workbench.bench,
    )
    expect(verified.map(({ outcome, asExpected }) => [outcome, asExpected])).toEqual([
      [null, null],
      [null, null],
    ])
  })

  test('of a Polygon package', async () => {
    expect(await verify(polygonPackage())).toEqual([
      ['sum.cpp', 'ACCEPTED', true],
      ['wrong.py', 'WRONG_ANSWER', true],
    ])
  })
})

test('a partial result is as expected when its failing cases are', () => {
  const report = {
    verdict: 'PARTIALLY_ACCEPTED',
    score: 40,
    timeMs: 1,
    memoryKb: 1,
    oiRankScore: 4,
    message: null,
  } as const
  const outcome = { report, verdicts: ['ACCEPTED', 'WRONG_ANSWER', 'CANCELLED'] as const }
  const asked = (expected: Parameters<typeof isAsExpected>[0]['expected'], score: number | null = null) =>
    isAsExpected({ expected, score }, { ...outcome, verdicts: [...outcome.verdicts] })
  expect(asked(['WRONG_ANSWER'])).toBe(true)
  expect(asked(['TIME_LIMIT_EXCEEDED'])).toBe(false)
  expect(asked(['PARTIALLY_ACCEPTED'], 40)).toBe(true)
  expect(asked(['PARTIALLY_ACCEPTED'], 50)).toBe(false)
  expect(asked([], 40.42)).toBe(true)
  expect(asked([], 41.5)).toBe(false)
  expect(asked([])).toBeNull()
})

describe('npm run problem', () => {
  let site: Site
  const folder = mkdtempSync(join(tmpdir(), 'problem-command-'))
  beforeAll(async () => {
    site = await startSite()
    await addPerson(site, 'root', { role: 'ROOT' })
    await addPerson(site, 'writer', { role: 'ADMIN' })
  })
  afterAll(async () => {
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = (...args: string[]) =>
    new Promise<{ code: number | null; said: string }>((resolve, reject) => {
      const { databaseUrl, settings } = site
      const env = {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: settings.dataDir,
        LANG: 'en_US.UTF-8',
      }
      const child = spawn(join(ROOT, 'node_modules/.bin/tsx'), ['server/launch/problemCommand.ts', ...args], {
        cwd: ROOT,
        env,
      })
      let said = ''
      child.stdout.on('data', (piece) => (said += piece))
      child.stderr.on('data', (piece) => (said += piece))
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, said }))
    })

  test('imports, verifies and exports', async () => {
    const file = join(folder, 'harbour.zip')
    writeFileSync(
      file,
      zippedOf(legacyIcpc({ 'submissions/time_limit_exceeded/sleepless.cpp': 'no program\n' })),
    )
    const imported = await run('import', file, '--author', 'writer', '--public')
    expect(imported).toMatchObject({ code: 0 })
    expect(imported.said).toContain('imported as HARBOUR')
    const problem = await site.prisma.problem.findUniqueOrThrow({
      where: { displayId: 'HARBOUR' },
      include: { author: true },
    })
    expect([problem.visibility, problem.author?.username]).toEqual(['PUBLIC', 'writer'])

    const verified = await run('verify', 'HARBOUR')
    expect(verified.code).toBe(1)
    expect(verified.said).toContain('3 of 4 programs behaved as expected')

    const out = join(folder, 'out.zip')
    expect(await run('export', 'HARBOUR', '--format', 'hoj', '--out', out)).toMatchObject({ code: 0 })
    expect(readFileSync(out).subarray(0, 2).toString()).toBe('PK')

    const again = await run('import', out, '--json')
    expect(again.code).toBe(1)
    expect(JSON.parse(again.said)).toMatchObject({
      format: 'hoj',
      problems: [{ displayId: null, refusal: { code: 'PROBLEM_ID_TAKEN' } }],
    })
  }, 60_000)

  test('says how it is used, and what is wrong with a file', async () => {
    expect((await run()).code).toBe(2)
    const file = join(folder, 'broken.zip')
    writeFileSync(file, 'not a zip')
    const refused = await run('import', file)
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringContaining('broken.zip is not a complete zip archive'),
    })
  }, 30_000)
})
