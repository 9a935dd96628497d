import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importPackage, readPackage } from '#server/modules/package/importing.ts'
import { FPS_HEAD, fpsItem, fpsTest, fpsText } from '../../support/fpsPackages.ts'
import { hojPackage, hydroPackage, modernIcpc, qduojPackage, unpackedOf } from '../../support/packages.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

function read(files: Record<string, string>) {
  const [one] = readPackage(unpackedOf(files))
  const [statement] = one?.problem.statements ?? []
  if (!one || !statement) throw new Error('no statement')
  const missing = one.report.notes.filter(({ key }) => key === 'pictureMissing').map(({ file }) => file)
  const isConverted = one.report.notes.some(({ key }) => key === 'html')
  return { statement, missing, isConverted, annexes: one.problem.annexes.map(({ name }) => name) }
}

/** A HOJ package whose problem has these texts. */
function hojOf(texts: Record<string, string>) {
  const files = hojPackage()
  const words = JSON.parse(files['problem_1000.json'] ?? '')
  return {
    ...files,
    'problem_1000.json': JSON.stringify({ ...words, problem: { ...words.problem, ...texts } }),
  }
}

describe('Markdown of HOJ', () => {
  test('stays as it is, with formulas, code and comparisons', () => {
    const texts = {
      description:
        ' $1\\le l<p \\le n$，满足 $a_l>a_p$。 if (x<b && y>c)\n\n```cpp\nvector<vector<int>> a; // <br>\n```\n',
      input: '用 `vector<a>` 与 `<b>`',
      output: '* a\n* b  \n',
      hint: '$$\na<b>c\n$$',
    }
    const { statement, isConverted } = read(hojOf(texts))
    expect(statement).toMatchObject(texts)
    expect(isConverted).toBe(false)
  })

  test('loses no words in tags, and says which pictures are missing', () => {
    const { statement, missing, isConverted } = read(
      hojOf({
        description: '## 题目\n\n<p>第一段</p>\n\n*a*<br>b',
        input: '![图](/api/public/img/a.png)',
        output: '<img src="/api/public/img/b.png">',
      }),
    )
    expect(statement.description).toBe('## 题目\n\n第一段\n\n*a*\\\nb')
    expect(statement.input).toBe('![图](/api/public/img/a.png)')
    expect(missing).toEqual(['/api/public/img/a.png', '/api/public/img/b.png'])
    expect(isConverted).toBe(true)
  })
})

describe('Markdown of Kattis', () => {
  const described = (markdown: string) =>
    read(modernIcpc({ 'statement/problem.en.md': markdown, 'statement/ship.png': '\x89PNG' })).statement
      .description

  test('loses the places of samples, which stand behind the statement, but not in code', () => {
    expect(described('One.\n\n{{nextsample}}\n\nTwo {{ remainingsamples }}three.\n')).toBe(
      'One.\n\nTwo three.',
    )
    const code = '`{{nextsample}}`\n\n```\n{{remainingsamples}}\n```\n\n* `a`'
    expect(described(`${code} {{nextsample}}\n`)).toBe(code)
  })

  test('has formulas in the brackets of LaTeX, with signs of Markdown in them, but not in code', () => {
    expect(described('An integer \\(N*M\\) (\\(1 \\le a_N*b_N \\le 10\\)), `\\(x\\)` and $\\(y\\)$.\n')).toBe(
      'An integer $N*M$ ($1 \\le a_N*b_N \\le 10$), `\\(x\\)` and $\\(y\\)$.',
    )
    expect(described('So\n\\[ x^2 \\]\nand | a \\(b\n\nc\\) |\n')).toBe(
      'So\n\n\n$$\nx^2\n$$\n\n\nand | a \\(b\n\nc\\) |',
    )
  })

  test('loses the attributes of pictures, and keeps braces elsewhere', () => {
    const text = '![A ship](ship.png){width=50%}{.left #ship} {a=b}\n\n`![](ship.png){width=1cm}` $x_{a=b}$'
    expect(described(text)).toMatch(
      /^!\[A ship\]\(annex:ship\.png\) \{a=b\}\n\n`.*\{width=1cm\}` \$x_\{a=b\}\$$/,
    )
    expect(described('![](ship.png){1, 2}')).toBe('![](annex:ship.png){1, 2}')
  })
})

