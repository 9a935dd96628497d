/** The result shown last for each problem, kept when the reader enters focus mode or leaves the page. */
import { session } from '../../../relay/session.ts'
import type { Shown } from '../workbenchContext.ts'

const byProblem = new Map<string, Shown>()
const followers = new Map<string, Set<(shown: Shown) => void>>()
/** Numbers of submissions whose verdict was not announced yet. */
const untold = new Set<number>()
session.subscribe(() => {
  byProblem.clear()
  untold.clear()
})

export const lastShown = {
  of: (problemId: string): Shown | null => byProblem.get(problemId) ?? null,

  /**
   * Shows a result in every workbench of the problem: the one that sent it may have been replaced meanwhile.
   */
  put(problemId: string, shown: Shown) {
    byProblem.set(problemId, shown)
    for (const follow of followers.get(problemId) ?? []) follow(shown)
  },

  follow(problemId: string, follow: (shown: Shown) => void): () => void {
    const all = followers.get(problemId) ?? new Set()
    followers.set(problemId, all.add(follow))
    return () => {
      all.delete(follow)
      if (all.size === 0 && followers.get(problemId) === all) followers.delete(problemId)
    }
  },

  /** Remembers to announce the verdict of a submission, even if it arrives before a workbench is mounted. */
  awaitEnd(number: number) {
    untold.add(number)
  },

  /** True once per submission: its verdict is still to be announced. */
  takeEnd: (number: number): boolean => untold.delete(number),
}
