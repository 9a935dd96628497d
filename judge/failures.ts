import { say } from './messages.ts'
import type { JudgementReport } from './protocol.ts'
import { BlobCorrupt, BlobMissing } from './store/blobs.ts'

/** Failures that another host would repeat. */
export const isOfTheSite = (error: unknown) => error instanceof BlobMissing || error instanceof BlobCorrupt

/** Report of a judgement that no host could finish. */
export const hostFailure = (message: string): JudgementReport => ({
  verdict: 'JUDGE_ERROR',
  timeMs: null,
  memoryKb: null,
  score: null,
  oiRankScore: null,
  message: say('hostFailed', {}, message),
})
