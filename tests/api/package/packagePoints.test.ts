import { expect, test } from 'vitest'
import { refusalOf } from '#server/core/errors.ts'
import type { PointsReading } from '#server/modules/package/format.ts'
import { readPackage } from '#server/modules/package/importing.ts'
import { fullScoreOf } from '#server/modules/testset/testset.ts'
import { legacyIcpc, unpackedOf } from '../../support/packages.ts'

type Files = Record<string, string>

/** A package in the way of DOMjudge: settings and pairs of cases by folder below `data/`. */
function harbour(settings: Files, cases: string[], extra: Files = {}): Files {
  const kept = Object.entries(legacyIcpc()).filter(([path]) => !/^(?:data|submissions)\/|\.ini$/.test(path))
  return {
    ...Object.fromEntries(kept),
    'problem.yaml': 'name: Crane\ntype: scoring\n',
    'data/sample/1.in': 's\n',
    'data/sample/1.ans': 's\n',
    ...Object.fromEntries(
      cases.flatMap((path) => [
        [`data/secret/${path}.in`, `${path}\n`],
        [`data/secret/${path}.ans`, '1\n'],
      ]),
    ),
    ...Object.fromEntries(Object.entries(settings).map(([path, text]) => [`data/${path}`, text])),
    ...extra,
  }
}

const solution = (score: number) => `# @EXPECTED_SCORE@: ${score}\nprint(1)\n`

/** Full score and points of each group as the site has them, and what the report says. */
function read(files: Files, points: PointsReading | null = null) {
  const [found] = readPackage(unpackedOf(files), { points })
  if (!found) throw new Error('no problem')
  const { problem, report } = found
  return {
    full: fullScoreOf(problem.scoring, problem.caseMode, problem.testcases),
    names: problem.testcases.map(({ input }) => Buffer.from(input).toString().trim()),
    caseMode: problem.caseMode,
    said: report.notes.map(({ key }) => key),
  }
}

function refused(files: Files, points: PointsReading | null = null) {
  try {
    readPackage(unpackedOf(files), { points })
  } catch (error) {
    return refusalOf(error)
  }
  return null
}

const SUM = 'on_reject: continue\ngrader_flags: sum\n'
/** Each group has points of its own, and more than one case. */
const CRANES = harbour(
  {
    'testdata.yaml': SUM,
    'secret/testdata.yaml': SUM,
    'secret/low/testdata.yaml': 'accept_score: 10\n',
    'secret/mid/testdata.yaml': 'accept_score: 20\n',
    'secret/high/testdata.yaml': 'accept_score: 30\n',
  },
  ['low/1', 'low/2', 'mid/1', 'mid/2', 'high/1', 'high/2'],
)

test('the reading under which the scores of its own solutions come out is taken, and said', () => {
  const perGroup = read({
    ...CRANES,
    'submissions/accepted/all.py': solution(60),
    'submissions/partial/low.py': solution(10),
  })
  expect(perGroup).toMatchObject({ full: 60, caseMode: 'SUBTASK_LOWEST' })
  expect(perGroup.names).not.toContain('s')
  expect(perGroup.said).toEqual(expect.arrayContaining(['pointsByGroup', 'readingDeclared']))
  const perCase = read({ ...CRANES, 'submissions/accepted/all.py': solution(121) })
  expect(perCase.full).toBe(121)
  expect(perCase.said).toEqual(expect.arrayContaining(['pointsByCase', 'readingDeclared']))
})

test('flags with commas, means and least ones come out as declared', () => {
  const files = harbour(
    {
      'testdata.yaml': 'on_reject: continue\ngrader_flags: sum, ignore_sample\n',
      'secret/testdata.yaml': SUM,
      'secret/basic/testdata.yaml': 'accept_score: 20\non_reject: continue\n',
      'secret/speed/testdata.yaml': 'grader_flags: avg\non_reject: continue\n',
      'secret/speed/1/testdata.yaml': 'accept_score: 15\n',
      'secret/speed/2/testdata.yaml': 'accept_score: 30\n',
      'secret/speed/3/testdata.yaml': 'accept_score: 45\n',
      'secret/edges/testdata.yaml': 'grader_flags: min\non_reject: continue\n',
      'secret/edges/a/testdata.yaml': 'accept_score: 50\n',
      'secret/edges/b/testdata.yaml': 'accept_score: 50\n',
    },
    ['basic/1', 'basic/2', 'speed/1/1', 'speed/2/1', 'speed/3/1', 'edges/a/1', 'edges/b/1'],
    {
      'submissions/accepted/all.py': solution(100),
      'submissions/partial/75.py': solution(75),
      'submissions/wrong_answer/none.py': solution(0),
    },
  )
  expect(read(files).full).toBe(100)
})

