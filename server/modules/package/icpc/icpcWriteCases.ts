import { stringify } from 'yaml'
import type { Places } from '../extension.ts'
import type { PackageCase, PackageProblem, PutFile } from '../format.ts'
import type { Notes } from '../report.ts'

export const yaml = (value: object) => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })

export const padded = (number: number, most: number) =>
  String(number).padStart(Math.max(2, String(most).length), '0')

const isGrouped = ({ caseMode }: PackageProblem) =>
  caseMode === 'SUBTASK_LOWEST' || caseMode === 'SUBTASK_AVERAGE'

/** Whether cases have different points. */
const isUneven = (cases: readonly PackageCase[]) => new Set(cases.map(({ score }) => score)).size > 1

/** Points per case in a scored problem whose cases have equal points. */
export const pointsOfCase = ({ scoring, testcases }: PackageProblem): number | null =>
  scoring === 'OI' && !isUneven(testcases) ? (testcases[0]?.score ?? null) : null

/**
 * Writes the tests. `accept_score` holds for all cases of a folder, so cases with points of their own are groups of one.
 */
export function putCases(problem: PackageProblem, put: PutFile, notes: Notes): Places['cases'] {
  const { testcases, scoring, caseMode } = problem
  const groups = new Map<number, PackageCase[]>()
  for (const one of testcases) {
    const subtask = isGrouped(problem) ? one.subtask : 0
    groups.set(subtask, [...(groups.get(subtask) ?? []), one])
  }
  const isScored = scoring === 'OI'
  if (isScored) putSum('data', { onReject: 'continue', flags: 'ignore_sample sum' }, put)
  if (caseMode === 'UNTIL_FAILURE') notes.understood('key', { key: 'caseMode', value: caseMode })
  const alone = new Set<PackageCase>()
  for (const [subtask, cases] of isScored ? groups : []) {
    const split = isUneven(cases) && caseMode !== 'SUBTASK_LOWEST'
    for (const one of split ? cases : []) alone.add(one)
    putGrading(problem, { folder: folderOf(problem, subtask), cases }, put)
  }
  return testcases.map((one, at) => {
    const { input, answer, subtask, name, score } = one
    const slug = name?.replace(/[^A-Za-z0-9._]+/g, '-').replace(/^[-.]+|[-.]+$/g, '')
    const number = padded(at + 1, Math.max(100, testcases.length))
    const stem = slug ? `${number}-${slug}` : number
    const folder = folderOf(problem, subtask) + (alone.has(one) ? `/${stem}` : '')
    if (alone.has(one)) putSum(folder, { onReject: 'continue', flags: 'sum', score, most: score }, put)
    const base = `${folder}/${stem}`
    // The format requires every answer file, used or not.
    put(`${base}.ans`, answer ?? new Uint8Array())
    return { input: put(`${base}.in`, input), answer: answer === null ? null : `${base}.ans`, name }
  })
}

const folderOf = (problem: PackageProblem, subtask: number) =>
  isGrouped(problem) ? `data/secret/group-${padded(subtask, 99)}` : 'data/secret'

/** Writes how the cases of a group add up; in DOMjudge a group takes nothing from the one around it. */
function putGrading(
  { caseMode }: PackageProblem,
  { folder, cases }: { folder: string; cases: PackageCase[] },
  put: PutFile,
): void {
  const onReject = caseMode === 'UNTIL_FAILURE' ? 'break' : 'continue'
  const scores = cases.map(({ score }) => score)
  const total = scores.reduce((sum, score) => sum + score, 0)
  const least = Math.min(...scores)
  const score = isUneven(cases) ? undefined : least
  if (caseMode === 'SUBTASK_LOWEST')
    putSum(folder, { onReject, flags: 'min', score: least, most: least }, put)
  else if (caseMode === 'SUBTASK_AVERAGE')
    putSum(folder, { onReject, flags: 'avg', score, most: total / cases.length }, put)
  else putSum(folder, { onReject, flags: 'sum', score, most: total }, put)
}

type Sum = { onReject: 'continue' | 'break'; flags: string; score?: number | undefined; most?: number }

const putSum = (folder: string, { onReject, flags, score, most }: Sum, put: PutFile): void => {
  put(
    `${folder}/testdata.yaml`,
    yaml({
      on_reject: onReject,
      ...(most === undefined ? { grading: 'default' } : {}),
      grader_flags: flags,
      ...(score === undefined ? {} : { accept_score: score }),
      ...(most === undefined ? {} : { range: `0 ${most}` }),
    }),
  )
}
