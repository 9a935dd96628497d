import { SCRIPTS } from '#judge/languages.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { MOST_FILES, MOST_MAKERS } from '../generator/maker.ts'
import { MAX_SCRIPT } from '../generator/script.ts'
import { extensionFor, isSource, languageOfSource } from '../solution/languages.ts'
import type { PackageFiles } from '../testset/files.ts'
import { filesOf } from '../testset/testsetRules.ts'
import type { PackageMaker, PackageProblem } from './format.ts'
import { GENERATORS_FILE, type GeneratorRules } from './icpc/generatorsYaml.ts'
import { lacksTestlib, testlibHeader } from './icpc/testlibHeader.ts'
import { isKeepable, isScript, keepableText, type ProgramPart, partsOf, programOfParts } from './programs.ts'
import type { Notes } from './report.ts'

type Makers = Pick<PackageProblem, 'makers' | 'script'>
type KeptMakers = Makers & Pick<PackageProblem, 'answersBy'>

/** Saves generators, validators and script of a problem, replacing the present ones. */
export async function keepMakers(
  ctx: Context,
  problemId: number,
  { makers, script, answersBy }: KeptMakers,
): Promise<void> {
  await ctx.db.maker.deleteMany({ where: { problemId } })
  await ctx.db.testScript.deleteMany({ where: { problemId } })
  await ctx.db.maker.createMany({ data: makers.map((maker) => ({ ...maker, problemId })) })
  const where = { problemId, name: answersBy ?? '', expected: { has: 'ACCEPTED' as const } }
  const solution = answersBy === null ? null : await ctx.db.solution.findFirst({ where })
  if (script === '' && !solution) return
  await ctx.db.testScript.create({ data: { problemId, text: script, solutionId: solution?.id ?? null } })
}

/** Generators and validators of a problem in order, and its script. */
export async function makersOfProblem(ctx: Context, problemId: number): Promise<KeptMakers> {
  const rows = await ctx.db.maker.findMany({ where: { problemId }, orderBy: { id: 'asc' } })
  const script = await ctx.db.testScript.findUnique({ where: { problemId }, include: { solution: true } })
  return {
    script: script?.text ?? '',
    answersBy: script?.solution?.name ?? null,
    makers: rows.map(({ role, name, language, source, files, convention }) => ({
      role,
      name,
      language,
      source,
      files: filesOf(files),
      convention: convention === 'kattis' ? 'kattis' : 'testlib',
    })),
  }
}

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.+-]{0,63}$/u
const MAX_SOURCE = 262_144

/** Generator name in script lines, made from a file name. */
export const wordOfPath = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/[^\p{L}\p{N}_.+-]+/gu, '_')
    .replace(/^[.+-]+/, '')
    .slice(0, 64)

/** Generators and validators that the site can store; others are noted. */
export function usableMakers({ makers, script }: Makers, notes: Notes): Makers {
  const taken = new Set<string>()
  const usable = makers.filter(({ role, name, source, files }) => {
    const key = `${role} ${name}`
    const beside = Object.entries(files)
    const fits =
      NAME.test(name) &&
      source.length <= MAX_SOURCE &&
      source !== '' &&
      beside.length <= MOST_FILES &&
      beside.every(([name, text]) => isKeepable(name, text)) &&
      ![source, ...Object.values(files)].some((text) => text.includes('\u0000'))
    if (!fits || taken.has(key) || taken.size >= MOST_MAKERS) {
      notes.leftOut('otherFiles', {}, name)
      return false
    }
    taken.add(key)
    return true
  })
  if (usable.length > 0) notes.understood('makers', { count: usable.length })
  const text = script.length <= MAX_SCRIPT ? script.replaceAll('\u0000', '') : ''
  return { makers: usable, script: text }
}

/**
 * Generators and input validators of ICPC and Kattis packages: each a file in its folder, or a folder with
 * sources or with `build` and `run`. Validators accept by exit code 42.
 */
export function readIcpcMakers(
  files: PackageFiles,
  rules: GeneratorRules | null,
  notes: Notes,
): PackageMaker[] {
  const programs = programsOf(files, rules, notes)
  const { isPart, isCopied } = usedBy(rules)
  const read = (folder: string, role: PackageMaker['role']): PackageMaker[] =>
    [
      ...files
        .filesIn(folder)
        .map((name) => ({ name: wordOfPath(name), at: `${folder}/${name}`, parts: [name] })),
      ...files
        .foldersIn(folder)
        .map((name) => ({ name: wordOfPath(name), at: `${folder}/${name}`, parts: null })),
    ].flatMap(({ name, at, parts }) => {
      if (isPart(at)) return []
      const maker = makerOf(
        files,
        { role, name, at, parts: parts?.map((name) => ({ name, path: at })) ?? null },
        notes,
      )
      if (!maker && !isCopied(at)) notes.leftOut('otherFiles', {}, files.full(at))
      return maker ?? []
    })
  const isOwn = ({ name }: PackageMaker) => programs.every((one) => one.name !== name)
  return [
    ...programs,
    ...read('generators', 'GENERATOR').filter(isOwn),
    ...read('input_validators', 'VALIDATOR'),
    ...read('input_format_validators', 'VALIDATOR'),
  ]
}

