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
  message: string | null
}

export type Checker = (files: CheckedFiles) => Promise<Finding>

export const accepted: Finding = { verdict: 'ACCEPTED', share: null, message: null }
export const wrong = (message: string | null = null): Finding => ({
  verdict: 'WRONG_ANSWER',
  share: null,
  message,
})
export const judgeError = (message: string): Finding => ({ verdict: 'JUDGE_ERROR', share: null, message })
