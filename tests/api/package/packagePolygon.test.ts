import { describe, expect, it } from 'vitest'
import { readPackage } from '#server/modules/package/importing.ts'
import { polygonPackage, unpackedOf } from '../../support/packages.ts'

/** Reads the one problem of a Polygon package with another problem.xml. */
function readPolygon(xml: (xml: string) => string, files: Record<string, string> = {}) {
  const own = polygonPackage(files)
  const [first] = readPackage(unpackedOf({ ...own, 'problem.xml': xml(own['problem.xml'] ?? '') }))
  if (!first) throw new Error('no problem')
  return { problem: first.problem, notes: first.report.notes }
}

describe('fractional points of Polygon', () => {
  const scoresOf = (tests: readonly string[], groups = '') => {
    const files = Object.fromEntries(
      tests.flatMap((_, at) => {
        const path = `tests/${String(at + 1).padStart(2, '0')}`
        return [
          [path, `${at}\n`],
          [`${path}.a`, `${at}\n`],
        ]
      }),
    )
    const { problem, notes } = readPolygon(
      (xml) =>
        xml
          .replace(/<tests>.*<\/tests>/s, `<tests>${tests.join('')}</tests>`)
          .replace(/<groups>.*<\/groups>/s, `<groups>${groups}</groups>`),
      files,
    )
    expect(notes.filter(({ key }) => key === 'scores')).toHaveLength(1)
    return problem.testcases.map(({ score, subtask }) => [subtask, score] as const)
  }

  it('keep their sum over tests', () => {
    const scores = scoresOf(Array.from({ length: 40 }, () => '<test method="manual" points="2.5"/>'))
    expect(scores.reduce((sum, [, score]) => sum + score, 0)).toBe(100)
    expect(new Set(scores.map(([, score]) => score))).toEqual(new Set([2, 3]))
  })

  it('keep their sum over groups and the tests between', () => {
    const scores = scoresOf(
      [
        ...['a', 'a', 'b', 'c', 'b'].map((group) => `<test method="manual" points="0.5" group="${group}"/>`),
        '<test method="manual" points="33.5" group="c"/>',
      ],
      '<group name="a" points="32.5" points-policy="complete-group"/><group name="b" points="33.5" points-policy="complete-group"/>',
    )
    expect(scores).toEqual([
      [1, 33],
      [1, 33],
      [2, 33],
      [3, 1],
      [2, 33],
      [4, 33],
    ])
  })
})

describe('resources of Polygon', () => {
  const resource = (path: string, assets: readonly string[], stage = 'COMPILE') =>
    `<file path="files/${path}"><stages><stage name="${stage}"/></stages><assets>${assets
      .map((name) => `<asset name="${name}"/>`)
      .join('')}</assets></file>`

  it('for solutions are placed beside them, whatever their name', () => {
    const files = {
      'files/grader.cpp': 'int main() {}\n',
      'files/guess.h': 'int q(int);\n',
      'files/both.h': '// both\n',
      'files/runner.py': 'x\n',
      'files/stray.txt': 'x\n',
    }
    const { problem, notes } = readPolygon(
      (xml) =>
        xml.replace(
          '</resources>',
          [
            resource('grader.cpp', ['SOLUTION']),
            resource('guess.h', ['solution']),
            resource('both.h', ['SOLUTION', 'CHECKER']),
            resource('runner.py', ['SOLUTION'], 'RUN'),
            '<file path="files/stray.txt"/><file path="files/olymp.sty"/></resources>',
          ].join(''),
        ),
      files,
    )
    expect(problem.userFiles).toEqual({
      'grader.cpp': 'int main() {}\n',
      'guess.h': 'int q(int);\n',
      'both.h': '// both\n',
    })
    expect(problem.judgeFiles).toEqual({ 'helper.h': '#pragma once\n', 'both.h': '// both\n' })
    expect(notes.filter(({ key }) => key === 'files')).toEqual([
      { kind: 'leftOut', key: 'files', file: 'files/runner.py', parameters: {} },
      { kind: 'leftOut', key: 'files', file: 'files/stray.txt', parameters: {} },
      { kind: 'understood', key: 'files', file: null, parameters: { count: 3 } },
    ])
  })
})

