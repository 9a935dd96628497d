import type { RefusedError } from './refusal.ts'

type Outcome = { refusal: RefusedError | null; words: string | null }

/** Why a form was refused as a whole; null when the refusal names fields, which show it. */
export const wholeRefusal = ({ refusal, words }: Outcome): string | null =>
  refusal?.field || refusal?.fields ? null : words