/** Generators that generators.yaml builds from several files. */
function programsOf(files: PackageFiles, rules: GeneratorRules | null, notes: Notes): PackageMaker[] {
  return [...(rules?.programs ?? [])].flatMap(([name, paths]) => {
    const parts = paths.map((path) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      path: `generators/${path}`,
    }))
    const place = { role: 'GENERATOR' as const, name: wordOfPath(name), at: `generators/${name}`, parts }
    const maker = parts.every(({ path }) => files.has(path)) ? makerOf(files, place, notes) : null
    const about = { key: `generators.${name}`, value: paths.join(', ').slice(0, 80) }
    if (!maker) notes.leftOut('generatorsFile', about, files.full(GENERATORS_FILE))
    return maker ?? []
  })
}

/** Files that generators.yaml uses of its folder: parts of programs, itself, and files of cases. */
function usedBy(rules: GeneratorRules | null) {
  const copied = (rules?.cases ?? []).flatMap(({ copy }) => copy ?? [])
  const parts = new Set([...(rules?.programs.values() ?? [])].flat().map((path) => `generators/${path}`))
  return {
    isPart: (at: string) => parts.has(at),
    isCopied: (at: string) =>
      at === GENERATORS_FILE || copied.some((copy) => copy.startsWith(`${at}/`) || at.startsWith(`${copy}.`)),
  }
}

/** Location of a generator or validator: a file, a folder (`parts` is null), or files of several folders. */
type MakerPlace = Pick<PackageMaker, 'role' | 'name'> & { at: string; parts: ProgramPart[] | null }

/** Files that a single source may include from its folder. */
export const HEADER = /\.(?:h|hh|hpp|hxx|inc|txt)$/i

/**
 * A generator or validator of a package; null when the file is none, or cannot be stored. The first part is
 * the main one.
 */
export function makerOf(
  files: PackageFiles,
  { role, name, at, parts }: MakerPlace,
  notes: Notes,
): PackageMaker | null {
  const all = parts ?? files.filesIn(at).map((name) => ({ name, path: `${at}/${name}` }))
  const sources = all.filter(({ name }) => isSource(name))
  const [only, ...more] = sources
  const convention = role === 'VALIDATOR' ? 'kattis' : 'testlib'
  if (!only && !all.some(({ name }) => isScript(name))) return null
  if (only && more.length === 0 && !all.some(({ name }) => isScript(name))) {
    const source = files.text(only.path) ?? ''
    const language = languageOfSource(only.name, source)
    const beside = all.flatMap((part): [string, string][] => {
      const isOfIt = part !== only && (parts !== null || HEADER.test(part.name))
      const text = isOfIt ? keepableText(files, part) : null
      return text === null ? [] : [[part.name, text]]
    })
    if (language === null) return null
    return { role, name, language, source, files: Object.fromEntries(beside), convention }
  }
  try {
    const entry = parts?.[0]?.name ?? null
    const program = programOfParts(files, parts ?? partsOf(files, at), { at, entry }, notes)
    return {
      role,
      name,
      language: program.language,
      source: program.source,
      files: program.beside,
      convention,
    }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Paths of the sources of generators and validators in a written package. */
export type MakerPlaces = { file: string; files: Record<string, string> }[]

type Put = (path: string, content: string | Uint8Array, executable?: boolean) => string

/** Script that turns exit code 0 of a validator into 42. */
const RUN = `#!/bin/sh
"$(dirname "$0")/program" "$@" 1>&2
[ $? = 0 ] && exit 42
exit 43
`

/** Writes generators and validators where ICPC and Kattis packages have them. */
export function putIcpcMakers(
  { makers }: Makers,
  put: Put,
  build: (name: string, language: string) => string,
): MakerPlaces {
  const taken = new Set<string>()
  return makers.map(({ role, name, language, source, files, convention }) => {
    let stem = name.replace(/[^A-Za-z0-9._-]+/g, '_')
    while (taken.has(`${role} ${stem}`)) stem = `x-${stem}`
    taken.add(`${role} ${stem}`)
    const place = `${role === 'GENERATOR' ? 'generators' : 'input_validators'}/${stem}`
    const adapted =
      role === 'VALIDATOR' && convention === 'testlib' && /^c(?:11|pp)/.test(language) && language !== SCRIPTS
    if (!adapted && Object.keys(files).length === 0 && language !== SCRIPTS)
      return { file: put(place, source), files: {} }
    const folder = adapted ? place.replace(/\.[^./]*$/, '') : place
    const beside = Object.entries(files).map(([name, text]): [string, string] => [
      put(`${folder}/${name}`, text, language === SCRIPTS && isScript(name)),
      name,
    ])
    const main = adapted
      ? `validator.${language.startsWith('c11') ? 'c' : 'cpp'}`
      : language === SCRIPTS
        ? 'build'
        : mainFile(stem, language, files)
    if (adapted) {
      if (lacksTestlib(source, files)) put(`${folder}/testlib.h`, testlibHeader())
      put(`${folder}/build`, build(main, language), true)
      put(`${folder}/run`, RUN, true)
    }
    return { file: put(`${folder}/${main}`, source, language === SCRIPTS), files: Object.fromEntries(beside) }
  })
}

/** Name of the source in a folder with its files. */
function mainFile(stem: string, language: string, files: Record<string, string>): string {
  const ending = `.${extensionFor(language)}`
  const name = stem.endsWith(ending) ? stem : `${stem}${ending}`
  return files[name] === undefined ? name : `main-${name}`
}
