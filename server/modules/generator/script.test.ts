import { describe, expect, it } from 'vitest'
import { planCases, readScript } from './script.ts'

const GENERATORS = [{ name: 'gen' }, { name: 'gen_big.cpp' }]
const ACM = { scoring: 'ACM', caseMode: 'ALL' } as const
const file = { hash: '', size: 0, name: '' }
const base = (...lines: (string | null)[]) =>
  lines.map((line, at) => ({ index: at + 1, subtask: 0, score: 0, input: file, answer: file, line }))
const plan = (script: string, before = base()) =>
  planCases(script, { generators: GENERATORS, base: before, rules: ACM })

describe('a line', () => {
  it('is a generator and its words, and perhaps the number of its case', () => {
    const { lines, faults } = readScript('gen 1 2\n  ./gen\t-n=5 > 12 \ngen "a b"c \'\' > $\r\ngen x>3')
    expect(faults).toEqual([])
    expect(lines.map(({ generator, words, number }) => [generator, words, number])).toEqual([
      ['gen', ['1', '2'], null],
      ['gen', ['-n=5'], 12],
      ['gen', ['a bc', ''], null],
      ['gen', ['x'], 3],
    ])
    expect(lines[1]?.command).toBe('./gen -n=5')
  })

  it('may be empty or a comment, and comments of Polygon say groups and points', () => {
    const { lines } = readScript(
      '# one\n// two\n\n<#-- group 2 -->\n<#-- points 30 -->\ngen 1\n<#-- no more -->\ngen 2',
    )
    expect(lines.map(({ line, group, points }) => [line, group, points])).toEqual([
      [6, 2, 30],
      [8, 2, 30],
    ])
  })

  it.each([
    ['<#list 1..5 as i>', 'TEMPLATE'],
    ['gen ${i}', 'TEMPLATE'],
    ['gen 1 | sort', 'PIPE'],
    ['gen "1', 'QUOTE'],
    ['gen 1 > x', 'NUMBER'],
    ['gen 1 > 0', 'NUMBER'],
    ['gen 1 > {1-3}', 'NUMBER'],
    ['gen 1 > 1001', 'NUMBER'],
    [`gen ${'1 '.repeat(101)}`, 'TOO_LONG'],
    [`gen ${'1'.repeat(2001)}`, 'TOO_LONG'],
    ['> 4', 'NO_GENERATOR'],
  ])('%s is named as %s', (line, code) => {
    expect(readScript(`gen 1\n${line}`)).toMatchObject({ lines: [{ line: 1 }], faults: [{ line: 2, code }] })
  })
})

describe('cases', () => {
  const shown = ({ cases }: ReturnType<typeof plan>) => cases.map(({ kept, command }) => kept ?? command)

  it('made by hand keep their numbers, lines that name one come next, others take what is free', () => {
    expect(shown(plan('gen a\ngen b > 2\ngen c', base(null, 'gen old', null, 'gen older')))).toEqual([
      ...[1, 'gen b', 3, 'gen a', 'gen c'],
    ])
  })

  it('move up where numbers are left over', () => {
    expect(shown(plan('gen a > 9\ngen b', base('gen old', 'gen old', null)))).toEqual(['gen b', 3, 'gen a'])
  })

  it('name lines that ask for a number twice, and generators that are not there', () => {
    expect(plan('gen 1 > 2\ngen 2 > 2\nbig 1\ngen_big 2\ngen 3 > 1', base(null)).faults).toEqual([
      { line: 2, code: 'NUMBER_TAKEN', about: '2' },
      { line: 3, code: 'NO_GENERATOR', about: 'big' },
      { line: 5, code: 'NUMBER_TAKEN', about: '1' },
    ])
  })

  it('keep the points that they were given, and share a hundred where there are none', () => {
    const rules = { scoring: 'OI', caseMode: 'ALL' } as const
    const scores = (script: string, before = base()) =>
      planCases(script, { generators: GENERATORS, base: before, rules }).cases.map(({ score }) => score)
    expect(scores('gen 1\ngen 2\ngen 3')).toEqual([33, 33, 34])
    expect(scores('gen 1\n<#-- points 5 -->\ngen 2')).toEqual([0, 5])
    const before = base('gen 2').map((one) => ({ ...one, score: 70 }))
    expect(scores('gen 1\ngen 2', before)).toEqual([0, 70])
  })
})
