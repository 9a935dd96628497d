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
