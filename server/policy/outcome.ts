import type { Submission } from '#prisma/generated/client.ts'
import { organises } from './officials.ts'
import { isReader, type Reader } from './reader.ts'

/** What of a submission's outcome a reader may know. */
export type Shown = {
  /** Verdict, state and score, and that anything was judged at all. */
  outcome: boolean
  /** Time, memory and length of the code, and what the compiler said. */
  measures: boolean
  /** How it went case by case, and what only a case by case look tells. */
  cases: boolean
}

const ALL: Shown = { outcome: true, measures: true, cases: true }
const NOTHING: Shown = { outcome: false, measures: false, cases: false }

export type OfContest = Pick<Submission, 'userId' | 'contestId' | 'createdAt'>

/**
 * What a reader may know of the outcome of a submission (contest-rules.md 6, 8 and 9). A running contest shows of
 * others the verdict alone, and in ACM nobody the cases. From the freeze on, others' outcomes are hidden in ACM, and in
 * OI one's own as well. Organisers know everything.
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
