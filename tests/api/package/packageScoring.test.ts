import { describe, expect, test } from 'vitest'
import { refusalOf } from '#server/core/errors.ts'
import { readPackage } from '#server/modules/package/importing.ts'
import { fullScoreOf } from '#server/modules/testset/testset.ts'
import { legacyIcpc, unpackedOf } from '../../support/packages.ts'

/** A scoring package: settings by folder, and cases by path below `data/`. */
function scoring(settings: Record<string, string>, cases: string[], extra: Record<string, string> = {}) {
  const kept = Object.entries(legacyIcpc()).filter(([path]) => !path.startsWith('data/'))
  return unpackedOf({
    ...Object.fromEntries(kept),
    'problem.yaml': 'name: X\ntype: scoring\n',
    'data/sample/1.in': 's\n',
    'data/sample/1.ans': 's\n',
    ...Object.fromEntries(
      cases.flatMap((path) => [
        [`data/${path}.in`, `${path}\n`],
        [`data/${path}.ans`, '1\n'],
      ]),
    ),
    ...Object.fromEntries(Object.entries(settings).map(([path, text]) => [`data/${path}`, text])),
    ...extra,
  })
}

/** What is earned where these cases are right, by the arithmetic of the site; and how it is told. */
function read(files: ReturnType<typeof unpackedOf>) {
  const [{ problem, report } = { problem: null, report: null }] = readPackage(files)
  if (!problem) throw new Error('no problem')
  const names = problem.testcases.map(({ input }) => Buffer.from(input).toString().trim())
  const earned = (right: (name: string) => boolean) => {
    if (problem.caseMode === 'ALL') {
      return problem.testcases.reduce((sum, { score }, at) => sum + (right(names[at] ?? '') ? score : 0), 0)
    }
    if (problem.caseMode === 'UNTIL_FAILURE') {
      const wrong = names.findIndex((name) => !right(name))
      const run = problem.testcases.slice(0, wrong < 0 ? undefined : wrong)
      return run.reduce((sum, { score }) => sum + score, 0)
    }
    const parts = new Map<number, number[]>()
    for (const [at, { subtask, score }] of problem.testcases.entries()) {
      parts.set(subtask, [...(parts.get(subtask) ?? []), right(names[at] ?? '') ? score : 0])
    }
    const values = [...parts.values()]
    return problem.caseMode === 'SUBTASK_LOWEST'
      ? values.reduce((sum, scores) => sum + Math.min(...scores), 0)
      : values.reduce((sum, scores) => sum + Math.round(scores.reduce((a, b) => a + b, 0) / scores.length), 0)
  }
  const full = fullScoreOf(problem.scoring, problem.caseMode, problem.testcases)
  return { full, earned, caseMode: problem.caseMode, notes: report.notes.map(({ key }) => key) }
}

const refused = (files: ReturnType<typeof unpackedOf>) => {
  try {
    readPackage(files)
  } catch (error) {
    const refusal = refusalOf(error)
    return refusal && [refusal.code, refusal.parameters.file, refusal.parameters.what]
  }
  return null
}

const SUM = 'on_reject: continue\ngrader_flags: sum\n'
const ROOT = 'on_reject: continue\ngrader_flags: ignore_sample\n'
const worth = (score: number, flags = 'min') =>
  `on_reject: break\naccept_score: ${score}\nrange: 0 ${score}\ngrader_flags: ${flags}\n`

