import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '#server/events.ts'
import { exportPackage, packagedProblem } from '#server/modules/package/exporting.ts'
import { importPackage, tagsNamed } from '#server/modules/package/importing.ts'
import { sayReport } from '#server/modules/package/noteWords.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { overlap } from '../../support/overlap.ts'
import { hydroPackage, legacyIcpc, modernIcpc, unpackedOf, zippedOf } from '../../support/packages.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let author: Person
let helper: Person
let reader: Person

beforeAll(async () => {
  site = await startSite()
  author = await addPerson(site, 'author', { role: 'PROBLEM_ADMIN' })
  helper = await addPerson(site, 'helper', { role: 'ADMIN' })
  reader = await addPerson(site, 'reader')
})
afterAll(() => site.close())

describe('importing', () => {
  test('keeps the problem, hidden, with tests, tags, pictures and solutions', async () => {
    const report = await importPackage(contextOf(site, author), await unpackZip(zippedOf(modernIcpc())))
    const [{ displayId } = { displayId: null }] = report.problems
    expect(report).toMatchObject({ format: 'icpc', problems: [{ title: 'Scored Sum', refusal: null }] })
    const problem = await site.prisma.problem.findUniqueOrThrow({
      where: { displayId: displayId ?? '' },
      include: { statements: true, annexes: true, solutions: true, testset: true },
    })
    expect(problem).toMatchObject({ visibility: 'HIDDEN', authorId: author.id, fullScore: 100 })
    const ship = problem.annexes.find(({ name }) => name === 'ship.png')
    expect(problem.statements[0]?.output).toContain(`](/api/public/file/${ship?.id}/ship.png)`)
    expect(problem.testset?.caseCount).toBe(4)
    expect(problem.solutions).toMatchObject([{ name: 'accepted/sum.cpp', expected: ['ACCEPTED'] }])
  })

  test('publishes and names another author for those who may', async () => {
    const files = unpackedOf(legacyIcpc())
    await importPackage(contextOf(site, author), files, { publish: true, authorId: helper.id })
    const problem = await site.prisma.problem.findUniqueOrThrow({
      where: { displayId: 'HARBOUR' },
      include: { tags: { include: { tag: true } } },
    })
    expect(problem).toMatchObject({ visibility: 'PUBLIC', authorId: helper.id })
    expect(problem.tags.map(({ tag }) => tag.names)).toEqual([
      { 'en-US': 'arithmetic' },
      { 'en-US': 'warm-up' },
    ])
    await expect(importPackage(contextOf(site, helper), files, { publish: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(importPackage(contextOf(site, reader), files)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(importPackage(contextOf(site, null), files)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  test('takes each problem whole or not at all, and the others all the same', async () => {
    const before = await counts()
    const good = hydroPackage()
    const bad = Object.fromEntries(
      Object.entries(hydroPackage({ 'H100/testdata/a1.in': '9 9\n' })).map(([path, content]) => [
        path.replace('H100/', 'H200/'),
        content.replace('pid: H100', 'pid: h100').replace('入门', '全新标签'),
      ]),
    )
    const broken = { 'H300/problem.yaml': 'pid: [', 'H300/testdata/1.in': '' }
    const report = await importPackage(contextOf(site, author), unpackedOf({ ...good, ...bad, ...broken }))
    expect(
      report.problems.map(({ at, displayId, refusal }) => [at, displayId, refusal?.code ?? null]),
    ).toEqual([
      ['H100', 'H100', null],
      ['H200', null, 'PROBLEM_ID_TAKEN'],
      ['H300', null, 'PACKAGE_BROKEN'],
    ])
    const after = await counts()
    expect(after).toEqual({
      ...before,
      problems: before.problems + 1,
      testsets: before.testsets + 1,
      statements: before.statements + 1,
      annexes: before.annexes + 1,
      tags: before.tags + 1,
    })
  })

  test('leaves nothing of a problem whose last part fails', async () => {
    const before = await counts()
    // Everything is written by then: the database itself refuses the last row.
    await site.prisma.$executeRawUnsafe(
      `alter table "Solution" add constraint "closed" check (name <> 'accepted/sum.cpp') not valid`,
    )
    const fresh = legacyIcpc({ 'domjudge-problem.ini': "short-name = 'fresh'\n" })
    await expect(importPackage(contextOf(site, author), unpackedOf(fresh))).rejects.toThrow()
    await site.prisma.$executeRawUnsafe(`alter table "Solution" drop constraint "closed"`)
    expect(await counts()).toEqual(before)
  })

  test('makes a tag once that two packages at once are the first to name', async () => {
    const ctx = contextOf(site, author)
    const first = (ctx = contextOf(site, author)) => tagsNamed(ctx, ['Tidal'])
    const second = () => transact(contextOf(site, helper), (ctx) => tagsNamed(ctx, ['tidal']))
    const [id] = await overlap(site, ctx, first, second)
    const made = await site.prisma.tag.findMany({ where: { names: { path: ['en-US'], equals: 'Tidal' } } })
    expect(made).toMatchObject([{ id }])
  })

  test('is told in both languages', async () => {
    const files = unpackedOf(legacyIcpc())
    const report = await importPackage(contextOf(site, author), files)
    const english = sayReport(report, 'en-US').join('\n')
    expect(english).toContain('Format: ICPC / Kattis')
    expect(english).toContain('the package: not imported. Problem HARBOUR already exists.')
    expect(english).toContain(
      'skipped: commands the converter does not know stay visible in the text: \\frobnicate',
    )
    const chinese = sayReport(report, 'zh-CN').join('\n')
    expect(chinese).toContain('未保留：转换器不认识的命令原样保留在文本中：\\frobnicate')
    expect(english + chinese).not.toMatch(/package:\w|refusal:|\{\{/)
  })
})

async function counts() {
  const { prisma } = site
  return {
    problems: await prisma.problem.count(),
    testsets: await prisma.testset.count(),
    statements: await prisma.statement.count(),
    annexes: await prisma.annex.count(),
    solutions: await prisma.solution.count(),
    tags: await prisma.tag.count(),
  }
}

describe('exporting', () => {
  test('is for those who may see the tests', async () => {
    await expect(exportPackage(contextOf(site, reader), 'HARBOUR', 'icpc')).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(exportPackage(contextOf(site, author), 'NOWHERE', 'icpc')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await packagedProblem(contextOf(site, helper), 'HARBOUR')).displayId).toBe('HARBOUR')
  })

  test('gives the same bytes for the same problem', async () => {
    const [once, twice] = [
      await exportPackage(contextOf(site, author), 'H100', 'icpc'),
      await exportPackage(contextOf(site, author), 'H100', 'icpc'),
    ]
    expect(Buffer.from(once.zip).equals(twice.zip)).toBe(true)
    expect(once.name).toBe('H100.zip')
  })
})
