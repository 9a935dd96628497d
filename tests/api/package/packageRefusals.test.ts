import { describe, expect, test } from 'vitest'
import { refusalOf } from '#server/core/errors.ts'
import { say } from '#server/doors/asking.ts'
import { findProblems } from '#server/modules/package/formats.ts'
import { readPackage } from '#server/modules/package/importing.ts'
import { parseXml } from '#server/modules/package/xml.ts'
import { parseYaml } from '#server/modules/package/yaml.ts'
import { PACKAGE_BOUNDS, PackageFiles } from '#server/modules/testset/files.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { fpsText } from '../../support/fpsPackages.ts'
import {
  hojPackage,
  hydroPackage,
  legacyIcpc,
  polygonPackage,
  qduojPackage,
  unpackedOf,
  type ZipEntry,
  zipOf,
} from '../../support/packages.ts'

/** The code of the refusal that the work ends with; anything else fails the test. */
async function refusalFrom(work: () => unknown) {
  try {
    await work()
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return refusal.code
  }
  return null
}

function refusalThrownBy(work: () => unknown) {
  try {
    work()
  } catch (error) {
    return refusalOf(error)
  }
  return null
}

const unzipped = (...entries: ZipEntry[]) => refusalFrom(() => unpackZip(zipOf(entries)))

test('an answer file that HOJ names and lacks is refused by name', () => {
  const { 'problem_1000/2.out': _, ...files } = hojPackage()
  const refusal = refusalThrownBy(() => readPackage(unpackedOf(files)))
  expect(refusal).toMatchObject({ code: 'PACKAGE_INCOMPLETE', parameters: { file: 'problem_1000/2.out' } })
})

describe('names that lead out of a package', () => {
  test.each([
    '../evil',
    'a/../../evil',
    'a/./b',
    '/etc/passwd',
    'C:/windows',
    'c:evil',
    'a//b',
    'a\u0000b',
    'line\nbreak',
    `${'long/'.repeat(100)}name`,
  ])('%j', async (name) => {
    expect(await unzipped({ name })).toBe('PACKAGE_PATH')
  })
})

describe('an entry that is not a plain file', () => {
  test('an encrypted entry', async () => {
    expect(await unzipped({ name: 'secret', content: 'x', flags: 1 })).toBe('PACKAGE_ENCRYPTED')
  })

  test('the same name twice, and a file where a folder is', async () => {
    expect(await unzipped({ name: 'a' }, { name: 'a' })).toBe('PACKAGE_DUPLICATE')
    expect(await unzipped({ name: 'a' }, { name: 'a/b' })).toBe('PACKAGE_DUPLICATE')
    expect(await unzipped({ name: 'a/' }, { name: 'a/' }, { name: 'a/b' })).toBeNull()
  })
})

describe('too much', () => {
  const tight = {
    ...PACKAGE_BOUNDS,
    fileBytes: 1000,
    totalBytes: 2500,
    entries: 5,
    ratioFromBytes: 100_000_000,
  }
  const unzippedTight = (...entries: ZipEntry[]) =>
    refusalFrom(() => unpackZip(zipOf(entries), { bounds: tight }))
  const content = Buffer.alloc(900)

  test('of one file, of all, and of files', async () => {
    expect(await unzippedTight({ name: 'a', content: Buffer.alloc(1001) })).toBe('PACKAGE_TOO_LARGE')
    expect(await unzippedTight({ name: 'a', content }, { name: 'b', content })).toBeNull()
    expect(await unzippedTight({ name: 'a', content }, { name: 'b', content }, { name: 'c', content })).toBe(
      'PACKAGE_TOO_LARGE',
    )
    const many = Array.from({ length: 6 }, (_, at) => ({ name: `f${at}` }))
    expect(await unzippedTight(...many)).toBe('PACKAGE_TOO_LARGE')
  })

  test('in so little that it can only be a bomb', async () => {
    const bounds = { ...PACKAGE_BOUNDS, ratioFromBytes: 1_000_000 }
    const bomb = zipOf([{ name: 'zeros', content: Buffer.alloc(5_000_000) }])
    expect(await refusalFrom(() => unpackZip(bomb, { bounds }))).toBe('PACKAGE_BOMB')
  })

  test('behind a claim of little', async () => {
    expect(await unzipped({ name: 'liar', content: Buffer.alloc(100_000), claimedSize: 10 })).toBe(
      'PACKAGE_NO_ZIP',
    )
  })

  test('tests that compress well are no bomb', async () => {
    const files = await unpackZip(zipOf([{ name: 'ones.in', content: '1 '.repeat(2_000_000) }]))
    expect(files.get('ones.in')?.length).toBe(4_000_000)
  })
})

