import { say } from './messages.ts'
import type { JudgementReport } from './protocol.ts'
import { BlobCorrupt, BlobMissing } from './store/blobs.ts'

/** What no other host can do better. */
export const isOfTheSite = (error: unknown) => error instanceof BlobMissing || error instanceof BlobCorrupt

/** How a judgement ends that no host could carry out. */
export const hostFailure = (message: string): JudgementReport => ({
  verdict: 'JUDGE_ERROR',
  timeMs: null,
  memoryKb: null,
  score: null,
  oiRankScore: null,
  message: say('hostFailed', {}, message),
})
