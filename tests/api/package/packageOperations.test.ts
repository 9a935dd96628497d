import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runOperation } from '#server/modules/operation/running.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { works } from '#server/works.ts'
import { globalId } from '../../support/judgeable.ts'
import { hydroPackage, legacyIcpc, zippedOf } from '../../support/packages.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'
import { uploadFile } from '../../support/uploadFile.ts'

let site: Site
let root: Person
let other: Person
let setter: Person
let member: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  other = await addPerson(site, 'other', { role: 'ROOT' })
  setter = await addPerson(site, 'setter', { role: 'ADMIN' })
  member = await addPerson(site, 'member')
})
afterAll(() => site.close())

type Asking = Person | null
const HIDDEN = { visibility: 'HIDDEN' } as const
const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code

/** One that is whole, one of its name, and one that cannot be read. */
const mixed = (name: string) => {
  const whole = (folder: string) =>
    Object.fromEntries(
      Object.entries(hydroPackage()).map(([path, content]) => [
        path.replace('H100', folder),
        content.replace('pid: H100', `pid: ${name}`),
      ]),
    )
  return { ...whole('a'), ...whole('b'), 'c/problem.yaml': 'pid: [', 'c/testdata/1.in': '' }
}

const send = (path: string, as: Asking, content: Uint8Array, name = 'set.zip') =>
  uploadFile(site, `/api/file/${path}`, content, { as, name })

const bring = async (files: Record<string, string>, asking = root) =>
  ((await send('upload-package', asking, zippedOf(files))).data as { id: string }).id

const IMPORT = `mutation ($input: ImportPackageInput!) { importPackage(input: $input) { id total } }`
const EXPORT = `mutation ($input: ExportProblemsInput!) { exportProblems(input: $input) { id total } }`
const SEEN = `state done total refused failure resultUrl owner { username }
  report(first: 50) { edges { node { subject code notes } } }`

/** How an operation ends, as its maker follows it. */
async function ended(id: string, asking: Person) {
  const live = await site.subscribe(
    `subscription ($id: ID!) { operationChanged(id: $id) { ${SEEN} } }`,
    { id },
    asking,
  )
  for (;;) {
    const one = (await live.next()).data.operationChanged
    if (['QUEUED', 'RUNNING'].includes(one.state)) continue
    live.close()
    return { ...one, lines: one.report.edges.map(({ node }: { node: object }) => node) }
  }
}

const linesOf = (lines: { subject: string; code: string | null }[]) =>
  lines.map(({ subject, code }) => [subject, code])

