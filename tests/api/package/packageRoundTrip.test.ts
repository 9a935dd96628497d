import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES } from '#locales/i18n.ts'
import { problems, tagGroups } from '#prisma/seed/content.ts'
import type { SeedProblem } from '#prisma/seed/types.ts'
import { exportPackage, packagedProblem } from '#server/modules/package/exporting.ts'
import { type PackageProblem, WRITTEN_FORMATS } from '#server/modules/package/format.ts'
import { OWN_FILE } from '#server/modules/package/icpc/icpc.ts'
import { importPackage, readPackage, storePackageProblem } from '#server/modules/package/importing.ts'
import { Notes } from '#server/modules/package/report.ts'
import { PackageFiles } from '#server/modules/testset/files.ts'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { casesOf } from '../../support/seedCases.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let author: Person

beforeAll(async () => {
  site = await startSite()
  author = await addPerson(site, 'author', { role: 'ROOT' })
})
afterAll(() => site.close())

const tagNames = new Map(tagGroups.flatMap(({ tags }) => tags.map(({ key, name }) => [key, name['en-US']])))

const asPackage = (seed: SeedProblem): PackageProblem => ({
  displayId: seed.displayId,
  difficulty: seed.difficulty,
  scoring: seed.scoring,
  caseMode: seed.caseMode,
  ...seed.limits,
  outputBytes: null,
  checker: seed.checker,
  ...{
    interactor: seed.interactor,
    fileIo: seed.fileIo,
    userFiles: seed.userFiles,
    judgeFiles: seed.judgeFiles,
  },
  ...{
    openCases: seed.openCases,
    codeShare: seed.codeShare,
    templates: seed.templates,
    samples: seed.samples,
  },
  languageKeys: seed.userFiles['lantern.h'] ? ['cpp17o2', 'c11'] : [],
  statements: LOCALES.map((locale) => ({ locale, ...seed.statement[locale], source: seed.source[locale] })),
  tags: seed.tags.map((key) => tagNames.get(key) ?? key),
  testcases: casesOf(seed).map(({ input, answer, ...rest }, at) => ({
    ...rest,
    ...(at === 0 ? { line: 'gen 1' } : {}),
    input: Buffer.from(input),
    answer: answer === null ? null : Buffer.from(answer),
  })),
  annexes: seed.annexes.map(({ name, content }) => ({ name, content: Buffer.from(content) })),
  solutions: seed.solutions.map(({ language, source, verdict, score }, at) => ({
    name: `${verdict.toLowerCase()}-${at}`,
    language,
    source,
    expected: [verdict],
    score: score ?? null,
  })),
  makers: [
    ...[
      ['GENERATOR', 'gen.py', 'python3', 'print(1)\n', {}, 'testlib'] as const,
      [
        'GENERATOR',
        'tree',
        'cpp17',
        '#include "lib.h"\n',
        { 'lib.h': 'int a;\n', 'tree.cpp': '//\n' },
        'testlib',
      ] as const,
      [
        'GENERATOR',
        'both',
        'scripts',
        '#!/bin/sh\n',
        { run: '#!/bin/sh\n', 'a.py': '1\n' },
        'testlib',
      ] as const,
      ['VALIDATOR', 'val', 'cpp17', 'int main() {}\n', { 'v.h': '' }, 'testlib'] as const,
      ['VALIDATOR', 'val.py', 'python3', 'exit(42)\n', {}, 'kattis'] as const,
    ].map(([role, name, language, source, files, convention]) => ({
      role,
      name,
      language,
      source,
      convention,
      files: { ...files } as Record<string, string>,
    })),
  ],
  unmade: false,
  answersBy: null,
  refereeTests: [
    ...[false, true].map((accepts) => ({
      role: 'VALIDATOR' as const,
      name: `n is ${accepts ? 'one' : 'zero'}`,
      accepts,
      input: Buffer.from('0\r\n\0'),
      answer: null,
      output: null,
    })),
    ...[false, true].map((accepts) => ({
      role: 'CHECKER' as const,
      name: accepts ? 'other' : 'empty',
      accepts,
      input: Buffer.from('1\n'),
      answer: Buffer.from('2\n'),
      output: Buffer.from(''),
    })),
  ],
  script: '# one of them\ngen 1\n<#list 2..3 as i>\ngen ${i}\n</#list>\n',
})

/**
 * Everything of a problem in a form that can be compared; bytes as text, in which nothing is lost. Its visibility is
 * decided by who imports it.
 */
