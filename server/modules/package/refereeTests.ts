import type { Context } from '../../context.ts'
import {
  MOST_ALL,
  MOST_SIDE,
  MOST_TESTS,
  type RefereeTestInput,
  sidesOf,
  sizeOf,
} from '../generator/refereeTest.ts'
import type { PackageFiles } from '../testset/files.ts'
import type { Notes } from './report.ts'
import { childrenOf, descend, type Xml } from './xml.ts'

/** A test of validators or checker in a package, and whether it must be accepted. */
export type PackageRefereeTest = RefereeTestInput

/** Saves tests of validators and checker of a problem, replacing the present ones. */
export async function keepRefereeTests(
  ctx: Context,
  problemId: number,
  tests: readonly PackageRefereeTest[],
): Promise<void> {
  await ctx.db.refereeTest.deleteMany({ where: { problemId } })
  const data = tests.map((test) => ({ ...test, ...sidesOf(test.role, test), problemId }))
  await ctx.db.refereeTest.createMany({ data })
}

/** Tests of validators and checker of a problem, in order. */
export async function refereeTestsOfProblem(ctx: Context, problemId: number): Promise<PackageRefereeTest[]> {
  const rows = await ctx.db.refereeTest.findMany({ where: { problemId }, orderBy: { id: 'asc' } })
  return rows.map(({ id: _, problemId: __, ...test }) => test)
}

/** Generators and validators that the site can store; others are noted. */
export function usableRefereeTests(tests: readonly PackageRefereeTest[], notes: Notes): PackageRefereeTest[] {
  const taken = new Set<string>()
  let left = MOST_ALL
  const usable = tests.filter((test) => {
    const { role, name, input, answer, output } = test
    const key = `${role} ${name}`
    const fits = [input, answer, output].every((side) => (side?.byteLength ?? 0) <= MOST_SIDE)
    const size = sizeOf([test])
    if (
      !fits ||
      size > left ||
      name === '' ||
      name.length > 100 ||
      taken.has(key) ||
      taken.size >= MOST_TESTS
    ) {
      notes.leftOut('otherFiles', {}, name)
      return false
    }
    taken.add(key)
    left -= size
    return true
  })
  if (usable.length > 0) notes.understood('refereeTests', { count: usable.length })
  return usable
}

/** Folders of ICPC and Kattis packages in `data/`, and the expected verdict of their tests. */
const FOLDERS = [
  { folder: 'invalid_input', role: 'VALIDATOR', accepts: false },
  { folder: 'invalid_output', role: 'CHECKER', accepts: false },
  { folder: 'valid_output', role: 'CHECKER', accepts: true },
] as const

/**
 * Tests of ICPC and Kattis packages: inputs that validators must refuse, and outputs that the checker must
 * refuse or accept.
 */
export function readIcpcRefereeTests(files: PackageFiles): PackageRefereeTest[] {
  return FOLDERS.flatMap(({ folder, role, accepts }) => {
    const base = `data/${folder}/`
    return files.paths
      .filter((path) => path.startsWith(base) && path.endsWith('.in'))
      .map((path): PackageRefereeTest => {
        const stem = path.slice(0, -'.in'.length)
        const side = (ending: string) => (role === 'CHECKER' ? files.bytes(stem + ending) : null)
        return {
          role,
          accepts,
          name: stem.slice(base.length),
          input: files.bytes(path) ?? new Uint8Array(),
          answer: side('.ans'),
          output: side('.out'),
        }
      })
  })
}

/** Tests of validators and checker in Polygon's problem.xml, numbered as there. */
export function readPolygonRefereeTests(
  files: PackageFiles,
  assets: Xml | undefined,
  pathOf: (pattern: string, number: number) => string,
): PackageRefereeTest[] {
  const read = (
    of: Xml | undefined,
    role: PackageRefereeTest['role'],
    prefix: string,
  ): PackageRefereeTest[] => {
    const set = descend(of, 'testset')
    const patternOf = (side: string) => descend(set, `${side}-path-pattern`)?.text.trim() ?? ''
    return childrenOf(descend(set, 'tests'), 'test').flatMap(({ attributes }, at) => {
      const side = (name: string) => files.bytes(pathOf(patternOf(name), at + 1))
      const input = side('input')
      const accepts = attributes.verdict === (role === 'VALIDATOR' ? 'VALID' : 'OK')
      // Tests that expect a crash of the checker are skipped.
      if (!input || attributes.verdict === 'CRASHED') return []
      const sides = role === 'CHECKER' ? { answer: side('answer'), output: side('output') } : NO_SIDES
      return [{ role, accepts, name: prefix + String(at + 1).padStart(2, '0'), input, ...sides }]
    })
  }
  const validators = childrenOf(descend(assets, 'validators'), 'validator')
  return [
    ...validators.flatMap((one, at) => read(one, 'VALIDATOR', at === 0 ? '' : `${at + 1}-`)),
    ...read(descend(assets, 'checker'), 'CHECKER', ''),
  ]
}

const NO_SIDES = { answer: null, output: null }

/** Paths of the files of a test in a written package. */
export type RefereeTestPlaces = { input: string; answer: string | null; output: string | null }[]

type Put = (path: string, content: Uint8Array) => string

/** Writes tests to the folder that `folderOf` returns for each. */
export function putRefereeTests(
  tests: readonly PackageRefereeTest[],
  put: Put,
  folderOf: (test: PackageRefereeTest) => string,
): RefereeTestPlaces {
  const taken = new Set<string>()
  return tests.map((test) => {
    const plain = test.name.replace(/[^A-Za-z0-9._-]+/g, '_').replace(/^[.-]+/, '') || 'test'
    const folder = folderOf(test)
    let stem = `${folder}/${plain}`
    for (let count = 2; taken.has(stem); count++) stem = `${folder}/${plain}-${count}`
    taken.add(stem)
    const side = (ending: string, bytes: Uint8Array | null) => bytes && put(stem + ending, bytes)
    return {
      input: put(`${stem}.in`, test.input),
      answer: side('.ans', test.answer),
      output: side('.out', test.output),
    }
  })
}

/**
 * Writes tests where ICPC and Kattis packages have them; the format has no place for valid inputs, which go
 * to a folder of our own.
 */
export const putIcpcRefereeTests = (tests: readonly PackageRefereeTest[], put: Put): RefereeTestPlaces =>
  putRefereeTests(tests, put, ({ role, accepts }) => {
    const known = FOLDERS.find((one) => one.role === role && one.accepts === accepts)
    return known ? `data/${known.folder}` : 'online-judge/valid_input'
  })
