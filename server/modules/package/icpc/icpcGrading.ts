/**
 * Points of the tests of a scoring package, in one form: the sum of parts, each earned as a whole. Legacy
 * rules are those of spec/legacy.md (test data groups, default grader) as problemtools implements them: a
 * group inherits keys from its parent, `range` is a bound and no score, `ignore_sample` counts at the root
 * alone. Later rules are those of spec/2025-09.md (result aggregation) and its 2023-07 draft, without
 * inheritance. Packages that do not fit this form are refused.
 */

import { Refusal } from '../../../core/errors.ts'
import { type Loose, listOf, mapOf, numberOf, textOf } from '../yaml.ts'

type Config = { [key: string]: Loose }

/** A folder of tests with its own settings; items are sorted by name. */
export type TestFolder<Case> = {
  path: string
  config: Config
  cases: Case[]
  folders: TestFolder<Case>[]
}

/** Earns `score` when all its cases are right, or the minimum or mean of what they earn. */
export type Part<Case> = { cases: Case[]; score: number; rule: 'lowest' | 'average' }

export type Grading<Case> = {
  parts: Part<Case>[]
  untilFailure: boolean
  waiting: boolean
  /** Whether a validator may give a case partial points. */
  partial: boolean
}

export type GradingRules = {
  /** Whether a validator may give a case partial points. */
  partial: boolean
  /** `grading` of problem.yaml, which in old packages overrides the groups. */
  grading: Config
}

export const unusable = (path: string, what: string) =>
  new Refusal('PACKAGE_UNUSABLE', { file: `${path}/`, what })

export const allCases = <Case>(folder: TestFolder<Case>): Case[] => [
  ...folder.cases,
  ...folder.folders.flatMap(allCases),
]

/** Limit of growth by repeated cases, which make one part depend on another. */
const MOST_REPEATED = 4

export function graded<Case>(all: Part<Case>[], root: TestFolder<Case>, partial: boolean): Grading<Case> {
  const parts = all.filter(({ score }) => score > 0)
  const count = parts.reduce((sum, { cases }) => sum + cases.length, 0)
  const once = new Set(parts.flatMap(({ cases }) => cases)).size
  if (count > Math.max(500, MOST_REPEATED * allCases(root).length)) {
    throw unusable(root.path, 'groups that wait for each other')
  }
  return { parts, untilFailure: false, waiting: count > once, partial }
}

/** The parts, each earned only when these cases are right too. */
function after<Case>(required: Case[], parts: Part<Case>[], path: string, partial: boolean): Part<Case>[] {
  if (required.length === 0) return parts
  if (partial) throw unusable(path, 'partial scores in groups that wait for each other')
  return alone(parts, path, partial).map(({ cases, score }) => ({
    cases: [...new Set([...required, ...cases])],
    score,
    rule: 'lowest',
  }))
}

/** Splits a mean into equal shares. */
function alone<Case>(parts: Part<Case>[], path: string, partial: boolean): Part<Case>[] {
  return parts.flatMap((part): Part<Case>[] => {
    if (part.rule === 'lowest' || part.cases.length === 1) return [{ ...part, rule: 'lowest' }]
    if (partial) throw unusable(path, 'partial scores in a mean beside other groups')
    return part.cases.map((one) => ({ cases: [one], score: part.score / part.cases.length, rule: 'lowest' }))
  })
}

/** Minimum of several items, each earned as a whole. */
function least<Case>(items: Part<Case>[][], path: string, partial: boolean): Part<Case>[] {
  const parts = items.map((item) => {
    const [only, ...others] = alone(item, path, partial)
    if (!only || others.length > 0) throw unusable(path, 'the least of groups that add up')
    return only
  })
  const scores = parts.map(({ score }) => score)
  if (partial && new Set(scores).size > 1) throw unusable(path, 'the least of groups worth differently')
  return [{ cases: parts.flatMap(({ cases }) => cases), score: Math.min(...scores), rule: 'lowest' }]
}

// The legacy format.

export type Settings = { config: Config; flags: string[]; breaks: boolean }

const DEFAULT_SCORE = 1

function settingsOf(folder: TestFolder<unknown>, inherited: Config, { grading }: GradingRules): Settings {
  const { on_reject: onReject, ...overruling } = grading
  const config = { ...inherited, ...folder.config, ...overruling }
  if (textOf(onReject) === 'first_error') config.on_reject = 'break'
  if (textOf(onReject) === 'grade') config.on_reject = 'continue'
  if (textOf(config.grading) === 'custom') throw unusable(folder.path, 'grading: custom')
  if ((numberOf(config.reject_score) ?? 0) !== 0) throw unusable(folder.path, 'reject_score')
  const flags = flagsOf(config)
  return { config, flags, breaks: (textOf(config.on_reject) ?? 'break') === 'break' }
}

