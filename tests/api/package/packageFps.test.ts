import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importPackage, readPackage } from '#server/modules/package/importing.ts'
import { FPS_HEAD, fpsItem, fpsTest } from '../../support/fpsPackages.ts'
import { unpackedOf } from '../../support/packages.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

const fps = (...items: string[]) => `${FPS_HEAD}${items.join('')}</fps>\n`
const text = (bytes: Uint8Array | null | undefined) => (bytes ? Buffer.from(bytes).toString() : null)
const problemsOf = (source: string | Uint8Array) => readPackage(unpackedOf({ 'set.xml': source }))
const pair = fpsTest('1 2\n', '3\n')

describe('exports of HUSTOJ as they are', () => {
  test('with the public document type, blank lines before it, and a data section in pieces', () => {
    const [read, ...others] = problemsOf(
      fps(fpsItem('和 ]]> 差', fpsTest('a]]>b\n', '') + fpsTest('2\n', '4\n')), fpsItem('第二题', pair)),
    )
    expect(others).toHaveLength(1)
    expect(read?.problem).toMatchObject({ timeMs: 1000, memoryMb: 128, statements: [{ locale: 'zh-CN' }] })
    expect(read?.problem.statements[0]?.title).toBe('和 ]]> 差')
    expect(read?.problem.testcases.map(({ input, answer }) => [text(input), text(answer)])).toEqual([
      ['a]]>b\n', ''],
      ['2\n', '4\n'],
    ])
  })

  test('with samples that have neither input nor output, which are none', () => {
    const empty = fpsItem('和', pair).replace(/(<sample_\w+><!\[CDATA\[)[^\]]*/g, '$1')
    expect(problemsOf(fps(empty))[0]?.problem.samples).toEqual([])
  })

  test('in GBK whatever the declaration says, and with a byte order mark', () => {
    // 求和 in GBK.
    const title = Buffer.from([0xc7, 0xf3, 0xba, 0xcd])
    const [before = '', after = ''] = fps(fpsItem('@@', pair))
      .replace(/\p{Script=Han}/gu, '')
      .split('@@')
    const bytes = Buffer.concat([Buffer.from(before), title, Buffer.from(after)])
    expect(problemsOf(bytes)[0]?.report.title).toBe('求和')
    expect(problemsOf(`\uFEFF${fps(fpsItem('标记', pair)).trimStart()}`)[0]?.report.title).toBe('标记')
  })

  test('in the encoding it declares, unless it is UTF-8 or no text of that encoding', () => {
    const declared = (encoding: string, title: Buffer) => {
      const [before = '', after = ''] = fps(fpsItem('@@', pair))
        .replace(/\p{Script=Han}/gu, '')
        .trimStart()
        .replace(/^<\?xml[^>]*\?>/, '')
        .split('@@')
      const head = `<?xml version="1.0" encoding="${encoding}"?>`
      return Buffer.concat([Buffer.from(head + before), title, Buffer.from(after)])
    }
    const titleOf = (bytes: Buffer) => problemsOf(bytes)[0]?.report.title
    // 中文 in Big5, Привет in Windows-1251, 求和 in GBK.
    const big5 = Buffer.from([0xa4, 0xa4, 0xa4, 0xe5])
    const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
    const gbk = Buffer.from([0xc7, 0xf3, 0xba, 0xcd])
    expect(titleOf(declared('Big5', big5))).toBe('中文')
    expect(titleOf(declared('windows-1251', cyrillic))).toBe('Привет')
    for (const encoding of ['Big5', 'GBK', 'utf-16', 'no-such'])
      expect(titleOf(declared(encoding, Buffer.from('求和')))).toBe('求和')
    for (const encoding of ['UTF-8', 'utf-16', 'no-such', 'us-ascii-2'])
      expect(titleOf(declared(encoding, gbk))).toBe('求和')
    const utf16 = Buffer.from(`\ufeff${declared('utf-16', Buffer.from('标记'))}`, 'utf16le')
    expect(titleOf(utf16)).toBe('标记')
  })

  test('with characters in the tests that no XML may hold', () => {
    const [read] = problemsOf(fps(fpsItem('字符', fpsTest('\u0001\u001a', 'x\n'))))
    expect(text(read?.problem.testcases[0]?.input)).toBe('\u0001\u001a')
  })

  test('of tests paired by name, and none guessed', () => {
    const shuffled =
      fpsTest('1\n', null, 'a') +
      fpsTest('2\n', null, 'b') +
      '<test_output name="b">4</test_output><test_output name="a">2</test_output>'
    const [read] = problemsOf(fps(fpsItem('对', shuffled)))
    expect(read?.problem.testcases.map(({ input, answer }) => [text(input), text(answer)])).toEqual([
      ['1\n', '2'],
      ['2\n', '4'],
    ])
    const lost = fps(fpsItem('缺', fpsTest('1\n', null) + fpsTest('2\n', '4\n')))
    expect(() => problemsOf(lost)).toThrow(expect.objectContaining({ code: 'PACKAGE_INCOMPLETE' }))
  })

  test('with code around the program, which the report keeps', () => {
    const around =
      '<prepend language="C"><![CDATA[int two() { return 2; }\n]]></prepend><append language="C">// end</append>'
    const [read] = problemsOf(fps(fpsItem('围', pair + around)))
    expect(read?.report.notes.filter(({ key }) => key === 'key').map(({ parameters }) => parameters)).toEqual(
      [
        { key: 'prepend (C)', value: 'int two() { return 2; }' },
        { key: 'append (C)', value: '// end' },
      ],
    )
  })

  test('with checkers in several languages, of which one can be used here', () => {
    const spj = (language: string, source: string) =>
      `<spj language="${language}"><![CDATA[${source}]]></spj>`
    const [read] = problemsOf(
      fps(
        fpsItem(
          '检查',
          pair,
          spj('FreeBasic', 'PRINT 1') + spj('C++', 'int main(){}') + spj('C', 'main(){}'),
        ),
      ),
    )
    expect(read?.problem.checker).toMatchObject({ kind: 'program', language: 'cpp17o2' })
    expect(read?.report.notes.filter(({ key }) => key === 'checkers').map(({ file }) => file)).toEqual([
      'set.xml#1: spj FreeBasic',
      'set.xml#1: spj C',
    ])
  })

  test('of many megabytes', () => {
    const line = '123456789 '.repeat(100)
    const tests = Array.from({ length: 40 }, (_, at) => fpsTest(`${at} ${line.repeat(400)}\n`, '1\n')).join(
      '',
    )
    const [read] = problemsOf(Buffer.from(fps(fpsItem('大', tests))))
    expect(read?.problem.testcases).toHaveLength(40)
    expect(read?.problem.testcases[39]?.input.byteLength).toBe(400_004)
  })
})

describe('importing a set', () => {
  let site: Site
  let author: Person
  beforeAll(async () => {
    site = await startSite()
    author = await addPerson(site, 'author', { role: 'PROBLEM_ADMIN' })
  })
  afterAll(() => site.close())

  test('items without tests become hidden drafts, and a bad item keeps no other out', async () => {
    const items = [
      fpsItem('完整', pair),
      fpsItem('没有数据'),
      fpsItem('', pair),
      fpsItem('实体', pair).replace('<url>', '&evil;<url>'),
      fpsItem('负数', pair).replace('<![CDATA[1]]>', '-1'),
      fpsItem('最后', pair),
    ]
    const files = unpackedOf({ 'set.xml': fps(...items), 'torn.xml': fps(fpsItem('撕裂')).slice(0, 600) })
    const report = await importPackage(contextOf(site, author), files, { publish: true })
    expect(report.problems.map(({ at, refusal }) => [at, refusal?.code ?? null])).toEqual([
      ['set.xml#1', null],
      ['set.xml#2', null],
      ['set.xml#3', 'PACKAGE_INCOMPLETE'],
      ['set.xml#4', 'PACKAGE_XML_DTD'],
      ['set.xml#5', 'PACKAGE_LIMIT'],
      ['set.xml#6', null],
      ['torn.xml', 'PACKAGE_BROKEN'],
    ])
    expect(report.problems[1]?.notes).toEqual(
      expect.arrayContaining([{ kind: 'leftOut', key: 'noTests', file: null, parameters: {} }]),
    )
    const problems = await site.prisma.problem.findMany({
      where: { displayId: { in: report.problems.flatMap(({ displayId }) => displayId ?? []) } },
      orderBy: { id: 'asc' },
      select: { visibility: true, testsetId: true },
    })
    expect(problems.map(({ visibility, testsetId }) => [visibility, testsetId !== null])).toEqual([
      ['PUBLIC', true],
      ['HIDDEN', false],
      ['PUBLIC', true],
    ])
  })

  test('what declares anything is refused whole', async () => {
    const evil = fps(fpsItem('x', pair)).replace('.dtd" >', '.dtd" [<!ENTITY x "y">]>')
    const report = await importPackage(contextOf(site, author), unpackedOf({ 'set.xml': evil }))
    expect(report.problems.map(({ refusal }) => refusal?.code)).toEqual(['PACKAGE_XML_DTD'])
  })
})
