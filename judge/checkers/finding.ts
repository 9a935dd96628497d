/** One case to be checked. */
export type CheckedFiles = {
  /** Files on the host; `answer` is an empty one where a case has none. */
  input: string
  output: string
  answer: string
  /** The full score of the case; null where only the verdict counts. */
  points: number | null
}

/** What a checker says of an output. `share` is the part earned, from 0 to 1, when it is a partial result. */
export type Finding = {
  verdict: 'ACCEPTED' | 'PARTIALLY_ACCEPTED' | 'WRONG_ANSWER' | 'PRESENTATION_ERROR' | 'JUDGE_ERROR'
  share: number | null
  /** For the contestant; where the judging failed, with what only the problem's author is shown. */
  message: string | null
  /** For the problem's author alone, as far as `message` does not say it. */
  judgeMessage?: string | null
}

export type Checker = {
  (files: CheckedFiles): Promise<Finding>
  /** What can be said of a short output without any file: true when it is right beyond doubt. */
  surelyRight?: (output: Uint8Array, answer: Uint8Array) => boolean
}

export const accepted: Finding = { verdict: 'ACCEPTED', share: null, message: null }
export const wrong = (message: string | null = null): Finding => ({
  verdict: 'WRONG_ANSWER',
  share: null,
  message,
})
export const judgeError = (message: string): Finding => ({ verdict: 'JUDGE_ERROR', share: null, message })