/** Words of `grader_flags`; some packages separate them by commas. */
export const flagsOf = (config: Config): string[] =>
  (textOf(config.grader_flags) ?? '').split(/[\s,]+/).filter(Boolean)

/** Grading mode: the last one given. */
export const modeOf = (flags: readonly string[]) =>
  flags.findLast((flag) => /^(?:sum|avg|min|max)$/.test(flag)) ?? 'sum'

/** Points of one case of a folder. */
function worthOf(
  folder: TestFolder<unknown>,
  { config, flags }: Settings,
  { partial }: GradingRules,
): number {
  const said = numberOf(config.accept_score)
  if (said !== null || !partial) return said ?? DEFAULT_SCORE
  // The validator writes the points; only the range bounds them.
  const most = mostOf(config)
  if (most === null) throw unusable(folder.path, 'scores of a validator without a range')
  return modeOf(flags) === 'sum' ? most / Math.max(1, folder.cases.length + folder.folders.length) : most
}

/** Upper end of `range`; null when there is none. */
export const mostOf = (config: Config): number | null =>
  numberOf((textOf(config.range) ?? '').trim().split(/\s+/)[1])

type Item<Case> = { name: string; parts: Part<Case>[]; required: Case[] }

function legacyParts<Case extends { base: string }>(
  folder: TestFolder<Case>,
  inherited: Config,
  rules: GradingRules,
): Part<Case>[] {
  const settings = settingsOf(folder, inherited, rules)
  const worth = folder.cases.length > 0 ? worthOf(folder, settings, rules) : 0
  const items: Item<Case>[] = [
    ...folder.cases.map((one) => ({
      name: one.base,
      parts: [{ cases: [one], score: worth, rule: 'lowest' as const }],
      required: [one],
    })),
    ...folder.folders.map((inner) => ({
      name: inner.path,
      parts: legacyParts(inner, settings.config, rules),
      required: requiredOf(inner, settings.config, rules),
    })),
  ].sort((a, b) => (a.name < b.name ? -1 : 1))
  return aggregate(folder, settings, items, rules)
}

/** Cases required for a folder to be accepted; null when that cannot be expressed. */
function requiredOf<Case>(folder: TestFolder<Case>, inherited: Config, rules: GradingRules): Case[] {
  const { flags } = settingsOf(folder, inherited, rules)
  if (flags.includes('always_accept')) return []
  return allCases(folder)
}

/** Combines the parts of a folder's items. */
export function aggregate<Case>(
  folder: TestFolder<Case>,
  { flags, breaks }: Pick<Settings, 'flags' | 'breaks'>,
  items: Item<Case>[],
  { partial }: Pick<GradingRules, 'partial'>,
): Part<Case>[] {
  const { path } = folder
  const mode = modeOf(flags)
  const [only, ...others] = items
  if (!only) return []
  if (others.length === 0) return only.parts
  if (mode === 'min')
    return least(
      items.map(({ parts }) => parts),
      path,
      partial,
    )
  if (mode === 'max') throw unusable(path, 'grader_flags: max')
  if (mode === 'avg') {
    if (breaks) throw unusable(path, 'grader_flags: avg with on_reject: break')
    const scores = new Set(items.map(({ parts }) => (parts.length === 1 ? parts[0]?.score : null)))
    const [score] = scores
    if (folder.folders.length === 0 && scores.size === 1 && typeof score === 'number') {
      return [{ cases: folder.cases, score, rule: 'average' }]
    }
    if (partial) throw unusable(path, 'the mean of groups with partial scores')
    return items.flatMap(({ parts }) => parts.map((part) => ({ ...part, score: part.score / items.length })))
  }
  if (!breaks) return items.flatMap(({ parts }) => parts)
  // Judging stops at the first rejected item, so each item requires all before it.
  if (folder.folders.some(({ config }) => /accept_if_any/.test(textOf(config.grader_flags) ?? ''))) {
    throw unusable(path, 'accept_if_any_accepted with on_reject: break')
  }
  const before: Case[] = []
  return items.flatMap(({ parts, required }) => {
    const waiting = after([...before], parts, path, partial)
    before.push(...required)
    return waiting
  })
}

/** Cases in a row, each alone in its folder or all in one; null when there are groups. */
function rowOf<Case extends { base: string }>(
  secret: TestFolder<Case>,
  settings: Settings,
  rules: GradingRules,
): Part<Case>[] | null {
  const part = (one: Case, score: number): Part<Case> => ({ cases: [one], score, rule: 'lowest' })
  if (secret.folders.length === 0) {
    if (secret.cases.length < 2) return null
    const score = worthOf(secret, settings, rules)
    return secret.cases.map((one) => part(one, score))
  }
  const parts = secret.folders.flatMap((folder) => {
    const inner = settingsOf(folder, settings.config, rules)
    const [only, ...others] = folder.cases
    const isAlone = others.length === 0 && folder.folders.length === 0
    const isPlain = !inner.flags.some((flag) => flag.includes('accept'))
    return only && isAlone && isPlain ? [part(only, worthOf(folder, inner, rules))] : []
  })
  return secret.cases.length === 0 && parts.length > 1 && parts.length === secret.folders.length
    ? parts
    : null
}

