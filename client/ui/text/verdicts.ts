/** The verdicts as people see them: a short code for each, whatever the API calls it. */
import type { IconName } from '../controls/icons.ts'
import tokens from '../tokens.json'

export type VerdictCode = keyof typeof tokens.verdict

/** As in the schema. */
export type VerdictName =
  | 'ACCEPTED'
  | 'PARTIALLY_ACCEPTED'
  | 'WRONG_ANSWER'
  | 'PRESENTATION_ERROR'
  | 'TIME_LIMIT_EXCEEDED'
  | 'MEMORY_LIMIT_EXCEEDED'
  | 'OUTPUT_LIMIT_EXCEEDED'
  | 'RUNTIME_ERROR'
  | 'COMPILE_ERROR'
  | 'JUDGE_ERROR'
  | 'CANCELLED'
  | 'SUBMISSION_FAILED'

export type StateName = 'QUEUED' | 'COMPILING' | 'RUNNING' | 'DONE' | 'AWAITING_ACCOUNT' | 'SENDING' | 'SENT'

const CODE: Record<VerdictName, VerdictCode> = {
  ACCEPTED: 'AC',
  PARTIALLY_ACCEPTED: 'PA',
  WRONG_ANSWER: 'WA',
  PRESENTATION_ERROR: 'PE',
  TIME_LIMIT_EXCEEDED: 'TLE',
  MEMORY_LIMIT_EXCEEDED: 'MLE',
  OUTPUT_LIMIT_EXCEEDED: 'OLE',
  RUNTIME_ERROR: 'RE',
  COMPILE_ERROR: 'CE',
  JUDGE_ERROR: 'SE',
  CANCELLED: 'CA',
  SUBMISSION_FAILED: 'SF',
}

const STATE: Record<StateName, VerdictCode> = {
  QUEUED: 'PD',
  COMPILING: 'CP',
  RUNNING: 'JG',
  DONE: 'SUR',
  AWAITING_ACCOUNT: 'PD',
  SENDING: 'SB',
  SENT: 'PD',
}

/** The code of an outcome, or of how far judging is while there is none; without a state the outcome is hidden. */
export const verdictCode = (
  verdict: VerdictName | null | undefined,
  state: StateName | null = 'DONE',
): VerdictCode => (verdict ? CODE[verdict] : state ? STATE[state] : 'SUR')

/** A tape has one letter a test. */
const LETTER: Record<string, VerdictCode> = {
  A: 'AC',
  P: 'PA',
  W: 'WA',
  E: 'PE',
  T: 'TLE',
  M: 'MLE',
  O: 'OLE',
  R: 'RE',
  S: 'SE',
  C: 'CA',
  X: 'CE',
  F: 'SF',
}

/** The letter a test with that verdict has on a tape. */
export const verdictLetter = (verdict: VerdictName): string =>
  Object.keys(LETTER).find((letter) => LETTER[letter] === CODE[verdict]) ?? '.'

/** What became of one test of a tape; null while it waits. */
export const letterCode = (letter: string): VerdictCode | null => LETTER[letter] ?? null

export const verdictIcon = (code: VerdictCode): IconName => tokens.verdict[code].icon as IconName

export const isLive = (code: VerdictCode) => tokens.verdict[code].group === 'live'

/** Drawings that turn while something happens. */
export const turns = (code: VerdictCode) => code === 'JG' || code === 'CP'

export const VERDICT_CODES = Object.keys(tokens.verdict) as VerdictCode[]