describe('the import of a package', () => {
  it('takes in each problem whole or not at all, says what became of it, and keeps no package', async () => {
    const file = await bring(mixed('OPS1'))
    expect((await fetch(`${site.url}/api/public/file/${file}.zip`)).status).toBe(404)
    const before = await site.prisma.statement.count()
    const { data, errors } = await site.graphql(IMPORT, { input: { file } }, root)
    expect(errors).toBeUndefined()
    expect(data.importPackage.total).toBe(3)
    const { lines, ...seen } = await ended(data.importPackage.id, root)
    expect(seen).toMatchObject({ state: 'DONE', done: 3, refused: 2, resultUrl: null })
    expect(linesOf(lines)).toEqual([
      [expect.stringMatching(/^OPS1 /), null],
      [expect.any(String), 'PROBLEM_ID_TAKEN'],
      ['c', 'PACKAGE_BROKEN'],
    ])
    expect(lines[0].notes.join('\n')).toContain('imported: ')
    const made = await site.prisma.problem.findUniqueOrThrow({
      where: { displayId: 'OPS1' },
      include: { statements: true },
    })
    expect(made).toMatchObject({ visibility: 'HIDDEN', authorId: root.id })
    expect(await site.prisma.statement.count()).toBe(before + made.statements.length)
    expect(await site.prisma.file.findUnique({ where: { id: file } })).toBeNull()
  })

  it('opens a package that the storage did not answer for a moment ago', async () => {
    const file = await bring(mixed('OPS0'))
    const { place } = await site.prisma.file.findUniqueOrThrow({ where: { id: file } })
    const path = join(site.settings.dataDir, 'files', place)
    await rename(path, `${path}.away`)
    const start = () => site.graphql(IMPORT, { input: { file } }, root)
    expect((await start()).errors).toHaveLength(1)
    await rename(`${path}.away`, path)
    const { data, errors } = await start()
    expect(errors).toBeUndefined()
    expect(await ended(data.importPackage.id, root)).toMatchObject({ state: 'DONE', done: 3 })
  })

  it('counts points as the setter chooses', async () => {
    const { 'domjudge-problem.ini': _, ...files } = legacyIcpc({
      'problem.yaml': 'name: Chosen\ntype: scoring\n',
      'data/testdata.yaml': 'on_reject: continue\ngrader_flags: ignore_sample\n',
      'data/secret/testdata.yaml': 'accept_score: 15\non_reject: continue\n',
    })
    const fulls: number[] = []
    for (const points of ['CASE', 'GROUP', null]) {
      const { data } = await site.graphql(IMPORT, { input: { file: await bring(files), points } }, root)
      const { lines } = await ended(data.importPackage.id, root)
      const displayId = lines[0].subject.split(' ')[0]
      fulls.push((await site.prisma.problem.findUniqueOrThrow({ where: { displayId } })).fullScore)
    }
    expect(fulls).toEqual([30, 15, 30])
  })

  it('goes on where it was when it is begun again, and takes nothing in twice', async () => {
    const file = await bring(mixed('OPS2'))
    const fileRow = await site.prisma.file.findUniqueOrThrow({ where: { id: file } })
    const { id } = await site.prisma.operation.create({
      data: {
        kind: 'PROBLEM_IMPORT',
        total: 3,
        input: { fileId: fileRow.id, publish: true },
        ownerId: root.id,
      },
    })
    const dying = {
      ...works,
      PROBLEM_IMPORT: {
        ...works.PROBLEM_IMPORT,
        step: async (...given: Parameters<typeof works.PROBLEM_IMPORT.step>) => {
          if (given[1].done === 1) throw new Error('the server died')
          return works.PROBLEM_IMPORT.step(...given)
        },
      },
    }
    await expect(runOperation(contextOf(site, null), dying, id)).rejects.toThrow('died')
    await runOperation(contextOf(site, null), works, id)
    const lines = await site.prisma.operationLine.findMany({
      where: { operationId: id },
      orderBy: { id: 'asc' },
    })
    expect(lines.map(({ code }) => code)).toEqual([null, 'PROBLEM_ID_TAKEN', 'PACKAGE_BROKEN'])
    expect(await site.prisma.problem.count({ where: { displayId: 'OPS2', visibility: 'PUBLIC' } })).toBe(1)
  })

  it('is for who sets problems, with a package of their own that is one', async () => {
    const file = await bring({ 'readme.md': 'nothing' })
    expect(codeOf(await site.graphql(IMPORT, { input: { file } }, root))).toBe('PACKAGE_UNKNOWN')
    expect(codeOf(await site.graphql(IMPORT, { input: { file } }, other))).toBe('NOT_FOUND')
    expect(codeOf(await site.graphql(IMPORT, { input: { file: 'f'.repeat(32) } }, root))).toBe('NOT_FOUND')
    const broken = (await send('upload-package', root, Buffer.from('no zip'), 'my.zip')).data as {
      id: string
    }
    const refused = await site.graphql(IMPORT, { input: { file: broken.id } }, root)
    expect(codeOf(refused)).toBe('PACKAGE_NO_ZIP')
    expect(refused.errors?.[0]?.message).toContain('my.zip')
    for (const asking of [member, null]) {
      const http = asking ? 403 : 401
      expect(codeOf(await site.graphql(IMPORT, { input: { file } }, asking ?? {}))).toBe(
        asking ? 'FORBIDDEN' : 'UNAUTHENTICATED',
      )
      for (const path of ['upload-package', 'import-problem'])
        expect((await send(path, asking, zippedOf({ 'a.txt': '' }))).http).toBe(http)
      const headers: Record<string, string> = asking ? { authorization: asking.token } : {}
      expect((await fetch(`${site.url}/api/file/export-problem?pid=1`, { headers })).status).toBe(http)
    }
  })

  it('is for teachers too: for hidden problems of their own, and not by the calls of the reference system', async () => {
    const file = await bring(mixed('OPS9'), setter)
    const publish = await site.graphql(IMPORT, { input: { file, publish: true } }, setter)
    expect(codeOf(publish)).toBe('FORBIDDEN')
    expect(codeOf(await site.graphql(IMPORT, { input: { file } }, other))).toBe('NOT_FOUND')
    const { data } = await site.graphql(IMPORT, { input: { file } }, setter)
    const { lines } = await ended(data.importPackage.id, setter)
    expect(linesOf(lines)[0]).toEqual([expect.stringMatching(/^OPS9 /), null])
    expect(await site.prisma.problem.findUnique({ where: { displayId: 'OPS9' } })).toMatchObject({
      visibility: 'HIDDEN',
      authorId: setter.id,
    })
    expect((await send('import-problem', setter, zippedOf({ 'a.txt': '' }))).http).toBe(403)
    const headers = { authorization: setter.token }
    expect((await fetch(`${site.url}/api/file/export-problem?pid=1`, { headers })).status).toBe(403)
  })
})

