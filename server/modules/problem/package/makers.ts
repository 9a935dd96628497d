import { SCRIPTS } from '#judge/languages.ts'
import type { Context } from '../../../context.ts'
import { MOST_MAKERS } from '../maker.ts'
import { MAX_SCRIPT } from '../script.ts'
import type { PackageFiles } from './files.ts'
import type { PackageMaker, PackageProblem } from './format.ts'
import { isSource, languageOfSource } from './languages.ts'
import type { Notes } from './report.ts'

type Makers = Pick<PackageProblem, 'makers' | 'script'>

/** Keeps generators, validators and their script with a problem, in place of those it had. */
export async function keepMakers(ctx: Context, problemId: number, { makers, script }: Makers): Promise<void> {
  await ctx.db.maker.deleteMany({ where: { problemId } })
  await ctx.db.testScript.deleteMany({ where: { problemId } })
  await ctx.db.maker.createMany({ data: makers.map((maker) => ({ ...maker, problemId })) })
  if (script !== '') await ctx.db.testScript.create({ data: { problemId, text: script } })
}

/** The generators and validators of a problem in their order, and their script. */
export async function makersOfProblem(ctx: Context, problemId: number): Promise<Makers> {
  const rows = await ctx.db.maker.findMany({ where: { problemId }, orderBy: { id: 'asc' } })
  const script = await ctx.db.testScript.findUnique({ where: { problemId } })
  return {
    script: script?.text ?? '',
    makers: rows.map(({ role, name, language, source, convention }) => ({
      ...{ role, name, language, source },
      convention: convention === 'kattis' ? 'kattis' : 'testlib',
    })),
  }
}

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.+-]{0,63}$/u
const MAX_SOURCE = 262_144

/** The name of a file as the word that a line of a script begins with. */
export const wordOfPath = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/[^\p{L}\p{N}_.+-]+/gu, '_')
    .replace(/^[.+-]+/, '')
    .slice(0, 64)

/** Those that the site can keep; the others are named. */
export function usableMakers({ makers, script }: Makers, notes: Notes): Makers {
  const taken = new Set<string>()
  const usable = makers.filter(({ role, name, source }) => {
    const key = `${role} ${name}`
    const fits = NAME.test(name) && source.length <= MAX_SOURCE && !source.includes('\u0000') && source !== ''
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
 * Generators and input validators of ICPC and Kattis: each a file in its folder, or a folder of its own with one source
 * or with `build` and `run`. Validators there say yes with 42.
 */
export function readIcpcMakers(files: PackageFiles, notes: Notes): Makers {
  const read = (folder: string, role: PackageMaker['role']): PackageMaker[] => {
    const inside = files.paths.filter((path) => path.startsWith(`${folder}/`))
    const units = new Map<string, string[]>()
    for (const path of inside) {
      const [unit = ''] = path.slice(folder.length + 1).split('/')
      units.set(unit, [...(units.get(unit) ?? []), path])
    }
    return [...units].flatMap(([unit, paths]) => {
      const sources = paths.filter(isSource)
      const [only] = sources
      const text = only === undefined || sources.length > 1 ? null : files.text(only)
      const language = only && text !== null ? languageOfSource(only, text) : null
      if (
        !only ||
        text === null ||
        language === null ||
        paths.some((path) => /\/(?:build|run)$/.test(path))
      ) {
        notes.leftOut('otherFiles', {}, files.full(`${folder}/${unit}`))
        return []
      }
      return [
        {
          ...{ role, name: wordOfPath(only), language, source: text },
          convention: role === 'VALIDATOR' ? ('kattis' as const) : ('testlib' as const),
        },
      ]
    })
  }
  return {
    script: '',
    makers: [
      ...read('generators', 'GENERATOR'),
      ...read('input_validators', 'VALIDATOR'),
      ...read('input_format_validators', 'VALIDATOR'),
    ],
  }
}

/** Where the sources of a problem's makers lie in a written package. */
export type MakerPlaces = { file: string }[]

type Put = (path: string, content: string | Uint8Array, executable?: boolean) => string

/** A validator that says yes with 0 is called by a script that says it with 42. */
const RUN = `#!/bin/sh
"$(dirname "$0")/program" "$@" 1>&2
[ $? = 0 ] && exit 42
exit 43
`

/** Puts generators and validators where ICPC and Kattis have them. */
export function putIcpcMakers(
  { makers }: Makers,
  put: Put,
  build: (name: string, language: string) => string,
): MakerPlaces {
  const taken = new Set<string>()
  return makers.map(({ role, name, language, source, convention }) => {
    let stem = name.replace(/[^A-Za-z0-9._-]+/g, '_')
    while (taken.has(`${role} ${stem}`)) stem = `x-${stem}`
    taken.add(`${role} ${stem}`)
    if (role === 'GENERATOR') return { file: put(`generators/${stem}`, source) }
    const adapted = convention === 'testlib' && /^c(?:11|pp)/.test(language) && language !== SCRIPTS
    if (!adapted) return { file: put(`input_validators/${stem}`, source) }
    const folder = `input_validators/${stem.replace(/\.[^.]*$/, '')}`
    const file = `validator.${language.startsWith('c11') ? 'c' : 'cpp'}`
    put(`${folder}/build`, build(file, language), true)
    put(`${folder}/run`, RUN, true)
    return { file: put(`${folder}/${file}`, source) }
  })
}
