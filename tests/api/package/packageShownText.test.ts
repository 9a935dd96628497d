import { expect, test } from 'vitest'
import { readPackage } from '#server/modules/package/importing.ts'
import { hydroPackage, polygonPackage, qduojPackage, unpackedOf } from '../../support/packages.ts'

const problemOf = (files: Record<string, string>) => {
  const [one] = readPackage(unpackedOf(files))
  if (!one) throw new Error('no problem')
  return one.problem
}

const withCarriageReturns = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      name.endsWith('.json') ? text.replace(/(?:\\r)?\\n/g, '\\r\\n') : text.replace(/\r?\n/g, '\r\n'),
    ]),
  )

test.each([
  ['Polygon', polygonPackage()],
  ['Hydro', hydroPackage()],
  ['QDUOJ', qduojPackage()],
])('samples of %s are shown with the line ends of Unix', (_, files) => {
  const { samples } = problemOf(withCarriageReturns(files))
  expect(samples.length).toBeGreaterThan(0)
  expect(samples).toEqual(problemOf(files).samples)
})

const icpcPackage = (change: Record<string, string>) => ({
  'problem.yaml': 'name: Sum\n',
  'data/sample/1.in': '1 2\r\n',
  'data/sample/1.ans': '3\r\n',
  'data/secret/1.in': '1 2\r\n',
  'data/secret/1.ans': '3\r\n',
  ...change,
})

test('HTML in Markdown of ICPC packages becomes Markdown, and cases stay byte for byte', () => {
  const { statements, samples, testcases, annexes } = problemOf(
    icpcPackage({
      'problem_statement/problem.en.md':
        '<p onclick="x()">one <b>two</b><script>alert(1)</script></p>\n\n<img src="a.png"> 10<sup>5</sup> $a<b>c$ <a href="javascript:x">d</a>\n',
      'problem_statement/a.png': 'picture',
    }),
  )
  expect(statements[0]?.description).toMatch(
    /^one \*\*two\*\*\n\n!\[\]\(annex:a\.png\) 10\$\^\{5\}\$ \$a<b>c\$ d/,
  )
  expect(annexes.map(({ name }) => name)).toEqual(['a.png'])
  expect(samples).toEqual([{ input: '1 2\n', output: '3\n' }])
  expect(testcases.map(({ input }) => Buffer.from(input ?? []).toString())).toContain('1 2\r\n')
})
