import { randomUUID } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { casesNamed, uploadOfDir } from '#server/modules/testset/casesByName.ts'
import { PACKAGE_BOUNDS } from '#server/modules/testset/files.ts'
import { sweepTestUploads } from '#server/modules/testset/upload.ts'
import { type ZipEntry, zipOf, zippedOf } from '../../support/packages.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'
import { uploadFile } from '../../support/uploadFile.ts'

let site: Site
let chief: Person
let writer: Person
let other: Person
let ada: Person
beforeAll(async () => {
  site = await startSite()
  chief = await addPerson(site, 'chief', { role: 'PROBLEM_ADMIN' })
  writer = await addPerson(site, 'writer', { role: 'ADMIN' })
  other = await addPerson(site, 'other', { role: 'ADMIN' })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

const ZIP = '/api/file/upload-testcase-zip'
const TESTS = '/api/file/upload-tests'

const bring = (
  path: string,
  content: Uint8Array | string,
  { as = writer, name }: { as?: Person | null; name?: string } = {},
) => uploadFile(site, path, content, { as, ...(name ? { name } : {}) })

const brought = async (files: Record<string, string | Uint8Array>, as = writer): Promise<string> =>
  (await bring(TESTS, zippedOf(files), { as })).data.id

const PAIRS = `pairs { stem input { name bytes notes head { text isWhole } } answer { name notes } } left { name }`
const uploadOf = (number: string, asking: Person | null = writer) =>
  site.graphql(
    `query ($number: String!) { testUpload(number: $number) { ${PAIRS} } }`,
    { number },
    asking ?? {},
  )

describe('a zip with too many files', () => {
  it('is refused from its directory, before any file of it is unpacked', async () => {
    const names = Array.from({ length: PACKAGE_BOUNDS.entries + 1 }, (_, at) => `${at}.in`)
    const zip = zipOf(names.map((name) => ({ name, content: name, method: 0 })))
    const before = await site.prisma.blob.count()
    for (const path of [ZIP, TESTS]) {
      const { status, msg } = await bring(path, zip)
      expect(status).toBe(400)
      expect(msg).toContain(`${PACKAGE_BOUNDS.entries}`)
    }
    expect(await site.prisma.blob.count()).toBe(before)
  })

  it('that is none is named as its owner calls it', async () => {
    expect((await bring(TESTS, 'no zip', { name: 'my tests.zip' })).msg).toContain('my tests.zip')
  })
})

describe('the upload of the reference system', () => {
  it('pairs the files at the root of a zip, and answers names and no path', async () => {
    const zip = zippedOf({
      '10.in': '10\r\n',
      '10.out': '',
      '2.in': '2',
      '2.ans': '2',
      'input7.txt': '7',
      'output7.txt': '7',
      'lonely.in': '1',
      'folder/3.in': '3',
      'readme.md': 'hello',
    })
    const { http, status, data, msg } = await bring(`${ZIP}?mode=default`, zip)
    expect({ http, status, msg }).toEqual({ http: 200, status: 200, msg: 'success' })
    expect(data.fileList).toEqual([
      { input: '2.in', output: '2.ans' },
      { input: '10.in', output: '10.out' },
      { input: 'input7.txt', output: 'output7.txt' },
      { input: 'lonely.in', output: 'lonely.out' },
    ])
    expect(data.fileListDir).toMatch(/^upload:[\da-f-]{36}$/)
  })

  it('puts all cases into one group where there are groups', async () => {
    const zip = zippedOf({ '1.in': '1', '1.out': '1' })
    for (const mode of ['subtask_lowest', 'subtask_average']) {
      const { data } = await bring(`${ZIP}?mode=${mode}`, zip)
      expect(data.fileList).toEqual([{ input: '1.in', output: '1.out', groupNum: 1 }])
    }
    expect((await bring(ZIP, zip)).data.fileList).toEqual([{ input: '1.in', output: '1.out' }])
  })

  it('takes its client, which shows a cookie alone', async () => {
    const form = new FormData()
    form.append('file', new Blob([Buffer.from(zippedOf({ '1.in': '1' }))]), '1.zip')
    const response = await fetch(`${site.url}${ZIP}?mode=default`, {
      method: 'POST',
      headers: { cookie: `JSESSIONID=${writer.token}` },
      body: form,
    })
    expect(((await response.json()) as { status: number }).status).toBe(200)
  })

  it.each([ZIP, TESTS])('is for those who set problems: %s', async (path) => {
    const zip = zippedOf({ '1.in': '1', '1.out': '1' })
    expect(await bring(path, zip, { as: null })).toMatchObject({ http: 401, status: 401 })
    expect(await bring(path, zip, { as: ada })).toMatchObject({ http: 403, status: 403 })
    for (const as of [writer, chief]) expect(await bring(path, zip, { as })).toMatchObject({ status: 200 })
  })

  it('hands its files to anyone who saves the problem, by the names and for their owner alone', async () => {
    const { data } = await bring(ZIP, zippedOf({ '1.in': 'one\n', '1.out': 'eins\n', '2.in': 'two\n' }))
    const uploadId = uploadOfDir(data.fileListDir) ?? ''
    const named = [
      { input: '2.in', output: '2.out', score: 3, subtask: 0 },
      { input: '1.in', output: '1.out', score: 4, subtask: 0 },
    ]
    const cases = await casesNamed(contextOf(site, writer), { uploadId }, named)
    expect(cases).toMatchObject([
      { input: { name: '2.in', size: 4 }, answer: '', score: 3 },
      { input: { name: '1.in' }, answer: { name: '1.out' }, score: 4 },
    ])
    await expect(casesNamed(contextOf(site, other), { uploadId }, named)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const forged = [{ ...named[0], input: '../../secrets', output: '', score: 0, subtask: 0 }]
    await expect(casesNamed(contextOf(site, writer), { uploadId }, forged)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(uploadOfDir('/judge/test_case/problem_1')).toBeNull()
  })
})

describe('the upload of our own client', () => {
  it('takes folders, without the one that holds them all, and says what it found', async () => {
    const id = await brought({
      'data/sample/1.in': '\ufeff1\r\n',
      'data/sample/1.ans': Buffer.from('\ufeff一', 'utf16le'),
      'data/secret/1.in': Buffer.from([0xc4, 0xe3]),
      'data/about.txt': '',
    })
    const { data, errors } = await uploadOf(id)
    expect(errors).toBeUndefined()
    expect(data.testUpload).toEqual({
      pairs: [
        {
          stem: 'sample/1',
          input: {
            name: 'sample/1.in',
            bytes: 2,
            notes: ['BYTE_ORDER_MARK', 'LINE_ENDS'],
            head: { text: '1\n', isWhole: true },
          },
          answer: { name: 'sample/1.ans', notes: ['UTF16'] },
        },
        {
          stem: 'secret/1',
          input: { name: 'secret/1.in', bytes: 2, notes: ['NOT_UTF8'], head: { text: '你', isWhole: true } },
          answer: null,
        },
      ],
      left: [{ name: 'about.txt' }],
    })
    for (const asking of [other, ada, null]) {
      expect((await uploadOf(id, asking)).errors?.[0]?.extensions?.code).toMatch(/NOT_FOUND|UNAUTHENTICATED/)
    }
  })

  it('gathers loose files in one upload, and the last of a name counts', async () => {
    const { data } = await bring(TESTS, '1', { name: '1.in' })
    const into = `${TESTS}?into=${data.id}`
    for (const [name, text] of [
      ['1.out', 'a'],
      ['../../2.in', 'b'],
      ['1.in', '22'],
    ] as const) {
      expect(await bring(into, text, { name })).toMatchObject({ status: 200, data: { id: data.id } })
    }
    const { pairs } = (await uploadOf(data.id)).data.testUpload
    expect(pairs).toMatchObject([
      { stem: '1', input: { bytes: 2 }, answer: { name: '1.out' } },
      { stem: '2', answer: null },
    ])
    expect(await bring(into, '1', { name: '1.in', as: other })).toMatchObject({ status: 404 })
    expect(await bring(`${TESTS}?into=${randomUUID()}`, '1', { name: '1.in' })).toMatchObject({ status: 404 })
  })

  it('reads names that Chinese systems packed', async () => {
    const name = Buffer.from([0xb2, 0xe2, 0xca, 0xd4, 0x2e, 0x69, 0x6e])
    const { data } = await bring(ZIP, zipOf([{ name, content: '1' }]))
    expect(data.fileList).toEqual([{ input: '测试.in', output: '测试.out' }])
  })

  it('is swept after a day', async () => {
    const id = await brought({ '1.in': '1' })
    const fresh = await brought({ '1.in': '1' })
    const long = new Date(Date.now() - 25 * 3600_000)
    await site.prisma.testUpload.update({ where: { id }, data: { createdAt: long } })
    await sweepTestUploads(contextOf(site, null))
    expect((await uploadOf(id)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    expect((await uploadOf(fresh)).errors).toBeUndefined()
  })
})

describe('a hostile archive', () => {
  const refused = async (content: Uint8Array, words: RegExp, path = TESTS) => {
    const { http, status, msg } = await bring(path, content)
    expect({ http, status }).toEqual({ http: 200, status: 400 })
    expect(msg).toMatch(words)
  }
  const entries = (...list: ZipEntry[]) => zipOf(list)

  it.each(['../evil.in', '/etc/1.in', 'C:/1.in', 'a//1.in', '1\n.in'])('with %j in it', (name) =>
    refused(entries({ name, content: '1' }), /path|name/i),
  )

  it('that is no zip, is broken, encrypted or without any test', async () => {
    await refused(Buffer.from('hello'), /zip/i)
    await refused(zippedOf({ '1.in': '1'.repeat(99) }).subarray(0, 60), /zip/i)
    await refused(entries({ name: '1.in', content: '1', crc: 7 }), /zip|damaged|broken/i)
    await refused(entries({ name: '1.in', content: '1', flags: 1 }), /password|encrypt/i)
    await refused(zippedOf({ 'readme.md': '1' }), /no pair/i)
    await refused(zippedOf({ 'folder/1.in': '1' }), /no pair/i, ZIP)
    await refused(entries({ name: '1.in', content: '1' }, { name: '1.in', content: '2' }), /twice|1\.in/i)
  })

  it('whose entries are too many', async () => {
    const many = Array.from({ length: PACKAGE_BOUNDS.entries + 1 }, (_, at) => ({
      name: `${at}/`,
      method: 0,
      mode: 0o40755,
    }))
    await refused(zipOf(many), /20,?000/)
  })

  it('that unpacks to hundreds of times its size', async () => {
    const zeros = deflateRawSync(Buffer.alloc(PACKAGE_BOUNDS.ratioFromBytes * 2))
    expect(zeros.length).toBeLessThan(200_000)
    await refused(zippedOf({ '1.in': Buffer.alloc(PACKAGE_BOUNDS.ratioFromBytes * 2) }), /times its own size/)
  })

  it('with a link in it, which leads nowhere', async () => {
    const id = (
      await bring(
        TESTS,
        entries({ name: '1.in', content: '1' }, { name: '1.out', content: '/etc/passwd', mode: 0o120777 }),
      )
    ).data.id
    expect((await uploadOf(id)).data.testUpload.pairs).toMatchObject([{ stem: '1', answer: null }])
  })
})
