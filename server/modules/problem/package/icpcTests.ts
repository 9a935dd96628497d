import type { CaseMode } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from './files.ts'
import type { PackageCase } from './format.ts'
import { Notes } from './report.ts'
import { splitEvenly } from './sections.ts'
import { listOf, mapOf, numberOf, parseYaml, textOf } from './yaml.ts'

/** How the tests of a Kattis package are laid out and what they are worth. */
export type Tests = {
  cases: PackageCase[]
  caseMode: CaseMode
  samples: { input: string; output: string }[]
}

type Raw = { base: string; input: Uint8Array; answer: Uint8Array | null }

const withoutEnd = (path: string) => path.slice(0, -'.in'.length)

/** The cases of `data/<folder>`, in the order of their names. */
function rawCases(files: PackageFiles, folder: string, interactive: boolean, notes: Notes): Raw[] {
  const inside = files.paths.filter((path) => path.startsWith(`data/${folder}/`))
  const bases = inside.filter((path) => path.endsWith('.in'))
  for (const path of new Set(inside.flatMap((one) => /^.*\.files(?=\/)/.exec(one)?.[0] ?? []))) {
    notes.leftOut('testPart', {}, files.full(path))
  }
  return bases.map(withoutEnd).map((base) => {
    const answer = files.bytes(`${base}.ans`) ?? files.bytes(`${base}.out`)
    if (!answer && !interactive) notes.leftOut('answerMissing', {}, files.full(`${base}.ans`))
    return { base, input: files.bytes(`${base}.in`) ?? new Uint8Array(), answer }
  })
}

/** `007-all-equal` is called `all-equal` here, because every case gets a number anyway. */
function nameOf(base: string): string | undefined {
  const name = base.slice(base.lastIndexOf('/') + 1).replace(/^\d+[-_. ]*/, '')
  return name || undefined
}

const asCase = ({ base, input, answer }: Raw, subtask: number, score: number): PackageCase => {
  const name = nameOf(base)
  return { input, answer, subtask, score, ...(name === undefined ? {} : { name }) }
}

const MAX_SAMPLES = 20

/** What the statement shows; a package may show something else than it runs. */
export function readSamples(files: PackageFiles, notes: Notes): Tests['samples'] {
  const raw = rawCases(files, 'sample', true, new Notes())
  const shown = raw.map(({ base }) => ({
    input: files.text(`${base}.in.statement`) ?? files.text(`${base}.in`) ?? '',
    output:
      files.text(`${base}.ans.statement`) ?? files.text(`${base}.out`) ?? files.text(`${base}.ans`) ?? '',
  }))
  const talks = files.paths.filter((path) => /^data\/sample\/[^/]+\.interaction$/.test(path))
  const samples =
    shown.length > 0 && talks.length === 0 ? shown : [...talks.map((path) => talkOf(files.text(path) ?? ''))]
  if (samples.length > MAX_SAMPLES) notes.leftOut('samplesTooMany', { count: samples.length - MAX_SAMPLES })
  if (samples.length > 0) notes.understood('samples', { count: Math.min(MAX_SAMPLES, samples.length) })
  return samples.slice(0, MAX_SAMPLES)
}

/** A log of a conversation: `<` is what the program reads, `>` what it writes. */
function talkOf(log: string): { input: string; output: string } {
  const said = (mark: string) =>
    log
      .split('\n')
      .filter((line) => line.startsWith(mark))
      .map((line) => `${line.slice(1).trimStart()}\n`)
      .join('')
  return { input: said('<'), output: said('>') }
}

/** One group that counts as a whole: its cases, what it is worth, and how its cases make that. */
type Group = { name: string; cases: Raw[]; score: number; rule: 'lowest' | 'sum' | 'average' }

/** Reads the tests of a package; `scored` says whether they earn points. */
export function readTests(
  files: PackageFiles,
  { scored, interactive }: { scored: boolean; interactive: boolean },
  notes: Notes,
): Tests {
  const shown = rawCases(files, 'sample', true, notes)
  const secret = rawCases(files, 'secret', interactive, notes)
  const samples = readSamples(files, notes)
  if (secret.length === 0) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full('data/secret/') })
  if (!scored) {
    const judged = [...shown.filter(({ answer }) => answer !== null || interactive), ...secret]
    notes.understood('tests', { count: judged.length })
    return { cases: judged.map((raw) => asCase(raw, 0, 0)), caseMode: 'ALL', samples }
  }
  const groups = groupsOf(files, secret, notes)
  notes.understood('tests', { count: secret.length })
  return { ...scoredCases(groups, notes), samples }
}

