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

/** A test of validators or checker of a package: what it must refuse, or accept. */
export type PackageRefereeTest = RefereeTestInput

/** Keeps tests of validators and checker with a problem, in place of those it had. */
export async function keepRefereeTests(
  ctx: Context,
  problemId: number,
  tests: readonly PackageRefereeTest[],
): Promise<void> {
  await ctx.db.refereeTest.deleteMany({ where: { problemId } })
  const data = tests.map((test) => ({ ...test, ...sidesOf(test.role, test), problemId }))
  await ctx.db.refereeTest.createMany({ data })
}

/** The tests of validators and checker of a problem in their order. */
export async function refereeTestsOfProblem(ctx: Context, problemId: number): Promise<PackageRefereeTest[]> {
  const rows = await ctx.db.refereeTest.findMany({ where: { problemId }, orderBy: { id: 'asc' } })
  return rows.map(({ id: _, problemId: __, ...test }) => test)
}

/** Those that the site can keep; the others are named. */
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

/** Where ICPC and Kattis have them: the folder in `data/`, and what is expected of what lies in it. */
const FOLDERS = [
  { folder: 'invalid_input', role: 'VALIDATOR', accepts: false },
  { folder: 'invalid_output', role: 'CHECKER', accepts: false },
  { folder: 'valid_output', role: 'CHECKER', accepts: true },
] as const

/** Inputs that validators must refuse, and outputs that the checker must refuse or accept, as ICPC and Kattis have them. */
export function readIcpcRefereeTests(files: PackageFiles): PackageRefereeTest[] {
  return FOLDERS.flatMap(({ folder, role, accepts }) => {
    const base = `data/${folder}/`
    return files.paths
      .filter((path) => path.startsWith(base) && path.endsWith('.in'))
      .map((path): PackageRefereeTest => {
        const stem = path.slice(0, -'.in'.length)
        const side = (ending: string) => (role === 'CHECKER' ? files.bytes(stem + ending) : null)
        return {
          ...{ role, accepts, name: stem.slice(base.length) },
          ...{ input: files.bytes(path) ?? new Uint8Array(), answer: side('.ans'), output: side('.out') },
        }
      })
  })
}

/** The tests that Polygon has in its description for validators and checker, numbered as there. */
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
      // Nobody says what becomes of a checker that is meant to crash.
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

/** Where the sides of a test lie in a written package. */
export type RefereeTestPlaces = { input: string; answer: string | null; output: string | null }[]

type Put = (path: string, content: Uint8Array) => string

/** Puts tests under a folder that `folderOf` names for each. */
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

/** Puts tests where ICPC and Kattis have them; inputs that are valid have no place there, and a folder of our own. */
export const putIcpcRefereeTests = (tests: readonly PackageRefereeTest[], put: Put): RefereeTestPlaces =>
  putRefereeTests(tests, put, ({ role, accepts }) => {
    const known = FOLDERS.find((one) => one.role === role && one.accepts === accepts)
    return known ? `data/${known.folder}` : 'online-judge/valid_input'
  })
