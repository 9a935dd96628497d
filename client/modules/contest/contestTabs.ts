/** The tabs of a contest in order. To add one, add a line here and its path to contestRoutes.ts. */
import type { ContestFrame_contest$data } from '../../__generated__/ContestFrame_contest.graphql.ts'

/** Fields of the contest that tabs depend on. */
export type TabbedContest = ContestFrame_contest$data

/** Site settings that tabs depend on. */
export type TabbedSurroundings = {
  readonly site: { readonly openContestComment: boolean }
}

export type ContestTab = {
  /** Its label is `contest:tab.<key>`. */
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
  /** Path below /contest/:contestID. */
  path: string
  /** Other paths that select this tab. */
  also?: readonly string[]
  /** Whether the tab is shown; left out: always. */
  isFor?: (contest: TabbedContest, around: TabbedSurroundings) => boolean
  /** Open to viewers who cannot view the contest yet. */
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
  { key: 'acInfo', path: 'ac-info', isFor: ({ canManage, type }) => canManage && type === 'ACM' },
  { key: 'adminPrint', path: 'admin-print', isFor: ({ canManage, hasPrinting }) => canManage && hasPrinting },
  { key: 'rejudge', path: 'rejudge', isFor: ({ viewerCanRejudge }) => viewerCanRejudge },
  { key: 'reveal', path: 'scroll-board', isFor: ({ canManage, type }) => canManage && type === 'ACM' },
]
