import { describe, expect, test } from 'vitest'
import { joinStatement, splitStatement } from './sections.ts'

const fence = (text: string) => `\`\`\`\n${text}\n\`\`\``

describe('text under headings of samples', () => {
  test('ends at a heading of another name, and samples are the blocks before it', () => {
    const { output, hint, samples } = splitStatement(
      [
        '## 输出格式',
        '和',
        '## 样例输入 1',
        fence('1 2'),
        '## 样例输出 1',
        fence('3'),
        '## 样例解释 1',
        '1+2=3',
        '## 数据范围',
        '$n\\le 10$',
      ].join('\n\n'),
    )
    expect(output).toBe('和')
    expect(samples).toEqual([{ input: '1 2\n', output: '3\n' }])
    expect(hint).toBe('## 样例解释 1\n\n1+2=3\n\n## 数据范围\n\n$n\\le 10$')
  })

  test('ends at the level of the nearest heading of a sample', () => {
    const text = ['# 样例', '#### 样例输入 1', fence('4 5'), '#### 样例输出 1', fence('9'), '#### 样例解释 1']
    const { hint, samples } = splitStatement([...text, '见上。', '# 数据范围与提示', '$n$'].join('\n\n'))
    expect(samples).toEqual([{ input: '4 5\n', output: '9\n' }])
    expect(hint).toBe('#### 样例解释 1\n\n见上。\n\n# 数据范围与提示\n\n$n$')
  })

  test.each([
    ['## Sample 1', '### Input', '### Output'],
    ['## 输入输出样例 #1', '### 输入 #1', '### 输出 #1'],
    ['## 样例', '输入', '**输出：**'],
    ['## Examples', 'Sample input:', 'Sample output:'],
    ['## 样例', '', ''],
  ])('%s: %s and %s name blocks', (heading, input, output) => {
    const named = [input, fence('1 2'), output, fence('3')].filter(Boolean)
    const text = ['## Input', 'Two numbers.', heading, ...named].join('\n\n')
    const read = splitStatement(`${text}\n\n解释：因为 1+2=3。\n`)
    expect(read.samples).toEqual([{ input: '1 2\n', output: '3\n' }])
    expect(read.input).toBe('Two numbers.')
    expect(read.hint).toBe(`${heading}\n\n解释：因为 1+2=3。`)
  })

  test('stays with its heading where it is more than samples', () => {
    const text = '## Output\n\nO\n\n## Sample\n\nThe answer is 3.\n\n## Sample 1\n\nThe picture shows.\n'
    const read = splitStatement(`${text}\n## Notes\n\nn\n`)
    expect(read.output).toBe('O')
    expect(read.hint).toBe(
      '## Sample\n\nThe answer is 3.\n\n## Sample 1\n\nThe picture shows.\n\n## Notes\n\nn',
    )
    const again = splitStatement(joinStatement(read, 'en-US'))
    expect(again).toMatchObject({ output: 'O', hint: read.hint })
  })

  test('stays whole where blocks cannot be paired', () => {
    const one = `## 样例输入\n\n${fence('1')}`
    expect(splitStatement(`## 输出\n\n无\n\n${one}`)).toMatchObject({
      samples: [],
      isPaired: false,
      hint: one,
    })
    const three = ['## 样例 1', fence('1'), fence('2'), fence('3'), '## 样例 2', fence('4')].join('\n\n')
    expect(splitStatement(three)).toMatchObject({ samples: [], isPaired: false, hint: three })
    const open = '## 样例\n\n```\n1\n```\n\n```\n2'
    expect(splitStatement(open)).toMatchObject({ samples: [], isPaired: false, hint: open })
  })

  test('keeps a block that explains', () => {
    const text = ['## 样例', fence('1'), fence('2'), '样例解释', fence('1 -> 2')].join('\n\n')
    const { samples, hint } = splitStatement(text)
    expect(samples).toEqual([{ input: '1\n', output: '2\n' }])
    expect(hint).toBe(`## 样例\n\n样例解释\n\n${fence('1 -> 2')}`)
  })

  test('pairs inputs with outputs that follow all of them', () => {
    const text = ['## 样例输入', fence('1'), fence('2'), '## 样例输出', fence('3'), fence('4')].join('\n\n')
    expect(splitStatement(text).samples).toEqual([
      { input: '1\n', output: '3\n' },
      { input: '2\n', output: '4\n' },
    ])
  })
})

test('headings of parts begin them, and what repeats stays', () => {
  const text =
    '# Sum\n\nAdd.\n\n## Input\n\nTwo.\n\n## Interaction\n\nAsk.\n\n## Constraints\n\nc\n\n## Output\n\nO\n'
  expect(splitStatement(text)).toEqual({
    title: 'Sum',
    description: 'Add.',
    input: 'Two.\n\n## Interaction\n\nAsk.\n\n## Constraints\n\nc',
    output: 'O',
    hint: '',
    split: true,
    samples: [],
    isPaired: true,
  })
})

describe('headings in other languages', () => {
  test.each([
    ['Indata', 'Utdata'],
    ['Inntak', 'Úttak'],
    ['Eingabe', 'Ausgabe'],
    ['Entrada', 'Saída'],
    ['Формат входных данных', 'Формат выходных данных'],
    ['輸入格式', '輸出格式'],
    ['入力', '出力'],
    ['입력', '출력'],
    ['Input Description', 'Output Description'],
  ])('%s and %s begin the parts', (input, output) => {
    const text = `a\n\n## ${input}\n\nb\n\n## ${output.normalize('NFD')}\n\nc\n\n## Poängsättning\n\nd`
    expect(splitStatement(text)).toMatchObject({
      split: true,
      description: 'a',
      input: 'b',
      output: 'c\n\n## Poängsättning\n\nd',
    })
  })

  test('samples in traditional Chinese are samples', () => {
    const text = [
      '## 輸出格式',
      '和',
      '## 範例輸入 1',
      fence('1 2'),
      '## 範例輸出 1',
      fence('3'),
      '## 範例說明 1',
      '因為',
    ]
    const { output, hint, samples } = splitStatement(text.join('\n\n'))
    expect({ output, samples }).toEqual({ output: '和', samples: [{ input: '1 2\n', output: '3\n' }] })
    expect(hint).toBe('## 範例說明 1\n\n因為')
  })
})
