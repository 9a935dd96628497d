/** Verdicts as shown: a short code for each verdict of the API. */
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

/** The code of a verdict, or of the state while there is none; hidden without both. */
export const verdictCode = (
  verdict: VerdictName | null | undefined,
  state: StateName | null = 'DONE',
): VerdictCode => (verdict ? CODE[verdict] : state ? STATE[state] : 'SUR')

/** Letters of a test bar. */
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

/** The letter of a verdict on a test bar. */
export const verdictLetter = (verdict: VerdictName): string =>
  Object.keys(LETTER).find((letter) => LETTER[letter] === CODE[verdict]) ?? '.'

/** The verdict of a letter; null while the test is pending. */
export const letterCode = (letter: string): VerdictCode | null => LETTER[letter] ?? null

export const verdictIcon = (code: VerdictCode): IconName => tokens.verdict[code].icon as IconName

export const isLive = (code: VerdictCode) => tokens.verdict[code].group === 'live'

/** Whether the icon of a code rotates. */
export const turns = (code: VerdictCode) => code === 'JG' || code === 'CP'

export const VERDICT_CODES = Object.keys(tokens.verdict) as VerdictCode[]
