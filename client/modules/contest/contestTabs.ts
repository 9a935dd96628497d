/**
 * The tabs of a contest in their order; one stands here once its page exists. A part that brings a page adds its line
 * here and its path to contestRoutes.ts.
 */
import type { ContestFrame_contest$data } from '../../__generated__/ContestFrame_contest.graphql.ts'

/** What the list of tabs asks of a contest. */
export type TabbedContest = ContestFrame_contest$data

/** What else it asks. */
export type TabbedSurroundings = {
  readonly site: { readonly openContestComment: boolean }
}

export type ContestTab = {
  /** Its words are `contest:tab.<key>`. */
  key:
    | 'overview'
    | 'problems'
    | 'submissions'
    | 'rank'
    | 'announcements'
    | 'comment'
    | 'print'
    | 'acInfo'
    | 'adminPrint'
    | 'rejudge'
    | 'reveal'
  /** Behind /contest/:contestID. */
  path: string
  /** Other paths that belong to it. */
  also?: readonly string[]
  /** Who has it; everybody when left out. */
  isFor?: (contest: TabbedContest, around: TabbedSurroundings) => boolean
  /** Open to those, too, who may not look into the contest yet. */
  unlocked?: true
}

export const CONTEST_TABS: readonly ContestTab[] = [
  { key: 'overview', path: '', unlocked: true },
  { key: 'problems', path: 'problems', also: ['problem'] },
  { key: 'submissions', path: 'submissions' },
  { key: 'rank', path: 'rank' },
  { key: 'announcements', path: 'announcements' },
  { key: 'comment', path: 'comment', isFor: (_, { site }) => site.openContestComment },
  { key: 'print', path: 'print', isFor: ({ hasPrinting }) => hasPrinting },
  { key: 'acInfo', path: 'ac-info', isFor: ({ canManage }) => canManage },
  { key: 'adminPrint', path: 'admin-print', isFor: ({ canManage, hasPrinting }) => canManage && hasPrinting },
  { key: 'rejudge', path: 'rejudge', isFor: ({ viewerCanRejudge }) => viewerCanRejudge },
  { key: 'reveal', path: 'scroll-board', isFor: ({ canManage, type }) => canManage && type === 'ACM' },
]
