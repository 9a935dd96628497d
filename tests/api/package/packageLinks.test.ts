import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { refusalOf } from '#server/core/errors.ts'
import { readPackage } from '#server/modules/package/importing.ts'
import { PACKAGE_BOUNDS } from '#server/modules/testset/files.ts'
import { readFolder, type Unpacked, unpackZip } from '#server/modules/testset/unpack.ts'
import { legacyIcpc, type ZipEntry, zipOf } from '../../support/packages.ts'

const LINK = 0o120777

const root = mkdtempSync(join(tmpdir(), 'links-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folders = 0

/** The same package as a zip and as a folder; `links` says where each leads. */
async function bothWays(
  files: Record<string, string>,
  links: Record<string, string>,
): Promise<{ zip: Unpacked; folder: Unpacked }> {
  const entries: ZipEntry[] = [
    ...Object.entries(links).map(([name, content]) => ({ name, content, mode: LINK })),
    ...Object.entries(files).map(([name, content]) => ({ name, content })),
  ]
  const folder = join(root, String(++folders))
  const place = (name: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    return join(folder, name)
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(place(name), content)
  for (const [name, target] of Object.entries(links)) symlinkSync(target, place(name))
  return { zip: await unpackZip(zipOf(entries)), folder: await readFolder(folder) }
}

const texts = (files: Unpacked) =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]).sort())

describe('links in a package', () => {
  test('that stay inside are followed: to files, folders, through links, and links in linked folders', async () => {
    const { zip, folder } = await bothWays(
      { 'common/validate.h': 'header', 'data/secret/1.in': '1', 'a/sub/x': 'x' },
      {
        'p/validate.h': '../common/validate.h',
        'p/tests': '../data/./secret/',
        'p/through.in': 'tests/1.in',
        'p/twice': 'through.in',
        'a/sub/one.in': '../../p/twice',
        'b/copy': '../a',
      },
    )
    const all = {
      'common/validate.h': 'header',
      'data/secret/1.in': '1',
      'a/sub/x': 'x',
      'p/validate.h': 'header',
      'p/tests/1.in': '1',
      'p/through.in': '1',
      'p/twice': '1',
      'a/sub/one.in': '1',
      'b/copy/sub/x': 'x',
      'b/copy/sub/one.in': '1',
    }
    expect(texts(zip)).toEqual(texts(new Map(Object.entries(all).map(([k, v]) => [k, Buffer.from(v)]))))
    expect(texts(folder)).toEqual(texts(zip))
    expect([zip.left, folder.left]).toEqual([[], []])
  })

  test('that lead out, nowhere or in a circle are passed over, and said', async () => {
    const { zip, folder } = await bothWays(
      { 'a/x': 'x', 'b/y': 'y' },
      {
        passwd: '/etc/passwd',
        out: '../../../etc/passwd',
        'a/back-in': '../../1/a/x',
        nowhere: 'a/z',
        'a/self': 'self',
        'a/me': '.',
        'a/up': '..',
        'a/to-b': '../b',
        'b/to-a': '../a',
        ping: 'pong',
        pong: 'ping',
      },
    )
    for (const unpacked of [zip, folder]) {
      expect(unpacked.left?.map(({ file, key }) => [key, file]).sort()).toEqual(
        ['a/back-in', 'a/me', 'a/self', 'a/up', 'nowhere', 'out', 'passwd', 'ping', 'pong']
          .map((file) => ['link', file])
          .sort(),
      )
      expect(texts(unpacked)).toMatchObject({ 'a/x': 'x', 'a/to-b/y': 'y', 'b/to-a/x': 'x' })
      expect(unpacked.size).toBeLessThan(12)
    }
  })

  test('that name their own folder from the root of the machine are read as from there', async () => {
    const folder = join(root, 'absolute')
    mkdirSync(join(folder, 'data'), { recursive: true })
    writeFileSync(join(folder, 'data/1.in'), '1')
    symlinkSync(join(folder, 'data/1.in'), join(folder, 'again.in'))
    expect(texts(await readFolder(folder))).toEqual({ 'again.in': '1', 'data/1.in': '1' })
  })

  test('count as what they add: they multiply neither bytes nor entries', async () => {
    const bounds = { ...PACKAGE_BOUNDS, totalBytes: 5000, entries: 200 }
    const links = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: `l${at}`, content: 'big', mode: LINK }))
    const big = { name: 'big', content: Buffer.alloc(1000, 'x') }
    expect((await unpackZip(zipOf([big, ...links(3)]), { bounds })).size).toBe(4)
    await expect(unpackZip(zipOf([big, ...links(5)]), { bounds })).rejects.toMatchObject({
      code: 'PACKAGE_TOO_LARGE',
    })
    // Ten storeys of two links each to the storey below would be a thousand files.
    const storeys = Array.from({ length: 10 }, (_, at) =>
      ['x', 'y'].map((name) => ({ name: `s${at + 1}/${name}`, content: `../s${at}`, mode: LINK })),
    ).flat()
    await expect(unpackZip(zipOf([{ name: 's0/f' }, ...storeys]), { bounds })).rejects.toMatchObject({
      code: 'PACKAGE_TOO_LARGE',
    })
  })

  test('are no way to write through them', async () => {
    const entries = [
      { name: 'a', content: 'b', mode: LINK },
      { name: 'a/x', content: '1' },
    ]
    await expect(unpackZip(zipOf(entries))).rejects.toMatchObject({ code: 'PACKAGE_DUPLICATE' })
  })
})

