/** What was shown last of each problem: into focus mode and out of it, or away and back, it is there again. */
import { session } from '../../relay/session.ts'
import type { Shown } from './workbenchContext.ts'

const byProblem = new Map<string, Shown>()
const followers = new Map<string, Set<(shown: Shown) => void>>()
session.subscribe(() => byProblem.clear())

export const lastShown = {
  of: (problemId: string): Shown | null => byProblem.get(problemId) ?? null,

  /** Shows it in every workbench of the problem: an answer may come when another one has taken the sender's place. */
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
}
