import type { Prisma } from '#prisma/generated/client.ts'
import {
  visibleAuditEntries,
  visibleJudgements,
  visibleRejudgingEntries,
  visibleRejudgings,
} from './judging.ts'
import { visibleAnnexes, visibleProblems } from './problem.ts'
import type { Reader } from './reader.ts'
import { visibleSiteNotices } from './site.ts'
import { visibleSubmissions, visibleTrials } from './submission.ts'
import { visibleSessions, visibleUsers } from './user.ts'

/**
 * The register of sight: which rows of a guarded noun a viewer may see. The schema builder asks it about single
 * rows, so that `node(id:)`, relations and subscriptions cannot go around it.
 */
export const VISIBLE = {
  user: (reader: Reader): Prisma.UserWhereInput => visibleUsers(reader),
  session: (reader: Reader): Prisma.SessionWhereInput => visibleSessions(reader),
  problem: (reader: Reader): Prisma.ProblemWhereInput => visibleProblems(reader),
  annex: (reader: Reader): Prisma.AnnexWhereInput => visibleAnnexes(reader),
  submission: (reader: Reader): Prisma.SubmissionWhereInput => visibleSubmissions(reader),
  trial: (reader: Reader): Prisma.TrialWhereInput => visibleTrials(reader),
  judgement: (reader: Reader): Prisma.JudgementWhereInput => visibleJudgements(reader),
  rejudging: (reader: Reader): Prisma.RejudgingWhereInput => visibleRejudgings(reader),
  rejudgingEntry: (reader: Reader): Prisma.RejudgingEntryWhereInput => visibleRejudgingEntries(reader),
  auditEntry: (reader: Reader): Prisma.AuditEntryWhereInput => visibleAuditEntries(reader),
  siteNotice: (reader: Reader): Prisma.SiteNoticeWhereInput => visibleSiteNotices(reader),
} as const

export type GuardedNoun = keyof typeof VISIBLE