describe('an upload that is not a zip', () => {
  test('is broken', async () => {
    expect(await refusalFrom(() => unpackZip(Buffer.from('no archive at all')))).toBe('PACKAGE_NO_ZIP')
    expect(await refusalFrom(() => unpackZip(new Uint8Array()))).toBe('PACKAGE_NO_ZIP')
    const whole = zipOf([{ name: 'a', content: 'words '.repeat(50) }])
    expect(await refusalFrom(() => unpackZip(whole.subarray(0, whole.length - 30)))).toBe('PACKAGE_NO_ZIP')
    expect(await unzipped({ name: 'a', content: 'words', crc: 1 })).toBe('PACKAGE_NO_ZIP')
    expect(await unzipped({ name: 'a', content: 'words', method: 99 })).toBe('PACKAGE_BROKEN')
  })

  test('every shorter or bent version of a good one is refused or read, never more', async () => {
    const good = zipOf(Object.entries(legacyIcpc()).map(([name, content]) => ({ name, content })))
    for (let at = 0; at < good.length; at += 37) {
      const bent = Uint8Array.from(good)
      bent[at] = (bent[at] ?? 0) ^ 0x55
      await refusalFrom(async () => readPackage(await unpackZip(bent)))
      await refusalFrom(() => unpackZip(good.subarray(0, at)))
    }
  })
})

describe('XML', () => {
  const refused = (text: string) => refusalFrom(() => parseXml(text, 'problem.xml'))

  test('with a document type or entities', async () => {
    expect(await refused('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>')).toBe(
      'PACKAGE_XML_DTD',
    )
    const laughs = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><l>&b;</l>'
    expect(await refused(laughs)).toBe('PACKAGE_XML_DTD')
    expect(await refused('<a>&evil;</a>')).toBe('PACKAGE_XML_DTD')
    expect(parseXml('<a>&lt;&amp;&#65;</a>', 'a.xml').text).toBe('<&A')
  })

  test('with a document type that only names its rules is read, and nothing is resolved', async () => {
    for (const type of [
      'a',
      'a SYSTEM "http://example.org/evil.dtd"',
      "a PUBLIC '-//x [y]//EN'\n 'file:///etc/passwd'  ",
    ]) {
      expect(parseXml(`<?xml version="1.0"?>\n<!DOCTYPE ${type}>\n<a>1</a>`, 'a.xml').text).toBe('1')
      expect(await refused(`<!DOCTYPE ${type}><a>&evil;</a>`)).toBe('PACKAGE_XML_DTD')
    }
    for (const type of [
      'a SYSTEM "x" [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]',
      'a []',
      'a [%p;]',
      `a SYSTEM "${'x'.repeat(2000)}"`,
    ]) {
      expect(await refused(`<!DOCTYPE ${type}><a/>`)).toBe('PACKAGE_XML_DTD')
    }
  })

  test('that is broken, too deep or too much', async () => {
    expect(await refused('<a><b></a>')).toBe('PACKAGE_BROKEN')
    expect(await refused('nothing')).toBe('PACKAGE_BROKEN')
    expect(await refused('<a>'.repeat(100) + '</a>'.repeat(100))).toBe('PACKAGE_TOO_LARGE')
    expect(await refused(`<a>${'<b/>'.repeat(500_001)}</a>`)).toBe('PACKAGE_TOO_LARGE')
  })

  test('of an FPS and of a Polygon package', async () => {
    const evil = fpsText().replace('<fps', '<!DOCTYPE fps [<!ENTITY x "y">]>\n<fps')
    expect(await refusalFrom(() => readPackage(unpackedOf({ 'set.xml': evil })))).toBe('PACKAGE_XML_DTD')
    const polygon = polygonPackage()
    const subset = '<!DOCTYPE problem [<!ELEMENT problem ANY>]>\n<problem '
    const doctype = (polygon['problem.xml'] ?? '').replace('<problem ', subset)
    expect(await refusalFrom(() => readPackage(unpackedOf({ ...polygon, 'problem.xml': doctype })))).toBe(
      'PACKAGE_XML_DTD',
    )
  })
})

