/**
 * Arguments of the output validator: those of problem.yaml, followed by those of the case. A case takes them from its
 * own file (2025-09) or from the nearest folder that has some. The site has one checker for all cases of a problem.
 */

import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { Notes } from '../report.ts'
import { splitWords } from '../shellWords.ts'
import { type Loose, listOf, mapOf, parseYaml, textOf } from '../yaml.ts'
import { checkerOfFlags } from './icpcPrograms.ts'

type Config = { [key: string]: Loose }

/** Settings of a folder of tests. */
export function configOf(files: PackageFiles, folder: string): Config {
  const path = configPath(files, folder)
  return path === null ? {} : configIn(files, path)
}

const configPath = (files: PackageFiles, folder: string): string | null =>
  ['test_group.yaml', 'testdata.yaml'].map((name) => `${folder}/${name}`).find((path) => files.has(path)) ??
  null

const configIn = (files: PackageFiles, path: string): Config =>
  mapOf(parseYaml(files.text(path) ?? '', files.full(path)))

/** Arguments, the file that gives them (null: only problem.yaml does), and the key they have there. */
type Given = { flags: string[]; path: string | null; key: string }

const KEYS = ['output_validator_args', 'output_validator_flags']

/** Reads arguments by the path of a case without its ending, or of a folder. */
function flagReader(files: PackageFiles, common: readonly string[], notes: Notes): (at: string) => Given {
  const known = new Map<string, Given>()
  const given = (at: string): Given => {
    const found = known.get(at) ?? read(at)
    known.set(at, found)
    return found
  }
  const read = (at: string): Given => {
    const path = files.has(`${at}.in`) ? `${at}.yaml` : configPath(files, at)
    const config = path === null || !files.has(path) ? {} : configIn(files, path)
    const args = listOf(config.args).map((one) => textOf(one) ?? '')
    if (path !== null && args.length > 0)
      notes.leftOut('key', { key: 'args', value: args.join(' ').slice(0, 80) }, files.full(path))
    const key = KEYS.find((one) => config[one] !== undefined && config[one] !== null)
    if (key !== undefined) return { flags: [...common, ...wordsOf(config[key])], path, key }
    const slash = at.lastIndexOf('/')
    return slash < 0
      ? { flags: [...common], path: null, key: 'output_validator_flags' }
      : given(at.slice(0, slash))
  }
  return given
}

/** The words of a text as a shell splits them; every item of a list is one. */
const wordsOf = (value: Loose | undefined): string[] =>
  typeof value === 'string' ? splitWords(value) : listOf(value).flatMap((item) => textOf(item) ?? [])

type Rules = {
  /** `validator_flags` of problem.yaml. */
  common: Loose | undefined
  /** Whether the package has its own validator. */
  custom: boolean
  /** Whether tests earn points, so that samples are not judged. */
  scored: boolean
}

/** Arguments for all cases. Refuses secret cases that differ; samples that differ are noted. */
export function readFlags(files: PackageFiles, { common, custom, scored }: Rules, notes: Notes): string[] {
  const given = flagReader(files, wordsOf(common), notes)
  // What the default validator does with its arguments, however they are written.
  const words = ({ flags }: Given) =>
    custom ? flags : flags.flatMap((flag) => flag.split(/\s+/).filter(Boolean))
  const meaningOf = (one: Given) =>
    JSON.stringify(custom ? one.flags : checkerOfFlags(words(one), new Notes()))
  const casesIn = (folder: string) =>
    files.paths
      .filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.in'))
      .map((path) => path.slice(0, -3))
  const [first = 'data/secret', ...others] = casesIn('data/secret')
  const chosen = given(first)
  const different = others.find((at) => meaningOf(given(at)) !== meaningOf(chosen))
  if (different !== undefined)
    throw differ(files, { at: first, given: chosen }, { at: different, given: given(different) })
  if (!scored && casesIn('data/sample').some((at) => meaningOf(given(at)) !== meaningOf(chosen)))
    notes.leftOut('checkerArguments', {}, files.full('data/sample'))
  return words(chosen)
}

type Case = { at: string; given: Given }

/** Names the one whose arguments stand nearer to its case. */
function differ(files: PackageFiles, a: Case, b: Case): Refusal {
  const depth = ({ path }: Given) => path?.split('/').length ?? 0
  const [{ at, given: one }, { at: otherAt, given: other }] =
    depth(a.given) >= depth(b.given) ? [a, b] : [b, a]
  const say = ({ flags }: Given) => flags.join(' ').slice(0, 80) || '–'
  return new Refusal('PACKAGE_UNUSABLE', {
    file: files.full(one.path ?? at),
    what: `${one.key}: ${say(one)} (${otherAt}: ${say(other)})`,
  })
}