test('where neither reading fits the setter is asked, and gets what they choose', () => {
  const files = { ...CRANES, 'submissions/accepted/all.py': solution(77) }
  const refusal = refused(files)
  expect(refusal).toMatchObject({ code: 'PACKAGE_POINTS', parameters: { byCase: 121, byGroup: 60 } })
  expect(read(files, 'GROUP')).toMatchObject({ full: 60 })
  expect(read(files, 'CASE')).toMatchObject({ full: 121 })
  expect(read(files, 'CASE').said).toEqual(expect.arrayContaining(['pointsByCase', 'readingChosen']))
})

test('a partial score that no sum of the parts makes speaks against a reading', () => {
  // In all both come to 40: two cases of 20 on their own, or a group of 40 as a whole.
  const files = harbour(
    {
      'testdata.yaml': 'on_reject: continue\ngrader_flags: sum ignore_sample\n',
      'secret/testdata.yaml': SUM,
      'secret/a/testdata.yaml': 'accept_score: 20\non_reject: continue\n',
      'secret/b/testdata.yaml': 'accept_score: 20\non_reject: continue\n',
      'secret/b/in/testdata.yaml': 'accept_score: 20\n',
    },
    ['a/1', 'b/in/1', 'b/in/2'],
  )
  expect(read({ ...files, 'submissions/partial/some.py': solution(60) }).full).toBe(60)
  expect(refused({ ...files, 'submissions/partial/some.py': solution(30) })?.code).toBe('PACKAGE_POINTS')
})

test('where nothing declares scores the likelier reading is taken, with the other in the report', () => {
  const whole = harbour(
    {
      'testdata.yaml': SUM,
      'secret/testdata.yaml': SUM,
      'secret/a/testdata.yaml': 'accept_score: 40\n',
      'secret/b/testdata.yaml': 'accept_score: 60\n',
    },
    ['a/1', 'a/2', 'b/1'],
  )
  // A hundred in all is what somebody means.
  expect(read(whole)).toMatchObject({ full: 100 })
  expect(read(whole).said).toEqual(expect.arrayContaining(['pointsByGroup', 'readingLikely']))
  // Settings of DOMjudge lie there.
  expect(read({ ...CRANES, 'domjudge-problem.ini': "timelimit='1'\n" }).full).toBe(60)
  // More points than the range allows are none.
  const ranged = { ...CRANES, 'data/secret/low/testdata.yaml': 'accept_score: 10\nrange: 0 10\n' }
  expect(read(ranged).full).toBe(60)
  // Else the letter of the format.
  expect(read(CRANES).full).toBe(121)
})

test('one reading without a difference is not spoken of', () => {
  const files = harbour(
    { 'testdata.yaml': 'on_reject: continue\ngrader_flags: ignore_sample\n', 'secret/testdata.yaml': SUM },
    ['1', '2'],
  )
  expect(read(files).said.filter((key) => /^(?:points|reading)/.test(key))).toEqual([])
})

const SCORING = 'import sys\nopen(sys.argv[3] + "/score.txt", "w").write("7")\nsys.exit(42)\n'
const KNAPSACK = harbour(
  {
    'testdata.yaml': 'on_reject: continue\ngrader_flags: sum ignore_sample\n',
    'secret/testdata.yaml': SUM,
    'secret/main/testdata.yaml': 'range: 0 100\non_reject: continue\n',
  },
  ['main/1'],
  {
    'problem.yaml': 'name: Sack\ntype: scoring\nvalidation: custom\n',
    'output_validators/v/validate.py': SCORING,
  },
)

test('score.txt counts in the way of DOMjudge', () => {
  const declared = {
    ...KNAPSACK,
    'submissions/accepted/all.py': solution(100),
    'submissions/partial/greedy.py': solution(74.42),
  }
  expect(read(declared)).toMatchObject({ full: 100, names: ['main/1'] })
  expect(read(KNAPSACK).full).toBe(100)
})

test('score.txt without the declaration it needs is refused or noted', () => {
  expect(refused(KNAPSACK, 'CASE')).toMatchObject({
    code: 'PACKAGE_UNUSABLE',
    parameters: { what: 'score.txt without validation: custom score' },
  })
  const beside = { ...KNAPSACK, 'data/secret/main/testdata.yaml': 'accept_score: 100\n' }
  expect(refused(beside, 'GROUP')).toMatchObject({ parameters: { what: 'score.txt beside accept_score' } })
  const passFail = { ...KNAPSACK, 'problem.yaml': 'name: Sack\nvalidation: custom\n' }
  expect(read(passFail).said).toContain('scoreFile')
  // A header that offers scores to anyone who wants them says nothing.
  const header = {
    ...passFail,
    'output_validators/v/validate.py': 'import sys\nsys.exit(42)\n',
    'output_validators/v/validate.h': 'const char *file = "score.txt";\n',
  }
  expect(read(header).said).not.toContain('scoreFile')
})
