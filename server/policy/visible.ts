import type { Prisma } from '#prisma/generated/client.ts'
import {
  visibleAuditEntries,
  visibleJudgements,
  visibleRejudgingEntries,
  visibleRejudgings,
} from './judging.ts'
import { visibleAnnexes, visibleProblems } from './problem.ts'
import { visibleSiteNotices } from './site.ts'
import { visibleSubmissions, visibleTrials } from './submission.ts'
import { visibleSessions, visibleUsers } from './user.ts'
import type { Viewer } from './viewer.ts'

/**
 * The register of sight: which rows of a guarded noun a viewer may see. The schema builder asks it about single
 * rows, so that `node(id:)`, relations and subscriptions cannot go around it.
 */
export const VISIBLE = {
  user: (viewer: Viewer): Prisma.UserWhereInput => visibleUsers(viewer),
  session: (viewer: Viewer): Prisma.SessionWhereInput => visibleSessions(viewer),
  problem: (viewer: Viewer): Prisma.ProblemWhereInput => visibleProblems(viewer),
  annex: (viewer: Viewer): Prisma.AnnexWhereInput => visibleAnnexes(viewer),
  submission: (viewer: Viewer): Prisma.SubmissionWhereInput => visibleSubmissions(viewer),
  trial: (viewer: Viewer): Prisma.TrialWhereInput => visibleTrials(viewer),
  judgement: (viewer: Viewer): Prisma.JudgementWhereInput => visibleJudgements(viewer),
  rejudging: (viewer: Viewer): Prisma.RejudgingWhereInput => visibleRejudgings(viewer),
  rejudgingEntry: (viewer: Viewer): Prisma.RejudgingEntryWhereInput => visibleRejudgingEntries(viewer),
  auditEntry: (viewer: Viewer): Prisma.AuditEntryWhereInput => visibleAuditEntries(viewer),
  siteNotice: (viewer: Viewer): Prisma.SiteNoticeWhereInput => visibleSiteNotices(viewer),
} as const

export type GuardedNoun = keyof typeof VISIBLE
