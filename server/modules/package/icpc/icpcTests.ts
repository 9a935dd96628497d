import type { CaseMode } from '#judge/protocol.ts'
import { byCodePoint, type PackageFiles } from '../../testset/files.ts'
import { type PackageCase, type PackageSolution, type PointsReading, shownSample } from '../format.ts'
import { Notes } from '../report.ts'
import { wholeScores } from '../scoring/wholeScores.ts'
import { gradeDomjudge } from './domjudgeGrading.ts'
import { configOf } from './icpcFlags.ts'
import {
  type Grading,
  type GradingRules,
  gradeLegacy,
  gradeModern,
  type TestFolder,
  uniform,
  unusable,
} from './icpcGrading.ts'
import { readPoints } from './pointsReading.ts'

/** Tests of a Kattis package and their points. */
export type Tests = {
  cases: PackageCase[]
  caseMode: CaseMode
  samples: { input: string; output: string }[]
}

type Raw = { base: string; input: Uint8Array; answer: Uint8Array | null }

const withoutEnd = (path: string) => path.slice(0, -'.in'.length)

/** Cases of `data/<folder>`, sorted by name. */
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

/** Case name: `007-all-equal` becomes `all-equal`, because every case gets a number anyway. */
function nameOf(base: string): string | undefined {
  const name = base.slice(base.lastIndexOf('/') + 1).replace(/^\d+[-_. ]*/, '')
  return name || undefined
}

const asCase = ({ base, input, answer }: Raw, subtask: number, score: number): PackageCase => {
  const name = nameOf(base)
  return { input, answer, subtask, score, ...(name === undefined ? {} : { name }) }
}

const MAX_SAMPLES = 20

/** Samples of the statement; a package may show others than it runs. */
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
  return samples.slice(0, MAX_SAMPLES).map(shownSample)
}

/** Parses an interaction log: `<` is what the program reads, `>` what it writes. */
function talkOf(log: string): { input: string; output: string } {
  const said = (mark: string) =>
    log
      .split('\n')
      .filter((line) => line.startsWith(mark))
      .map((line) => `${line.slice(1).trimStart()}\n`)
      .join('')
  return { input: said('<'), output: said('>') }
}

/** Reads the tests of a package; `scored` says whether they earn points. */
export function readTests(
  files: PackageFiles,
  { scored, interactive, partial, scoreFile, grading, points, solutions }: TestRules,
  notes: Notes,
): Tests {
  const shown = rawCases(files, 'sample', true, notes)
  const secret = rawCases(files, 'secret', interactive, notes)
  const samples = readSamples(files, notes)
  if (secret.length === 0) {
    // A draft: a package that is still being written.
    notes.leftOut('noSecret', {}, files.full('data/secret/'))
    return { cases: [], caseMode: 'ALL', samples }
  }
  if (!scored) {
    const judged = [...shown.filter(({ answer }) => answer !== null || interactive), ...secret]
    notes.understood('tests', { count: judged.length })
    return { cases: judged.map((raw) => asCase(raw, 0, 0)), caseMode: 'ALL', samples }
  }
  notes.understood('tests', { count: secret.length })
  const rules = { partial, grading }
  const data = folderOf(files, 'data', [...shown, ...secret])
  const inSecret = data.folders.find(({ path }) => path === 'data/secret') ?? data
  const modern = files.paths.some((path) => /^data\/.*test_group\.yaml$/.test(path)) || saysScore(inSecret)
  if (modern) return { ...scoredCases(gradeModern(inSecret, shown, rules), notes), samples }
  const graded = readPoints(
    {
      data,
      byCase: () => {
        // By the specification an error of the validator, which would change the points of a case.
        if (scoreFile && !partial) throw unusable('data', 'score.txt without validation: custom score')
        return gradeLegacy(data, rules)
      },
      byGroup: () => gradeDomjudge(data, scoreFile),
      declared: solutions.flatMap(({ expected, score }) => (score === null ? [] : [{ expected, score }])),
      chosen: points,
      scoreFile,
      ofDomjudge: files.has('domjudge-problem.ini'),
    },
    notes,
  )
  return { ...scoredCases(graded, notes), samples }
}

export type TestRules = GradingRules & {
  /** Whether tests earn points. */
  scored: boolean
  interactive: boolean
  /** Whether the validator writes points, declared or not. */
  scoreFile: boolean
  /** Reading of points that the setter chose; null: as in the package. */
  points: PointsReading | null
  solutions: readonly PackageSolution[]
}

const saysScore = ({ config, folders }: TestFolder<unknown>): boolean =>
  ['scoring', 'max_score', 'score_aggregation'].some((key) => config[key] !== undefined) ||
  folders.some(saysScore)

/** Folders of tests, with their settings. */
function folderOf(files: PackageFiles, path: string, raws: Raw[]): TestFolder<Raw> {
  const config = configOf(files, path)
  const below = raws.filter(({ base }) => base.startsWith(`${path}/`))
  const rest = (base: string) => base.slice(path.length + 1)
  const names = [...new Set(below.flatMap(({ base }) => /^([^/]+)\//.exec(rest(base))?.[1] ?? []))].sort(
    byCodePoint,
  )
  return {
    path,
    config,
    cases: below.filter(({ base }) => !rest(base).includes('/')),
    folders: names.map((name) => folderOf(files, `${path}/${name}`, below)),
  }
}

function scoredCases(grading: Grading<Raw>, notes: Notes): Pick<Tests, 'cases' | 'caseMode'> {
  const parts = uniform(grading, 'data')
  if (grading.waiting) notes.converted('groupsWait')
  const scores = wholeScores(parts, notes)
  if (parts.every(({ cases }) => cases.length === 1)) {
    const cases = parts.flatMap(({ cases }, at) => cases.map((raw) => asCase(raw, 0, scores[at] ?? 0)))
    return { cases, caseMode: grading.untilFailure ? 'UNTIL_FAILURE' : 'ALL' }
  }
  notes.understood('groups', { count: parts.length })
  const average = parts.some(({ rule, cases }) => rule === 'average' && cases.length > 1)
  const cases = parts.flatMap((part, at) => part.cases.map((raw) => asCase(raw, at + 1, scores[at] ?? 0)))
  return { cases, caseMode: average ? 'SUBTASK_AVERAGE' : 'SUBTASK_LOWEST' }
}
