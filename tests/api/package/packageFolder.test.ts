import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { legacyIcpc, zippedOf } from '../../support/packages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'
import { uploadFile } from '../../support/uploadFile.ts'

let site: Site
let teacher: Person
let other: Person
let ada: Person
beforeAll(async () => {
  site = await startSite()
  teacher = await addPerson(site, 'teacher', { role: 'ADMIN' })
  other = await addPerson(site, 'other', { role: 'ADMIN' })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

const VALIDATOR = 'import sys\nsys.exit(42)\n'
/** A package with a checker of its own, as teachers download them. */
const custom = (change: Record<string, string> = {}) => {
  const { 'domjudge-problem.ini': _, ...files } = legacyIcpc({
    'problem.yaml': 'name: Two ships\nvalidation: custom\nlimits:\n  memory: 512\n  time_limit: 2\n',
    'output_validators/validator/validate.py': VALIDATOR,
    'submissions/slow_accepted/late.py': 'print(sum(map(int, input().split())))\n',
    ...change,
  })
  return files
}

/** Uploads a zip for the form of a new problem; the number of the upload. */
const bring = async (files: Record<string, string | Uint8Array>, as: Person = teacher): Promise<string> =>
  (
    await uploadFile(site, '/api/file/upload-tests?isProblem=true', zippedOf(files), {
      as,
      name: 'ships.zip',
    })
  ).data.id

const FOUND = `query ($number: String!) { testUpload(number: $number) { findings {
  package { format count } checker { file program { convention } } makers { file role }
  solutions { name expected } } } }`
const found = async (number: string) =>
  (await site.graphql(FOUND, { number }, teacher)).data.testUpload.findings

const IMPORT = `mutation ($input: ImportFolderInput!) { importFolder(input: $input) { format problems {
  title code message notes problem { number displayId visibility author { username } timeLimitMs memoryLimitMib
    title solutions { name expected } makers { role name } testset { caseCount } } } } }`
const take = async (upload: string, as: Person | null = teacher, points: string | null = null) => {
  const { data, errors } = await site.graphql(IMPORT, { input: { upload, points } }, as ?? {})
  return { ...data?.importFolder, code: errors?.[0]?.extensions?.code }
}

describe('a folder that is a package', () => {
  it('is named as such, and comes in whole as a hidden problem of who brought it', async () => {
    const upload = await bring(custom())
    expect((await found(upload)).package).toEqual({ format: 'ICPC / Kattis', count: 1 })
    const { problems } = await take(upload)
    const [{ problem, notes, code }] = problems
    expect(code).toBeNull()
    expect(problem).toMatchObject({
      title: 'Two ships',
      visibility: 'HIDDEN',
      author: { username: 'teacher' },
      timeLimitMs: 2000,
      memoryLimitMib: 512,
      makers: [{ role: 'VALIDATOR', name: 'check.py' }],
    })
    expect(problem.solutions).toContainEqual({
      name: 'slow_accepted/late.py',
      expected: ['ACCEPTED', 'TIME_LIMIT_EXCEEDED'],
    })
    expect(problem.testset.caseCount).toBe(3)
    expect(notes.join('\n')).toContain('imported: checker program')
    const row = await site.prisma.problem.findUniqueOrThrow({ where: { displayId: problem.displayId } })
    expect(row.checker).toMatchObject({ kind: 'program', convention: 'kattis' })
    // It has served.
    expect((await take(upload)).code).toBe('NOT_FOUND')
  })

  it('may keep its tests in an archive of its own, as those of DMOJ do, and may have no statement', async () => {
    const upload = await bring({
      'init.yml': 'archive: aplusb.zip\ntest_cases:\n- {in: 1.in, out: 1.out, points: 100}\n',
      'aplusb.zip': zippedOf({ '1.in': '1 2\n', '1.out': '3\n' }),
    })
    expect((await found(upload)).package).toEqual({ format: 'DMOJ', count: 1 })
    const { format, problems } = await take(upload)
    expect([format, problems[0].code]).toEqual(['DMOJ', null])
    expect(problems[0].problem).toMatchObject({
      title: 'aplusb',
      visibility: 'HIDDEN',
      testset: { caseCount: 1 },
    })
    expect(problems[0].notes.join('\n')).toContain('no statement')
  })

  it('comes in as a draft that says what is missing when it has no secret cases', async () => {
    const files = Object.fromEntries(
      Object.entries(custom()).filter(([path]) => !path.startsWith('data/secret/')),
    )
    const { problems } = await take(await bring(files))
    expect(problems[0].problem).toMatchObject({ visibility: 'HIDDEN', testset: null })
    expect(problems[0].notes.join('\n')).toContain('no secret test cases')
    expect(problems[0].notes.join('\n')).toContain('[data/secret/]')
  })

  it('is refused in words where it cannot be judged, and kept for another choice', async () => {
    const { 'output_validators/validator/validate.py': _, ...bare } = custom()
    const unusable = await take(await bring(bare))
    expect(unusable.problems[0]).toMatchObject({ problem: null, code: 'PACKAGE_INCOMPLETE' })
    const scored = await bring(
      custom({
        'problem.yaml': 'name: Cranes\ntype: scoring\n',
        'data/testdata.yaml': 'on_reject: continue\ngrader_flags: ignore_sample\n',
        'data/secret/testdata.yaml': 'accept_score: 15\non_reject: continue\n',
        'submissions/accepted/sum.py': '# @EXPECTED_SCORE@: 77\nprint(1)\n',
      }),
    )
    const asked = await take(scored)
    expect(asked.problems[0].code).toBe('PACKAGE_POINTS')
    expect(asked.problems[0].message).toContain('15 when it counts once per group')
    const chosen = await take(scored, teacher, 'GROUP')
    const { displayId } = chosen.problems[0].problem
    expect(await site.prisma.problem.findUnique({ where: { displayId } })).toMatchObject({ fullScore: 15 })
  })

  it('belongs to who brought it alone', async () => {
    const upload = await bring(custom())
    expect((await take(upload, other)).code).toBe('NOT_FOUND')
    expect((await take(upload, ada)).code).toBe('FORBIDDEN')
    expect((await take(upload, null)).code).toBe('UNAUTHENTICATED')
    expect((await take(await bring({ 'a/1.in': '1', 'a/1.out': '1' }))).code).toBe('PACKAGE_UNKNOWN')
  })
})

it('what lies in output_validators is the checker, also where nothing says that it is a package', async () => {
  const { 'problem.yaml': _, ...files } = custom()
  const seen = await found(await bring(files))
  expect(seen.package).toBeNull()
  expect(seen.checker).toEqual({
    file: 'output_validators/validator/validate.py',
    program: { convention: 'kattis' },
  })
  expect(seen.makers).toEqual([{ file: 'input_validators/check.py', role: 'VALIDATOR' }])
  const late = seen.solutions.find(({ name }: { name: string }) => name.includes('slow_accepted'))
  expect(late.expected).toEqual(['ACCEPTED', 'TIME_LIMIT_EXCEEDED'])
})