describe('the calls of the reference system', () => {
  it('take in what can be taken in, and name the rest in a message that is safe as HTML', async () => {
    const files = mixed('OPS3')
    const [first = '', ...rest] = ['import-hydro-problem', 'import-problem', 'import-fps-problem']
    const partly = await send(
      first,
      root,
      zippedOf({ ...files, '<b>/problem.yaml': 'pid: [', '<b>/testdata/1.in': '' }),
    )
    expect(partly).toMatchObject({ http: 200, status: 400, data: null })
    expect(partly.msg).toContain('1 imported, 3 refused:<br>')
    expect(partly.msg).toContain('&lt;b&gt;')
    expect(partly.msg).not.toContain('<b>')
    for (const [at, path] of rest.entries()) {
      const one = legacyIcpc({ 'domjudge-problem.ini': `short-name = 'calls${at}'\n` })
      expect(await send(path, root, zippedOf(one))).toMatchObject({ http: 200, status: 200, data: null })
      expect(
        await site.prisma.problem.count({ where: { displayId: `CALLS${at}`, visibility: 'PUBLIC' } }),
      ).toBe(1)
    }
  })

  it('leave hidden what a package of HOJ calls hidden, also one that they exported', async () => {
    const visibilityOf = async (displayId: string) =>
      (await site.prisma.problem.findUniqueOrThrow({ where: { displayId } })).visibility
    const foreign = (problemId: string, auth: number | null) => ({
      [`${problemId}.json`]: JSON.stringify({
        judgeMode: 'default',
        samples: [{ input: '1.in', output: '1.out' }],
        problem: { problemId, title: problemId, auth },
      }),
      [`${problemId}/1.in`]: '1',
      [`${problemId}/1.out`]: '1',
    })
    const files = {
      ...foreign('AUTH0', null),
      ...foreign('AUTH1', 1),
      ...foreign('AUTH2', 2),
      ...foreign('AUTH3', 3),
    }
    expect(await send('import-problem', root, zippedOf(files))).toMatchObject({ status: 200 })
    const found = await Promise.all([0, 1, 2, 3].map((auth) => visibilityOf(`AUTH${auth}`)))
    expect(found).toEqual(['PUBLIC', 'PUBLIC', 'HIDDEN', 'CONTEST_ONLY'])
    const ids = await site.prisma.problem.findMany({ where: { displayId: { startsWith: 'AUTH' } } })
    const query = ids.map(({ id }) => `pid=${id}`).join('&')
    const answer = await fetch(`${site.url}/api/file/export-problem?${query}`, {
      headers: { authorization: root.token },
    })
    const zip = new Uint8Array(await answer.arrayBuffer())
    await site.prisma.problem.deleteMany({ where: { displayId: { startsWith: 'AUTH' } } })
    expect(await send('import-problem', root, zip)).toMatchObject({ status: 200 })
    expect(await Promise.all([0, 1, 2, 3].map((auth) => visibilityOf(`AUTH${auth}`)))).toEqual(found)
  })

  it('export several problems as one zip', async () => {
    const [one, two] = [await addProblem(site, root, 'OUT1'), await addProblem(site, root, 'OUT2')]
    const get = (query: string) =>
      fetch(`${site.url}/api/file/export-problem?${query}`, { headers: { authorization: root.token } })
    const answer = await get(`pid=${one.id}&pid=${two.id}`)
    expect(answer.headers.get('content-type')).toBe('application/x-download')
    expect(answer.headers.get('content-disposition')).toMatch(/filename=problem_export_\d+\.zip/)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect([...(await unpackZip(bytes)).keys()]).toEqual(
      expect.arrayContaining(['problem_OUT1.json', 'problem_OUT1/1.in', 'problem_OUT2.json']),
    )
    expect((await get('pid=0')).status).toBe(404)
    expect((await get('')).status).toBe(400)
  })
})

describe('the export of a selection', () => {
  const exported = (ids: number[], asking: Asking, format = 'HOJ') =>
    site.graphql(EXPORT, { input: { ids: ids.map((id) => globalId('Problem', id)), format } }, asking ?? {})

  it.each(['HOJ', 'ICPC'])('is one %s archive, which its maker alone fetches', async (format) => {
    const ids = [
      (await addProblem(site, setter, `${format}A`, HIDDEN)).id,
      (await addProblem(site, setter, `${format}B`, HIDDEN)).id,
      (await addProblem(site, root, `${format}C`)).id,
    ]
    const { data, errors } = await exported(ids, setter, format)
    expect(errors).toBeUndefined()
    const { lines, ...seen } = await ended(data.exportProblems.id, setter)
    expect(seen).toMatchObject({ state: 'DONE', done: 3, refused: 1 })
    expect(linesOf(lines)).toEqual([
      [`${format}A Sum ${format}A`, null],
      [`${format}B Sum ${format}B`, null],
      [`${format}C`, 'FORBIDDEN'],
    ])
    const fetched = await fetch(`${site.url}${seen.resultUrl}`, { headers: { authorization: setter.token } })
    const paths = [...(await unpackZip(new Uint8Array(await fetched.arrayBuffer()))).keys()].join('\n')
    expect(paths).toContain(format === 'HOJ' ? 'problem_HOJA/1.in' : 'ICPCA/problem.yaml')
    expect(paths).not.toContain(`${format}C`)
    for (const asking of [root, member])
      expect(
        (await fetch(`${site.url}${seen.resultUrl}`, { headers: { authorization: asking.token } })).status,
      ).toBe(404)
  })

  it('is refused to users who manage no problems, and without a selection', async () => {
    expect(codeOf(await exported([], setter))).toBe('NOTHING_TO_EXPORT')
    expect(codeOf(await exported([1], member))).toBe('FORBIDDEN')
    expect(codeOf(await exported([1], null))).toBe('UNAUTHENTICATED')
  })
})