describe('YAML', () => {
  const refused = (text: string) => refusalFrom(() => parseYaml(text, 'problem.yaml'))

  test('with aliases, merges or tags', async () => {
    expect(await refused('a: &a [x]\nb: *a\n')).toBe('PACKAGE_YAML_ALIAS')
    expect(await refused('a: &a {x: 1}\nb:\n  <<: *a\n')).toBe('PACKAGE_YAML_ALIAS')
    expect(await refused('a: !!js/function "x"\n')).toBe('PACKAGE_YAML_ALIAS')
    const laughs = [
      'a: &a [x,x]',
      ...'bcdefgh'.split('').map((name, at) => `${name}: &${name} [*${'abcdefg'[at]},*${'abcdefg'[at]}]`),
    ]
    expect(await refused(laughs.join('\n'))).toBe('PACKAGE_YAML_ALIAS')
  })

  test('that is broken or too long', async () => {
    expect(await refused('a: [1, 2')).toBe('PACKAGE_BROKEN')
    expect(await refused(`a: ${'x'.repeat(2_000_000)}`)).toBe('PACKAGE_TOO_LARGE')
    expect(await refused('['.repeat(50_000))).toBe('PACKAGE_BROKEN')
  })

  test('with a key twice', async () => {
    for (const text of ['a: 1\nb: 2\na: 3\n', 'a: {x: 1, "x": 2}', '- {1: a, 1: b}'])
      expect(await refused(text), text).toBe('PACKAGE_BROKEN')
    expect(parseYaml('a: {x: 1}\nb: {x: 1}\n', 'problem.yaml')).toEqual({ a: { x: 1 }, b: { x: 1 } })
  })

  test('of many keys is read in a moment', () => {
    const keys = Array.from({ length: 60_000 }, (_, at) => `k${at}: 1\n`)
    const began = performance.now()
    expect(Object.keys(parseYaml(keys.join(''), 'problem.yaml') ?? {})).toHaveLength(60_000)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  test('cannot reach a prototype', () => {
    parseYaml('__proto__:\n  polluted: yes\n', 'problem.yaml')
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })
})

describe('texts made to be slow', () => {
  const LONG = 200_000
  const texts = [
    '<a <a ',
    '<input>',
    '[![',
    '\n```input1\n',
    '# ',
    ' ',
    ' \n',
    '<pre>',
    '<!--',
    '<img ',
    '\\item[',
    '\\begin{a}',
    '$',
    '{{',
    '\\textbf{ ',
    '~',
    '\\begin{tabular}{l}',
    '&#1',
    '`',
    '(file://',
  ].map((piece) => [piece, `${piece.repeat(Math.ceil(LONG / piece.length))}x`] as const)

  test.each(texts)('%j', (_, slow) => {
    const began = performance.now()
    const html = fpsText().replace('<![CDATA[Two integers]]>', `<![CDATA[${slow}]]>`)
    readPackage(unpackedOf({ 'set.xml': html }))
    readPackage(
      unpackedOf(
        legacyIcpc({
          'problem_statement/problem.en.tex': slow,
          'problem_statement/problem.zh.md': slow,
          'domjudge-problem.ini': slow,
        }),
      ),
    )
    readPackage(unpackedOf(hydroPackage({ 'H100/problem_zh.md': slow })))
    const [name = '', json = ''] = Object.entries(hojPackage())[0] ?? []
    const { problem, ...rest } = JSON.parse(json)
    readPackage(
      unpackedOf({
        ...hojPackage(),
        [name]: JSON.stringify({ ...rest, problem: { ...problem, examples: slow, hint: slow } }),
      }),
    )
    // A moment at most, also on a busy machine; what is quadratic takes minutes.
    expect(performance.now() - began).toBeLessThan(15_000)
  })
})

describe('limits that cannot be meant', () => {
  const limits = async (files: Record<string, string>) => {
    try {
      readPackage(unpackedOf(files))
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal?.code !== 'PACKAGE_LIMIT') throw error
      return refusal.parameters
    }
    return null
  }
  const SENSELESS = ['-1', '0', '.nan', 'abc', '1e12', '[1]', 'true']

  test.each(SENSELESS)('%s in an ICPC package', async (value) => {
    for (const name of ['time_limit', 'memory', 'output']) {
      const yaml = `name: X\nlimits:\n  ${name}: ${value}\n`
      expect(await limits(legacyIcpc({ 'problem.yaml': yaml }))).toMatchObject({
        limit: `limits.${name}`,
        file: 'problem.yaml',
      })
    }
  })

  test.each(['-1', '0', 'NaN', 'abc', '1e12'])('%s in the other formats', async (value) => {
    expect(await limits(legacyIcpc({ 'domjudge-problem.ini': `timelimit = ${value}\n` }))).toMatchObject({
      limit: 'timelimit',
      value,
    })
    const polygon = (polygonPackage()['problem.xml'] ?? '').replace(
      '134217728',
      value === '1e12' ? '1e30' : value,
    )
    expect(await limits(polygonPackage({ 'problem.xml': polygon }))).toMatchObject({ limit: 'memory-limit' })
    const fps = fpsText().replace('<![CDATA[1500]]>', value)
    expect(await limits({ 'set.xml': fps })).toMatchObject({ limit: 'time_limit', file: 'set.xml#1', value })
    const config = hydroPackage()['H100/testdata/config.yaml'] ?? ''
    expect(
      await limits(hydroPackage({ 'H100/testdata/config.yaml': config.replace('500ms', `"${value}"`) })),
    ).toMatchObject({ limit: 'time' })
    const [name = '', json = ''] = Object.entries(hojPackage())[0] ?? []
    const hoj = json.replace('"memoryLimit":64', `"memoryLimit":"${value}"`)
    expect(await limits({ ...hojPackage(), [name]: hoj })).toMatchObject({ limit: 'memoryLimit' })
    expect(await limits(qduojPackage({ time_limit: value }))).toMatchObject({ limit: 'time_limit' })
    const uoj = `use_builtin_judger on\nuse_builtin_checker ncmp\nn_tests 1\ntime_limit ${value}\n`
    const tests = { 'input1.txt': '1\n', 'output1.txt': '1\n', '1.in': '1\n', '1.out': '1\n' }
    expect(await limits({ 'problem.conf': uoj, ...tests })).toMatchObject({ limit: 'time_limit' })
    const luogu = { 'config.yml': `1.in:\n  timeLimit: "${value}"\n  score: 100\n`, ...tests }
    expect(await limits(luogu)).toMatchObject({ limit: '1.in: timeLimit' })
  })
})

describe('what cannot be judged here', () => {
  const read = (files: Record<string, string>) => refusalFrom(() => readPackage(unpackedOf(files)))

  test('is no package', async () => {
    expect(
      await refusalFrom(() => findProblems(new PackageFiles(unpackedOf({ 'readme.txt': 'hello' })))),
    ).toBe('PACKAGE_UNKNOWN')
    expect(await read({})).toBe('PACKAGE_UNKNOWN')
  })

  test.each([['SYZOJ Tools', 'sum/problem.yml', 'type: traditional\ncases: 20\n']])(
    'is a package of %s, which is named',
    (format, file, settings) => {
      const files = unpackedOf({ [file]: settings, [file.replace(/[^/]*$/, '1.in')]: '1\n' })
      const refusal = refusalThrownBy(() => findProblems(new PackageFiles(files)))
      expect(refusal).toMatchObject({ code: 'PACKAGE_UNKNOWN', parameters: { file, format } })
      for (const locale of ['zh-CN', 'en-US'] as const) {
        const words = refusal ? say(locale, refusal) : ''
        expect(words).toContain(file)
        expect(words).toContain(format)
        expect(words).toContain('Polygon')
      }
    },
  )

  test('lacks something', async () => {
    expect(await read(legacyIcpc({ 'problem.yaml': 'name: X\nvalidation: custom\n' }))).toBe(
      'PACKAGE_INCOMPLETE',
    )
    const { 'tests/02': _, ...generated } = polygonPackage()
    expect(await read(generated)).toBe('PACKAGE_INCOMPLETE')
    const { 'data/secret/01-large.ans': __, ...unanswered } = legacyIcpc()
    expect(await read(unanswered)).toBe('PACKAGE_INCOMPLETE')
    const { 'H100/testdata/b1.in': ___, ...lost } = hydroPackage()
    expect(await read(lost)).toBe('PACKAGE_INCOMPLETE')
  })

  test('lacks the folder of its tests, which is named', async () => {
    const without = (files: Record<string, string>, folder: string) =>
      Object.fromEntries(Object.entries(files).filter(([path]) => !path.includes(folder)))
    const missing = async (files: Record<string, string>) => {
      try {
        readPackage(unpackedOf(files))
      } catch (error) {
        return refusalOf(error)?.parameters.file
      }
      return null
    }
    expect(await missing(without(polygonPackage(), 'tests/'))).toBe('tests/')
    const bare = hydroPackage({ 'H100/testdata/config.yaml': 'time: 1s\n' })
    expect(await missing(without(bare, '.in'))).toBe('H100/testdata/')
  })

  test('asks for what the judge has not', async () => {
    expect(
      await read(
        legacyIcpc({ 'problem.yaml': 'name: X\nvalidation: custom\n', 'output_validators/v.lua': 'x' }),
      ),
    ).toBe('PACKAGE_VALIDATOR')
    expect(await read(hydroPackage({ 'H100/testdata/config.yaml': 'type: communication\n' }))).toBe(
      'PACKAGE_UNUSABLE',
    )
  })
})