const comparable = ({ visibility: _, ...problem }: PackageProblem) => ({
  ...problem,
  testcases: problem.testcases.map(({ input, answer, ...rest }) => ({
    ...rest,
    input: Buffer.from(input).toString('latin1'),
    answer: answer && Buffer.from(answer).toString('latin1'),
  })),
  refereeTests: problem.refereeTests.map(({ input, answer, output, ...rest }) => ({
    ...rest,
    sides: [input, answer, output].map((side) => side && Buffer.from(side).toString('latin1')),
  })),
  annexes: problem.annexes.map(({ name, content }) => [name, Buffer.from(content).toString('latin1')]),
})

describe.each(problems)('$displayId $slug', (seed) => {
  test('comes back as it left, in either format', async () => {
    const ctx = contextOf(site, author)
    await storePackageProblem(ctx, asPackage(seed), { publish: true }, new Notes())
    const left = await packagedProblem(ctx, seed.displayId)
    for (const format of WRITTEN_FORMATS) {
      const { zip } = await exportPackage(ctx, seed.displayId, format)
      await site.prisma.problem.update({
        where: { displayId: seed.displayId },
        data: { displayId: `${format}-${seed.displayId}` },
      })
      const report = await importPackage(ctx, await unpackZip(zip))
      expect(report).toMatchObject({ format, problems: [{ displayId: seed.displayId, refusal: null }] })
      expect(comparable(await packagedProblem(ctx, seed.displayId))).toEqual(comparable(left))
    }
  })

  test('is an ICPC package for those who know nothing of us', async () => {
    const { zip } = await exportPackage(contextOf(site, author), seed.displayId, 'icpc')
    const files = await unpackZip(zip)
    expect(new PackageFiles(files).foldersIn('')).toEqual(
      expect.arrayContaining(['data', 'problem_statement']),
    )
    files.delete(OWN_FILE)
    if (seed.interactor || seed.checker.kind === 'program') return
    const [read] = readPackage(files)
    // Inputs that are valid have no place in the format.
    expect(read?.problem.refereeTests.map(({ role, accepts }) => [role, accepts])).toEqual([
      ['VALIDATOR', false],
      ['CHECKER', false],
      ['CHECKER', true],
    ])
    const { testcases, samples } = asPackage(seed)
    expect(read?.problem).toMatchObject({
      displayId: seed.displayId,
      scoring: seed.scoring,
      caseMode: seed.scoring === 'ACM' ? 'ALL' : seed.caseMode,
      timeMs: seed.limits.timeMs,
      memoryMb: seed.limits.memoryMb,
      samples,
    })
    const judged = read?.problem.testcases ?? []
    expect(judged).toHaveLength(testcases.length + (seed.scoring === 'ACM' ? samples.length : 0))
    if (seed.scoring === 'OI') {
      expect(judged.map(({ subtask, score }) => [subtask, score])).toEqual(
        testcases.map(({ subtask, score }) => [subtask, score]),
      )
    }
    for (const { locale, title, description, input, output } of read?.problem.statements ?? []) {
      expect({ title, description, input, output }).toMatchObject({
        title: seed.statement[locale].title,
        description: seed.statement[locale].description,
        input: seed.statement[locale].input,
        output: seed.statement[locale].output,
      })
    }
  })
})

test('an interactor that leaves the verdict to a checker says so when it leaves, and comes back with it', async () => {
  const ctx = contextOf(site, author)
  const [seed] = problems
  if (!seed) throw new Error('no problem')
  const interactor = { language: 'cpp17', source: 'int main() {}', convention: 'polygon' } as const
  const checkers = [
    { kind: 'tokens', caseSensitive: true },
    { kind: 'program', language: 'cpp17', source: 'int main() { return 1; }', convention: 'testlib' },
  ] as const
  for (const [at, checker] of checkers.entries()) {
    const displayId = `TALK${at}`
    const talking = { ...asPackage(seed), displayId, interactor, checker }
    await storePackageProblem(ctx, talking, {}, new Notes())
    for (const format of WRITTEN_FORMATS) {
      const { zip, notes } = await exportPackage(ctx, displayId, format)
      expect(notes.map(({ kind, key }) => `${kind} ${key}`)).toContain('leftOut interactorChecker')
      const [read] = readPackage(await unpackZip(zip))
      expect(read?.problem).toMatchObject({ interactor, checker })
    }
  }
})