describe('legacy groups', () => {
  test('inside groups keep their points', () => {
    const { full, earned } = read(
      scoring(
        {
          'testdata.yaml': ROOT,
          'secret/testdata.yaml': `${SUM}range: 0 100\n`,
          'secret/1/testdata.yaml': SUM,
          'secret/1/a/testdata.yaml': worth(12),
          'secret/1/b/testdata.yaml': worth(30),
          'secret/2/testdata.yaml': worth(58),
        },
        ['secret/1/a/1', 'secret/1/a/2', 'secret/1/b/1', 'secret/2/1', 'secret/2/2'],
      ),
    )
    expect(full).toBe(100)
    expect(earned((name) => name.startsWith('secret/1/a'))).toBe(12)
    expect(earned((name) => name !== 'secret/2/2')).toBe(42)
  })

  test('take from the group around them what they do not say', () => {
    const settings = {
      'testdata.yaml': ROOT,
      'secret/testdata.yaml': `${SUM}accept_score: 5\n`,
      'secret/b/testdata.yaml': 'grader_flags: min\n',
    }
    const { full, earned } = read(scoring(settings, ['secret/a/1', 'secret/a/2', 'secret/b/1', 'secret/b/2']))
    expect(full).toBe(15)
    expect(earned((name) => name.endsWith('1'))).toBe(5)
  })

  test('a mean of groups is the sum of their shares', () => {
    const { full, earned } = read(
      scoring(
        {
          'testdata.yaml': ROOT,
          'secret/testdata.yaml': SUM,
          'secret/basic/testdata.yaml': worth(20),
          'secret/efficiency/testdata.yaml': 'on_reject: continue\ngrader_flags: avg\n',
          'secret/efficiency/1/testdata.yaml': worth(15),
          'secret/efficiency/2/testdata.yaml': worth(30),
          'secret/efficiency/3/testdata.yaml': worth(45),
          'secret/robustness/testdata.yaml': worth(50),
        },
        [
          'basic/1',
          'efficiency/1/1',
          'efficiency/1/2',
          'efficiency/2/1',
          'efficiency/3/1',
          'robustness/1',
        ].map((path) => `secret/${path}`),
      ),
    )
    expect(full).toBe(100)
    expect(earned((name) => !name.includes('efficiency'))).toBe(70)
    expect(earned((name) => !/efficiency\/[23]/.test(name))).toBe(75)
    expect(earned((name) => !name.includes('efficiency/3'))).toBe(85)
  })

  test('of one mean each stay means, and thirds make a whole', () => {
    const flags = 'on_reject: continue\ngrader_flags: avg\naccept_score: 100\n'
    const means = read(
      scoring({ 'testdata.yaml': ROOT, 'secret/testdata.yaml': flags }, ['secret/1', 'secret/2', 'secret/3']),
    )
    expect([means.caseMode, means.full, means.earned((name) => name === 'secret/2')]).toEqual([
      'SUBTASK_AVERAGE',
      100,
      33,
    ])
    const thirds = read(
      scoring({ 'testdata.yaml': ROOT, 'secret/testdata.yaml': `${SUM}accept_score: 33.333333\n` }, [
        'secret/1',
        'secret/2',
        'secret/3',
      ]),
    )
    expect([thirds.full, thirds.notes.includes('scores')]).toEqual([100, true])
  })

  test('that stop at the first rejection wait for those before them', () => {
    const settings = { 'secret/1/testdata.yaml': worth(40), 'secret/2/testdata.yaml': worth(60) }
    const chain = read(scoring(settings, ['secret/1/1', 'secret/1/2', 'secret/2/1']))
    expect([
      chain.full,
      chain.earned((name) => name.startsWith('secret/2')),
      chain.earned((name) => name.startsWith('secret/1')),
    ]).toEqual([100, 0, 40])
    expect(chain.notes).toContain('groupsWait')
    const flat = read(scoring({ 'secret/testdata.yaml': 'accept_score: 10\n' }, ['secret/1', 'secret/2']))
    expect([flat.caseMode, flat.full]).toEqual(['UNTIL_FAILURE', 20])
    const alone = read(scoring(settings, ['secret/1/1', 'secret/2/1']))
    const earned = ['secret/1', 'secret/2'].map((group) => alone.earned((name) => name.startsWith(group)))
    expect([alone.caseMode, alone.full, ...earned]).toEqual(['UNTIL_FAILURE', 100, 40, 0])
  })

  test('samples count where the package gives them points', () => {
    const settings = {
      'testdata.yaml': 'on_reject: continue\n',
      'sample/testdata.yaml': 'accept_score: 5\n',
      'secret/testdata.yaml': 'accept_score: 95\n',
    }
    expect(read(scoring(settings, ['secret/1'])).full).toBe(100)
    expect(read(scoring({ ...settings, 'testdata.yaml': ROOT }, ['secret/1'])).full).toBe(95)
  })

  test.each([
    ['grading: custom', { 'secret/testdata.yaml': 'grading: custom\n' }],
    ['reject_score', { 'secret/testdata.yaml': 'reject_score: 1\n' }],
    [
      'grader_flags: max',
      { 'testdata.yaml': ROOT, 'secret/testdata.yaml': 'grader_flags: max\n', 'secret/a/testdata.yaml': SUM },
    ],
    [
      'the least of groups that add up',
      { 'testdata.yaml': ROOT, 'secret/testdata.yaml': 'grader_flags: min\n', 'secret/a/testdata.yaml': SUM },
    ],
  ])('%s is refused with its name', (what, settings) => {
    const cases = ['secret/a/1', 'secret/a/2', 'secret/b/1']
    expect(refused(scoring(settings as Record<string, string>, cases))).toEqual([
      'PACKAGE_UNUSABLE',
      'data/secret/',
      what,
    ])
  })

  test('scores of a validator need a range to be a part of', () => {
    const extra = {
      'problem.yaml': 'name: X\ntype: scoring\nvalidation: custom score\n',
      'output_validators/v/v.cpp': 'int main(){}\n',
    }
    const ranged = {
      'testdata.yaml': ROOT,
      'secret/testdata.yaml': SUM,
      'secret/a/testdata.yaml': 'range: 0 60\ngrader_flags: min\n',
      'secret/b/testdata.yaml': 'range: 0 40\n',
    }
    expect(read(scoring(ranged, ['secret/a/1', 'secret/a/2', 'secret/b/1', 'secret/b/2'], extra)).full).toBe(
      100,
    )
    expect(refused(scoring({ 'testdata.yaml': ROOT }, ['secret/1'], extra))?.[2]).toBe(
      'scores of a validator without a range',
    )
  })
})

