import { describe, expect, it } from 'vitest'
import { planCases, readScript } from './script.ts'

const commands = (script: string) => {
  const { lines, faults } = readScript(script)
  return faults.length > 0 ? faults : lines.map(({ command }) => command)
}

describe('loops of scripts', () => {
  it.each([
    ['<#list 1..3 as i>\ngen ${i} 10 > $\n</#list>', ['gen 1 10', 'gen 2 10', 'gen 3 10']],
    ['<#list 1..<3 as i>gen ${i}\n</#list>gen last', ['gen 1', 'gen 2', 'gen last']],
    ['<#list 3..1 as i>\ngen ${i}\n</#list>', ['gen 3', 'gen 2', 'gen 1']],
    ['<#list 5..*2 as i>\ngen ${i}\n</#list>', ['gen 5', 'gen 6']],
    ['<#list 1..<1 as i>\ngen ${i}\n</#list>', []],
    [
      '<#list [3, 5, "x y", 2.5] as n>\ngen "${n}"\n</#list>',
      ['gen "3"', 'gen "5"', 'gen "x y"', 'gen "2.5"'],
    ],
    [
      '<#list ["path", "star"] as type>\n  <#list 1..2 as i>\n    tree ${type} ${i}\n  </#list>\n</#list>',
      ['tree path 1', 'tree path 2', 'tree star 1', 'tree star 2'],
    ],
    [
      '<#assign n = 100000>\n<#list 1..2 as i>\ngen ${n * i} ${n - 1}\n</#list>',
      ['gen 100000 99999', 'gen 200000 99999'],
    ],
    [
      '<#assign seed = 0>\n<#list 1..2 as i>\n<#assign seed = seed + 7 />\ngen ${seed}\n</#list>',
      ['gen 7', 'gen 14'],
    ],
    ['<#assign a=1 b=2><#assign a+=b><#assign b++>\ngen ${a} ${b}', ['gen 3 3']],
    [
      '<#list 1..4 as i>\n<#if (i > 2)>\nbig ${i}\n<#elseif i == 2>\ntwo\n<#else>\nsmall ${i}\n</#if>\n</#list>',
      ['small 1', 'two', 'big 3', 'big 4'],
    ],
    ['<#list 1..3 as i><#if i gte 2 && i % 2 == 0>gen ${i}</#if>\n</#list>', ['gen 2']],
    ['gen ${(2 + 3) * 4 - 7 / 2} ${7 % 4} ${7 / 7} ${-3 + 1}', ['gen 16.5 3 1 -2']],
    [
      'gen ${(7 / 2)?int} ${(7 / 2)?round} ${1000000?c} ${12?string} ${5?string("0")} ${7?string.computer}',
      ['gen 3 4 1000000 12 5 7'],
    ],
    ['gen ${1000000000000000000 + 1} ${2 == 2.0} ${0.1 * 10 == 1}', ['gen 1000000000000000001 true true']],
    ['<#assign xs = [1, 2] + [9]>gen ${xs[2]} ${xs?size}', ['gen 9 3']],
    [
      '<#list ["a", "b"] as x>\ngen ${x} ${x_index} ${x?index} ${x?counter}\n</#list>',
      ['gen a 0 0 1', 'gen b 1 1 2'],
    ],
    ['<#assign name = "tree-" + 3><#assign all = "${name}!">\n${all} ${name}', ['tree-3! tree-3']],
    ['# <#list 1..3 as i>\ngen 1 # ${nothing}', [{ line: 2, code: 'TEMPLATE', about: '${nothing}' }]],
    ['# <#list 1..3 as i>\n<#-- ${i}\n over lines -->gen 1', ['gen 1']],
  ])('%s', (script, made) => {
    expect(commands(script)).toEqual(made)
  })

  it('say for each case the line of the script, its group and points, and its number', () => {
    const script =
      '<#list 1..2 as g>\n<#-- group ${g + 1} -->\n<#-- points 50 -->\n<#list 1..2 as i>\ngen ${g} ${i} > ${10 * g + i}\n</#list>\n</#list>'
    expect(
      readScript(script).lines.map(({ line, group, points, number }) => [line, group, points, number]),
    ).toEqual([
      [5, 2, 50, 11],
      [5, 2, 50, 12],
      [5, 3, 50, 21],
      [5, 3, 50, 22],
    ])
  })

  it.each([
    ['gen 1\n<#list 1..3 as i>\ngen ${j}\n</#list>', 3, '${j}'],
    ['gen 1\n<#list 1..3 as i>\ngen ${i}', 2, '<#list 1..3 as i>'],
    ['gen 1\n</#list>', 2, '</#list>'],
    ['gen 1\n<#list 1..2 as i>\n<#if i == 1>\n</#list>\n</#if>', 4, '</#list>'],
    ['gen 1\n<#macro x>', 2, '<#macro x>'],
    ['gen 1\n<@x/>', 2, '<@x/>'],
    ['gen 1\n<#list 1..3>', 2, '<#list 1..3>'],
    ['gen 1\ngen ${1 +}', 2, '${1 +}'],
    ['gen 1\ngen ${1', 2, '${1'],
    ['gen 1\ngen ${"a" - 1}', 2, '${"a" - 1}'],
    ['gen 1\ngen ${1 / 0}', 2, '${1 / 0}'],
    ['gen 1\ngen ${1 % 0}', 2, '${1 % 0}'],
    ['gen 1\ngen ${[1][5]}', 2, '${[1][5]}'],
    ['gen 1\ngen ${"x"?eval}', 2, '${"x"?eval}'],
    ['gen 1\n<#assign x += 1>', 2, '<#assign x += 1>'],
    ['gen 1\n<#list 1.5..2 as i>\n</#list>', 2, '<#list 1.5..2 as i>'],
    ['gen 1\n<#--', 2, '<#--'],
  ])('name the line of %s', (script, line, about) => {
    const { lines, faults } = readScript(script)
    expect(faults).toContainEqual({ line, code: 'TEMPLATE', about })
    expect(lines).toContainEqual(expect.objectContaining({ line: 1, command: 'gen 1' }))
    expect(new Set(faults.map(({ line, code }) => `${line} ${code}`)).size).toBe(faults.length)
  })

  const nested = (depth: number, body: string) =>
    `${'<#list 1..100 as i>'.repeat(depth)}\n${body}\n${'</#list>'.repeat(depth)}`

  it.each([
    ['loops in loops', nested(6, 'gen ${i}'), 'TOO_MUCH'],
    ['loops without a line', nested(6, ''), 'TOO_MUCH'],
    ['a loop to a billion', '<#list 1..1000000000 as i>\n</#list>', 'TOO_MUCH'],
    ['a loop to a number without end', `<#list 1..${'9'.repeat(39)} as i>\n</#list>`, 'TOO_MUCH'],
    ['a text that doubles', '<#assign x = "a"><#list 1..99 as i><#assign x = x + x></#list>', 'TOO_MUCH'],
    ['a list that doubles', '<#assign x = [1]><#list 1..99 as i><#assign x = x + x></#list>', 'TOO_MUCH'],
    ['a number that is squared', '<#assign x = 9><#list 1..99 as i><#assign x = x * x></#list>', 'TEMPLATE'],
    ['a fault in a loop', '<#list 1..100000 as i>${j}</#list>', 'TOO_MUCH'],
    ['deep nesting', `${'<#if true>'.repeat(20_000)}gen 1`, 'TEMPLATE'],
    ['deep parentheses', `gen ${'${'}${'('.repeat(900)}1`, 'TEMPLATE'],
    ['many signs', `gen ${'${'}${'-'.repeat(900)}1}`, 'TEMPLATE'],
    ['a long expression', `gen ${'${'}${'1+'.repeat(90_000)}1}`, 'TEMPLATE'],
    ['comments that are not closed', '<#--'.repeat(50_000), 'TEMPLATE'],
    ['commands that are not closed', '<#list '.repeat(28_000), 'TEMPLATE'],
    ['values that are not closed', '${'.repeat(100_000), 'TEMPLATE'],
    ['quotes', `gen ${'${"'.repeat(60_000)}`, 'TEMPLATE'],
    ['blanks in a command that is not closed', `<#if${' '.repeat(190_000)}`, 'TEMPLATE'],
    ['blanks in a printed comment that is not closed', `\${"<#--"}${' '.repeat(190_000)}x`, 'TOO_LONG'],
    ['printed comments that are not closed', `\${"<#--"}`.repeat(5_000), 'TOO_LONG'],
  ])('end soon: %s', (_, script, code) => {
    const began = performance.now()
    expect(readScript(script).faults).toContainEqual(expect.objectContaining({ code }))
    expect(performance.now() - began).toBeLessThan(1000)
  })

  it('make no more cases than a problem may have, and say so once', () => {
    const { cases, faults } = planCases('<#list 1..1200 as i>\ngen ${i}\n</#list>', {
      generators: [{ name: 'gen' }],
      base: [],
      rules: { scoring: 'ACM', caseMode: 'ALL' },
    })
    expect(cases).toHaveLength(1000)
    expect(faults).toEqual([{ line: 2, code: 'TOO_MANY', about: '1000' }])
  })
})
