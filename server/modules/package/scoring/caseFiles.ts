import type { CaseMode } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { PackageCase } from '../format.ts'
import type { Notes } from '../report.ts'
import { type Subtask, scored } from './subtasks.ts'

/** Cases with their files, and how they are graded. */
export type CaseFiles = { cases: PackageCase[]; caseMode: CaseMode }

/** How the outputs of a problem are judged. */
export type SubtaskJudging = {
  /** Whether outputs are compared with answers, so that each case needs one. */
  needsAnswers: boolean
  /** Whether the checker may give a case partial points. */
  isPartial: boolean
}

/** Names that stand for an empty file. */
const EMPTY = new Set(['/dev/null', '-'])

/** Reads the files of all cases from the folder `files`. Refuses an empty subtask and a missing file by name. */
export function casesOfSubtasks(
  files: PackageFiles,
  subtasks: Subtask[],
  { file, isPartial, needsAnswers }: SubtaskJudging & { file: string },
  notes: Notes,
): CaseFiles {
  const lacks = (path: string) => new Refusal('PACKAGE_INCOMPLETE', { file: files.full(path) })
  const empty = subtasks.find(({ cases }) => cases.length === 0)
  if (empty) throw lacks(` (subtask ${empty.id ?? subtasks.indexOf(empty) + 1})`)
  if (subtasks.length === 0) throw lacks('')
  const content = (path: string) => {
    const bytes = files.has(path) || !EMPTY.has(path) ? files.bytes(path) : new Uint8Array()
    if (!bytes) throw lacks(path)
    return bytes
  }
  const cases = scored(subtasks, { file, isPartial }, notes).map(({ input, output, subtask, score }) => {
    if (output === null && needsAnswers) throw lacks(` (${input})`)
    return { input: content(input), answer: output === null ? null : content(output), subtask, score }
  })
  notes.understood('tests', { count: subtasks.reduce((sum, subtask) => sum + subtask.cases.length, 0) })
  const isGrouped = cases.some(({ subtask }) => subtask > 0)
  if (isGrouped) notes.understood('groups', { count: subtasks.length })
  return { cases, caseMode: isGrouped ? 'SUBTASK_LOWEST' : 'ALL' }
}

/** The largest limits (ms, MiB), because all cases have the same here. */
export function largestLimits(
  { times, memories, file }: { times: readonly number[]; memories: readonly number[]; file: string },
  notes: Notes,
): { timeMs: number; memoryMb: number } {
  const [milliseconds, megabytes] = [Math.max(...times), Math.max(...memories)]
  if (new Set(times).size > 1 || new Set(memories).size > 1)
    notes.converted('caseLimits', { milliseconds, megabytes }, file)
  return { timeMs: milliseconds, memoryMb: megabytes }
}