describe('groups of 2023-07 and later', () => {
  test('pass or fail, add up, and wait for others', () => {
    const { full, earned } = read(
      scoring(
        {
          'secret/test_group.yaml': 'max_score: 100\n',
          'secret/1/test_group.yaml': 'max_score: 20\n',
          'secret/2/test_group.yaml': 'max_score: 50\nscore_aggregation: sum\nrequire_pass: secret/1\n',
          'secret/3/test_group.yaml': 'max_score: 30\nrequire_pass: [sample]\n',
        },
        ['secret/1/a', 'secret/1/b', 'secret/2/a', 'secret/2/deep/b', 'secret/3/a'],
      ),
    )
    expect(full).toBe(100)
    expect(earned((name) => !name.startsWith('secret/1'))).toBe(30)
    expect(earned((name) => name !== 'secret/2/deep/b')).toBe(75)
    expect(earned((name) => name !== 's')).toBe(70)
  })

  test('without a bound are refused, and secret alone is worth a hundred', () => {
    expect(read(scoring({ 'secret/test_group.yaml': '{}\n' }, ['secret/1', 'secret/2'])).full).toBe(100)
    expect(refused(scoring({ 'secret/a/test_group.yaml': '{}\n' }, ['secret/a/1']))).toEqual([
      'PACKAGE_UNUSABLE',
      'data/secret/a/',
      'max_score: unbounded',
    ])
    expect(
      refused(scoring({ 'secret/a/test_group.yaml': 'max_score: unbounded\n' }, ['secret/a/1']))?.[2],
    ).toBe('max_score: unbounded')
  })
})
