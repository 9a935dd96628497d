import { expect, test } from 'vitest'
import { readPackage } from '#server/modules/package/importing.ts'
import { readFirst, refusedBy } from '../../support/packageReading.ts'
import { hojPackage, qduojPackage, unpackedOf } from '../../support/packages.ts'

test.each(['spj', 'interactive'])(
  'a problem of HOJ that is judged by %s is refused without the program',
  (mode) => {
    const files = hojPackage()
    const words = JSON.parse(files['problem_1000.json'] ?? '')
    const { spjCode: _, ...problem } = words.problem
    const without = { ...files, 'problem_1000.json': JSON.stringify({ ...words, judgeMode: mode, problem }) }
    expect(refusedBy(() => readPackage(unpackedOf(without)))).toEqual([
      'PACKAGE_INCOMPLETE',
      'problem_1000.json: spjCode',
    ])
  },
)

test('answers of QDUOJ are accepted solutions', () => {
  const answers = [
    { language: 'C++', code: 'int main() {}' },
    { language: 'Klingon', code: 'yIwIv' },
  ]
  const { problem, said } = readFirst(unpackedOf(qduojPackage({ answers })))
  expect(problem.solutions).toMatchObject([
    { name: 'solution-1', source: 'int main() {}', expected: ['ACCEPTED'], score: null },
  ])
  expect(problem.solutions[0]?.language).toMatch(/^cpp/)
  expect(said).toContain('leftOut solutionLanguage')
})

test('only templates that are there are left out', () => {
  expect(readFirst(unpackedOf(qduojPackage())).said).toContain('leftOut template')
  expect(readFirst(unpackedOf(qduojPackage({ template: {} }))).said).not.toContain('leftOut template')
})
