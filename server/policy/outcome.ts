import type { Submission } from '#prisma/generated/client.ts'
import { organises } from './officials.ts'
import { isReader, type Reader } from './reader.ts'

/** Parts of a submission's outcome that a reader may see. */
export type Shown = {
  /** Verdict, state, score, and whether it was judged. */
  outcome: boolean
  /** Time, memory, code length and compiler output. */
  measures: boolean
  /** Results of the cases, and values derived from them. */
  cases: boolean
}

const ALL: Shown = { outcome: true, measures: true, cases: true }
const NOTHING: Shown = { outcome: false, measures: false, cases: false }

export type OfContest = Pick<Submission, 'userId' | 'contestId' | 'createdAt'>

/**
 * Parts of a submission's outcome that a reader may see (contest-rules.md 6, 8 and 9). A running contest shows only
 * the verdict of others, and in ACM no cases. From the freeze on, ACM hides the outcomes of others, and OI also one's
 * own. Organisers see everything.
 */
export function outcomeFor(reader: Reader, { userId, contestId, createdAt }: OfContest): Shown {
  if (contestId === null) return ALL
  const { closed, running, sealed } = reader.contests
  const seal = sealed.get(contestId)
  const contest = closed.get(contestId) ?? running.get(contestId) ?? seal
  if (!contest || organises(reader, contest)) return ALL
  if (closed.has(contestId)) return NOTHING
  const own = isReader(reader, userId)
  const frozen = seal !== undefined && seal.freezesAt <= createdAt
  if (frozen && (contest.type === 'OI' || !own)) return NOTHING
  if (!running.has(contestId)) return ALL
  return { outcome: true, measures: own, cases: own && contest.type === 'OI' }
}