test.each([
  ['给定两个整数，求它们的和。', 'zh-CN'],
  ['Add two integers.', 'en-US'],
])('a Kattis statement without a language, %s, is in %s', (text, locale) => {
  const others = Object.entries(modernIcpc()).filter(([path]) => !/problem\.\w+\.\w+$/.test(path))
  const named = { ...Object.fromEntries(others), 'statement/problem.md': text }
  expect(read(named).statement.locale).toBe(locale)
})

test('QDUOJ texts are read as what their format says', () => {
  const { statement, missing } = read(
    qduojPackage({
      description: { format: 'markdown', value: 'a < b, `vector<a>`\n\n* x\n* <b>y</b>' },
      input_description: {
        format: 'html',
        value: '<p>\n\ta*b*c\n</p>\n<p>\n\t2<sup>n+1</sup> <img src="/public/upload/a.png"></p>',
      },
      output_description: { value: '<p><strong>输出 </strong>和</p>' },
    }),
  )
  expect(statement.description).toBe('a < b, `vector<a>`\n\n* x\n* **y**')
  expect(statement.input).toBe('a\\*b\\*c\n\n2$^{n+1}$ ![](/public/upload/a.png)')
  expect(statement.output).toBe('**输出** 和')
  expect(missing).toEqual(['/public/upload/a.png'])
})

const HYDRO = `## 题目描述

<p>one</p>
<center><img src="file://图 (1).png" width="300"></center>

<span class="x">*two*</span> ![](file://%E5%9B%BE%20(1).png?type=additional_file) \`file://图.png\`

<a href="file://map.txt">map</a> ![lost](file://lost.png)

## 输入格式

first<br>second
`
const hydroFiles = () =>
  hydroPackage({ 'H100/problem_zh.md': HYDRO, 'H100/additional_file/图 (1).png': '\x89PNG' })

describe('Hydro', () => {
  test('statements keep what stands in HTML, with its attachments, and name what the package lacks', () => {
    const { statement, missing } = read(hydroFiles())
    expect(statement.description).toBe(
      'one\n\n![](annex:%E5%9B%BE%20%281%29.png)\n\n*two* ![](annex:%E5%9B%BE%20%281%29.png) `file://图.png`\n\n' +
        '[map](annex:map.txt) ![lost](file://lost.png)',
    )
    expect(statement.input).toBe('first\\\nsecond')
    expect(missing).toEqual(['file://lost.png'])
  })

  test('samples are taken from blocks under their headings, and their explanations stay', () => {
    const text = '## 样例输入 1\n\n```\n1 2\n```\n\n## 样例输出 1\n\n```\n3\n```\n\n## 样例解释\n\n1+2=3\n'
    const shown = (more: string) => {
      const [one] = readPackage(unpackedOf(hydroPackage({ 'H100/problem_zh.md': more })))
      const { problem, report } = one ?? { problem: null, report: null }
      return { ...problem, said: report?.notes.map(({ key }) => key) }
    }
    const { samples, statements, said } = shown(`${text}\n\`\`\`output2\n4\n\`\`\`\n`)
    expect(samples).toEqual([
      { input: '', output: '4\n' },
      { input: '1 2\n', output: '3\n' },
    ])
    expect(statements?.[0]?.hint).toBe('## 样例解释\n\n1+2=3')
    expect(said).not.toContain('samplesUnpaired')
    const unpaired = shown('## 样例\n\n```\n1 2\n```\n')
    expect(unpaired).toMatchObject({ samples: [], statements: [{ hint: '## 样例\n\n```\n1 2\n```' }] })
    expect(unpaired.said).toContain('samplesUnpaired')
  })
})