/** Grades the tree below `data/` of a legacy package: `sample` and `secret`. */
export function gradeLegacy<Case extends { base: string }>(
  data: TestFolder<Case>,
  rules: GradingRules,
): Grading<Case> {
  if (textOf(rules.grading.objective) === 'min') throw unusable(data.path, 'objective: min')
  const settings = settingsOf(data, {}, rules)
  const sample = data.folders.find(({ path }) => path.endsWith('/sample'))
  const secret = data.folders.find(({ path }) => path.endsWith('/secret'))
  if (!secret) return { parts: [], untilFailure: false, waiting: false, partial: rules.partial }
  const inner = settingsOf(secret, settings.config, rules)
  // Samples count only when the package gives them points of their own.
  const spoken = [data, sample].some((one) => one && Object.keys(one.config).length > 0)
  const ignored =
    settings.flags.includes('ignore_sample') || !spoken || !sample || allCases(sample).length === 0
  const shown = ignored ? [] : legacyParts(sample, settings.config, rules)
  const counted = shown.some(({ score }) => score > 0) && sample ? [sample, secret] : [secret]
  if (counted.length === 1 && inner.breaks && modeOf(inner.flags) === 'sum') {
    const row = rowOf(secret, inner, { ...rules, partial: false })
    if (row && rules.partial) throw unusable(secret.path, 'partial scores with on_reject: break')
    if (row) return { parts: row, untilFailure: true, waiting: false, partial: false }
  }
  const parts = legacyParts({ ...data, cases: [], folders: counted }, {}, rules)
  return graded(parts, data, rules.partial)
}

// The format of 2023-07 and later.

type Modern = { score: number | null; mode: string; required: string[] }

function modernOf(folder: TestFolder<unknown>, isSecret: boolean): Modern {
  const { config } = folder
  const draft = mapOf(config.scoring)
  const said = config.max_score ?? draft.score
  if (config.static_validation_score !== undefined) throw unusable(folder.path, 'static_validation_score')
  const score = numberOf(said)
  if (said !== undefined && said !== null && score === null)
    throw unusable(folder.path, `max_score: ${textOf(said)}`)
  return {
    score,
    mode: textOf(config.score_aggregation ?? draft.aggregation) ?? (isSecret ? 'sum' : 'pass-fail'),
    required: listOf(config.require_pass ?? draft.require_pass).flatMap((name) => textOf(name) ?? []),
  }
}

/** Grades `secret` of a package with points by group; `sample` may be required. */
export function gradeModern<Case>(
  secret: TestFolder<Case>,
  sample: Case[],
  { partial }: GradingRules,
): Grading<Case> {
  const whole = modernOf(secret, true)
  const required = (names: string[], path: string): Case[] =>
    names.flatMap((name) => {
      if (name === 'sample') return sample
      const group = secret.folders.find((one) => one.path.endsWith(`/${name.replace(/^\/*(?:data\/)?/, '')}`))
      if (!group) throw unusable(path, `require_pass: ${name}`)
      return allCases(group)
    })
  const partsOf = (path: string, cases: Case[], score: number, mode: string): Part<Case>[] => {
    if (mode === 'pass-fail' || mode === 'min') return [{ cases, score, rule: 'lowest' }]
    if (mode !== 'sum') throw unusable(path, `aggregation: ${mode}`)
    return cases.map((one) => ({ cases: [one], score: score / cases.length, rule: 'lowest' }))
  }
  const groups = secret.folders.map((folder) => {
    const { score, mode, required: names } = modernOf(folder, false)
    if (score === null && whole.mode !== 'pass-fail') throw unusable(folder.path, 'max_score: unbounded')
    const parts = partsOf(folder.path, allCases(folder), score ?? 0, mode)
    return after(required(names, folder.path), parts, folder.path, partial && mode !== 'pass-fail')
  })
  const full = whole.score ?? 100
  const combined =
    groups.length === 0
      ? partsOf(secret.path, secret.cases, full, whole.mode)
      : whole.mode === 'sum'
        ? groups.flat()
        : whole.mode === 'min'
          ? least(groups, secret.path, partial)
          : partsOf(secret.path, allCases(secret), full, 'pass-fail')
  return graded(after(required(whole.required, secret.path), combined, secret.path, partial), secret, partial)
}

/** Turns means into shares where other parts are no means, so that one rule holds for all. */
export function uniform<Case>({ parts, partial }: Grading<Case>, path: string): Part<Case>[] {
  const average = parts.some(({ rule, cases }) => rule === 'average' && cases.length > 1)
  const lowest = parts.some(({ rule, cases }) => rule === 'lowest' && cases.length > 1)
  return average && lowest ? alone(parts, path, partial) : parts
}
