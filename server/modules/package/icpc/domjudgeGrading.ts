/**
 * Points of tests by DOMjudge's own rules for legacy packages: a group is a folder with settings and inherits
 * nothing; a group without subgroups earns `accept_score` once, or what the validator writes to `score.txt`;
 * a group with subgroups adds theirs up. Cases outside of groups earn nothing.
 */

import { numberOf, textOf } from '../yaml.ts'
import {
  aggregate,
  allCases,
  flagsOf,
  type Grading,
  graded,
  modeOf,
  mostOf,
  type Part,
  type TestFolder,
  unusable,
} from './icpcGrading.ts'

const isGroup = ({ config }: TestFolder<unknown>): boolean => Object.keys(config).length > 0

/** Grades the tree below `data/`; null when no case earns points, as without settings in `data/` itself. */
export function gradeDomjudge<Case extends { base: string }>(
  data: TestFolder<Case>,
  scoreFile: boolean,
): Grading<Case> | null {
  if (!isGroup(data)) return null
  const parts = partsOf(data, { scoreFile, partial: scoreFile })
  return parts.length > 0 ? graded(parts, data, scoreFile) : null
}

type Rules = { scoreFile: boolean; partial: boolean }

function partsOf<Case extends { base: string }>(folder: TestFolder<Case>, rules: Rules): Part<Case>[] {
  const { config, path } = folder
  const flags = flagsOf(config)
  const breaks = textOf(config.on_reject) !== 'continue'
  const samples = `${path}/sample`
  const groups = folder.folders.filter(
    (inner) => isGroup(inner) && !(flags.includes('ignore_sample') && inner.path === samples),
  )
  if (groups.length === 0) return leafParts(folder, flags, breaks, rules)
  const items = groups.map((inner) => ({
    name: inner.path,
    parts: partsOf(inner, rules),
    required: allCases(inner),
  }))
  return aggregate({ ...folder, cases: [], folders: groups }, { flags, breaks }, items, rules)
}

function leafParts<Case extends { base: string }>(
  { path, config, cases }: TestFolder<Case>,
  flags: string[],
  breaks: boolean,
  rules: Rules,
): Part<Case>[] {
  if (cases.length === 0) return []
  const accepted = numberOf(config.accept_score)
  if (accepted !== null) {
    if (rules.scoreFile) throw unusable(path, 'score.txt beside accept_score')
    return [{ cases, score: accepted, rule: 'lowest' }]
  }
  if (!rules.scoreFile) throw unusable(path, 'no accept_score and no score.txt')
  const most = mostOf(config)
  if (most === null) throw unusable(path, 'scores of a validator without a range')
  const score = modeOf(flags) === 'sum' ? most / cases.length : most
  const items = cases.map((one) => ({
    name: one.base,
    parts: [{ cases: [one], score, rule: 'lowest' as const }],
    required: [one],
  }))
  return aggregate({ path, config, cases, folders: [] }, { flags, breaks }, items, rules)
}