describe('files that a solution of Polygon reads and writes', () => {
  const named = (input: string, output: string) =>
    readPolygon((xml) =>
      xml.replace('input-file="" output-file=""', `input-file="${input}" output-file="${output}"`),
    )

  it('are taken together, and refused alone', () => {
    expect(named('a.in', 'a.out').problem.fileIo).toEqual({ input: 'a.in', output: 'a.out' })
    expect(named('', '').problem.fileIo).toBeNull()
    for (const [input, output] of [
      ['a.in', ''],
      ['', 'a.out'],
    ] as const)
      expect(() => named(input, output)).toThrow(
        expect.objectContaining({
          code: 'PACKAGE_UNUSABLE',
          parameters: { file: 'problem.xml', what: `input-file="${input}" output-file="${output}"` },
        }),
      )
  })
})

it('groups wait for others through others, unless the checker gives partial points', () => {
  const waiting = (xml: string) =>
    xml
      .replace('each-test', 'complete-group')
      .replace('name="1" points="40.0" points-policy="complete-group"/>', (group) =>
        group.replace('/>', '><dependencies><dependency group="0"/></dependencies></group>'),
      )
  const casesOf = ({ problem }: ReturnType<typeof readPolygon>) =>
    problem.testcases.map(({ input, subtask }) => [Buffer.from(input).toString().trim(), subtask])
  expect(casesOf(readPolygon(waiting))).toEqual([
    ['1 2', 1],
    ['1 2', 2],
    ['10 20', 2],
    ['1 2', 3],
    ['10 20', 3],
    ['100 200', 3],
  ])
  const partial = (xml: string) => waiting(xml).replace('std::ncmp.cpp', 'check.cpp')
  const checker = '#include "testlib.h"\nint main() { quitp(50, "half"); }\n'
  expect(casesOf(readPolygon(partial, { 'files/check.cpp': checker }))).toEqual([
    ['1 2', 1],
    ['10 20', 2],
    ['100 200', 3],
  ])
})

describe('the languages of Polygon statements', () => {
  const { 'statements/english/problem-properties.json': english = '' } = polygonPackage()
  const statementsOf = (change: Record<string, unknown>, others: Record<string, string> = {}) => {
    const words = JSON.stringify({ ...JSON.parse(english), ...change })
    const files = {
      ...polygonPackage({ 'statements/english/problem-properties.json': words }),
      ...others,
    }
    const found = Object.entries(files).filter(([path]) => !path.startsWith('statements/chinese/'))
    const [first] = readPackage(unpackedOf(Object.fromEntries(found)))
    return first?.problem.statements.map(({ locale, title }) => [locale, title])
  }

  it('are Chinese where Chinese stands in the place of English', () => {
    const chinese = {
      legend: '给定 $n$ 个据点和 \\t{abc}，求最短路。',
      input: '一行 $n$。',
      output: '一个数。',
    }
    expect(statementsOf({ name: '攻城计划 (plan)', ...chinese })).toEqual([['zh-CN', '攻城计划 (plan)']])
    expect(statementsOf({ legend: 'The word 据点 means a base.' })).toEqual([['en-US', 'Two Crates']])
    expect(statementsOf({ legend: '数を 足す 問題 です' })).toEqual([['en-US', 'Two Crates']])
  })

  it('are those with words, where one has only its name', () => {
    const russian = JSON.stringify({ name: 'Два ящика', legend: 'Сложите числа.', input: '', output: '' })
    const others = { 'statements/russian/problem-properties.json': russian }
    expect(statementsOf({ legend: '', input: '', output: '' }, others)).toEqual([['en-US', 'Два ящика']])
    expect(statementsOf({}, others)).toEqual([['en-US', 'Two Crates']])
  })
})