type Config = { [key: string]: unknown } & ReturnType<typeof mapOf>

function configOf(files: PackageFiles, folder: string): Config {
  for (const name of ['test_group.yaml', 'testdata.yaml']) {
    const text = files.text(`${folder}/${name}`)
    if (text !== null) return mapOf(parseYaml(text, files.full(`${folder}/${name}`)))
  }
  return {}
}

function groupsOf(files: PackageFiles, secret: Raw[], notes: Notes): Group[] {
  const byFolder = new Map<string, Raw[]>()
  for (const raw of secret) {
    const parts = raw.base.split('/')
    if (parts.length > 4) notes.converted('groupsNested', {}, files.full(parts.slice(0, 3).join('/')))
    const folder = parts.slice(0, parts.length > 3 ? 3 : 2).join('/')
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), raw])
  }
  return [...byFolder].map(([folder, cases]) => {
    const config = configOf(files, folder)
    if (listOf(mapOf(config.scoring).require_pass).some((name) => name !== 'sample')) {
      notes.leftOut('groupRule', { rule: 'require_pass' }, files.full(folder))
    }
    if (textOf(config.grading) === 'custom')
      notes.leftOut('groupRule', { rule: 'grading: custom' }, files.full(folder))
    const flags = config.output_validator_flags ?? config.output_validator_args
    if (listOf(flags).length > 0) notes.leftOut('checkerArguments', {}, files.full(folder))
    return { name: folder, cases, ...worthOf(config, cases.length) }
  })
}

/** What a group is worth: by the words of 2023-07 when they are there, else by those of the legacy format. */
function worthOf(config: Config, count: number): Pick<Group, 'score' | 'rule'> {
  const scoring = mapOf(config.scoring)
  if (config.scoring !== undefined) {
    const rule = textOf(scoring.aggregation) === 'sum' ? 'sum' : 'lowest'
    return { rule, score: numberOf(scoring.score) ?? count }
  }
  const flags = textOf(config.grader_flags) ?? ''
  const rule = /\bmin\b/.test(flags) ? 'lowest' : /\bavg\b/.test(flags) ? 'average' : 'sum'
  const most = numberOf((textOf(config.range) ?? '').trim().split(/\s+/)[1])
  const each = numberOf(config.accept_score) ?? 1
  return { rule, score: most ?? (rule === 'sum' ? each * count : each) }
}

/**
 * The site has one rule for all groups of a problem. Where a package mixes them, groups that add up are taken apart
 * into groups of one case, which earns the same.
 */
function scoredCases(groups: Group[], notes: Notes): Pick<Tests, 'cases' | 'caseMode'> {
  const whole = groups.map((group) => ({ ...group, score: Math.max(0, Math.round(group.score)) }))
  if (whole.some(({ score }, at) => score !== groups[at]?.score)) notes.converted('scores')
  const shared = (group: Group) => splitEvenly(group.score, group.cases.length)
  if (whole.every(({ rule }) => rule === 'sum')) {
    const cases = whole.flatMap((group) => {
      const scores = shared(group)
      return group.cases.map((raw, at) => asCase(raw, 0, scores[at] ?? 0))
    })
    return { cases, caseMode: 'ALL' }
  }
  notes.understood('groups', { count: whole.length })
  const average = whole.every(({ rule, cases }) => rule === 'average' || cases.length === 1)
  let number = 0
  const cases = whole.flatMap((group) => {
    if (average || group.rule === 'lowest') {
      number++
      return group.cases.map((raw) => asCase(raw, number, group.score))
    }
    notes.converted('groupRule', { rule: group.rule }, group.name)
    return shared(group).flatMap((score, at) => {
      const raw = group.cases[at]
      return raw ? [asCase(raw, ++number, score)] : []
    })
  })
  return { cases, caseMode: average ? 'SUBTASK_AVERAGE' : 'SUBTASK_LOWEST' }
}