const fpsOf = (description: string) => ({
  'set.xml': `${FPS_HEAD}${fpsItem('题 &lt; 1', fpsTest('1 2\n', '3\n')).replace('求 a+b', () => description)}</fps>`,
})

describe('FPS', () => {
  test('tables, lists and formulas of editors stay readable', () => {
    const { statement } = read(
      fpsOf(
        '</span><ol>\n\t<li>\n\t\t一\n\t</li>\n\t<li>\n\t\t二\n\t</li>\n</ol>' +
          '<table><tr><th>\n\t名<br /></th><th>型</th></tr><tr><td>id</td><td>int</td></tr></table>' +
          '<p><span class="katex"><math><annotation encoding="application/x-tex">10\\,007</annotation></math>10007</span> 以内</p><span>',
      ),
    )
    expect(statement.title).toBe('题 < 1')
    expect(statement.description.replace(/ {2,}|-{2,}/g, (run) => run[0] ?? '')).toBe(
      '1. 一\n2. 二\n\n| 名 | 型 |\n| - | - |\n| id | int |\n\n$10\\,007$ 以内',
    )
  })

  test('pictures are annexes, also those within the text, and others are named', () => {
    const data = Buffer.from('\x89PNG\r\n\x1a\n a picture in the text', 'latin1').toString('base64')
    const { statement, missing, annexes } = read({
      'waves.xml': fpsText().replace(
        '<img src="/upload/wave.png">',
        `<img src="http://oj.example.org/upload/wave.png"><img src="/upload/lost.png">` +
          `<img src="http://else.example/a.png" alt="波"><img src="data:image/png;base64,${data}">`,
      ),
    })
    expect(annexes).toHaveLength(2)
    expect(statement.description).toContain(`![](annex:${annexes.find((name) => /^picture-1-/.test(name))})`)
    expect(statement.description).toContain('[波](http://else.example/a.png)')
    expect(missing).toEqual(['/upload/lost.png', 'http://else.example/a.png'])
  })

  test('Markdown in it is left as it is', () => {
    const text = '# 题目\n\n- `a<b>`\n- **c** d'
    expect(read({ 'a.xml': fpsText().replace('Two integers', text) }).statement.input).toBe(text)
  })

  test.each([
    ["<span class='md'>\n### 题目\n\n- `C` < 5\n- **c** d\n</span>", '### 题目\n\n- `C` < 5\n- **c** d'],
    [
      '<p>一<br>二</p><div class="md"># 三\n\n<div>四</div>\n\n*五*</div><p>六</p>',
      '一\\\n二\n\n# 三\n\n四\n\n*五*\n\n六',
    ],
    ['[md]**a**[/md]<p>b</p>[md]- c', '**a**\n\nb\n\n- c'],
  ])('Markdown that HUSTOJ marks stays Markdown: %j', (text, expected) => {
    expect(read(fpsOf(text)).statement.description).toBe(expected)
  })

  test('marks without end are read in a moment', () => {
    const began = performance.now()
    for (const part of ['[md]', '<span class="md">', '[md][/md]', '<div class="md"></div>'])
      expect(typeof read(fpsOf(part.repeat(20_000))).statement.description).toBe('string')
    expect(performance.now() - began).toBeLessThan(15_000)
  })
})

describe('imported', () => {
  let site: Site
  let author: Person
  beforeAll(async () => {
    site = await startSite()
    author = await addPerson(site, 'author', { role: 'PROBLEM_ADMIN' })
  })
  afterAll(() => site.close())

  test('pictures with any name lead to their files', async () => {
    const { problems } = await importPackage(contextOf(site, author), unpackedOf(hydroFiles()))
    const { description } = await site.prisma.statement.findFirstOrThrow({
      where: { problem: { displayId: problems[0]?.displayId ?? '' } },
    })
    expect(description).not.toContain('annex:')
    expect([...description.matchAll(/!\[\]\(\/[^()\s]+\)/g)]).toHaveLength(2)
  })
})