describe('what costs an entry and not the package', () => {
  test('a backslash, a device, a pipe', async () => {
    const entries: ZipEntry[] = Object.entries(legacyIcpc()).map(([name, content]) => ({ name, content }))
    const unpacked = await unpackZip(
      zipOf([
        ...entries,
        { name: 'submissions/accepted/so\\lution.cpp', content: 'x' },
        { name: '..\\evil', content: 'x' },
        { name: 'device', mode: 0o020666 },
        { name: 'pipe', mode: 0o010644 },
      ]),
    )
    expect(unpacked.left?.map(({ key }) => key)).toEqual(['backslash', 'backslash', 'notPlain', 'notPlain'])
    const [read] = readPackage(unpacked)
    expect(read?.problem.solutions).toHaveLength(4)
    expect(read?.report.notes).toEqual(
      expect.arrayContaining([
        { kind: 'leftOut', key: 'backslash', file: 'submissions/accepted/so\\\\lution.cpp', parameters: {} },
      ]),
    )
  })

  test('nothing else there is a refusal', async () => {
    await expect(unpackZip(zipOf([{ name: 'device', mode: 0o020666 }]))).rejects.toMatchObject({
      code: 'PACKAGE_PATH',
    })
  })
})

describe('names with backslashes', () => {
  const zip = (names: string[]) => unpackZip(zipOf(names.map((name) => ({ name, content: 'x' }))))
  const refused = async (names: string[]) => {
    const error = await zip(names).catch((error) => error)
    return refusalOf(error)?.code
  }

  test('are folders where all names of an archive are such, and stay inside', async () => {
    const files = await zip(['P\\data\\1.in', 'P\\problem.yaml', 'readme'])
    expect([...files.keys()].sort()).toEqual(['P/data/1.in', 'P/problem.yaml', 'readme'])
    for (const name of ['..\\x', 'a\\..\\..\\x', '\\x', 'C:\\x', '\\\\host\\x', 'a\\.\\x']) {
      expect(await refused([name])).toBe('PACKAGE_PATH')
    }
    expect(await refused(['a\\x', 'a\\x'])).toBe('PACKAGE_DUPLICATE')
  })

  test('beside names with slashes are skipped, and named where nothing else is left', async () => {
    const { left } = await zip(['a/1.in', 'a\\2.in'])
    expect(left).toEqual([{ file: 'a\\\\2.in', key: 'backslash' }])
    expect(await refused(['a/b\\1.in'])).toBe('PACKAGE_BACKSLASH')
  })
})
