/** A case to check. */
export type CheckedFiles = {
  /** Files on the host; `answer` is empty for a case without an answer. */
  input: string
  output: string
  answer: string
  /** The full score of the case; null where only the verdict counts. */
  points: number | null
}

/** Result of a checker. `share` is the earned part of the score (0 to 1) of a partial result. */
export type Finding = {
  verdict: 'ACCEPTED' | 'PARTIALLY_ACCEPTED' | 'WRONG_ANSWER' | 'PRESENTATION_ERROR' | 'JUDGE_ERROR'
  share: number | null
  /** For the contestant; after a judge error also with text for the problem's author only. */
  message: string | null
  /** For the problem's author only, without what `message` says. */
  judgeMessage?: string | null
}

export type Checker = {
  (files: CheckedFiles): Promise<Finding>
  /** Checks a short output without a file: true when it is certainly right. */
  surelyRight?: (output: Uint8Array, answer: Uint8Array) => boolean
}

export const accepted: Finding = { verdict: 'ACCEPTED', share: null, message: null }
export const wrong = (message: string | null = null): Finding => ({
  verdict: 'WRONG_ANSWER',
  share: null,
  message,
})
export const judgeError = (message: string): Finding => ({ verdict: 'JUDGE_ERROR', share: null, message })
