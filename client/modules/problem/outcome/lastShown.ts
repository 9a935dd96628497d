/** What was shown last of each problem: into focus mode and out of it, or away and back, it is there again. */
import { session } from '../../../relay/session.ts'
import type { Shown } from '../workbenchContext.ts'

const byProblem = new Map<string, Shown>()
const followers = new Map<string, Set<(shown: Shown) => void>>()
/** Numbers of submissions that were sent or followed here and whose end nobody was told yet. */
const untold = new Set<number>()
session.subscribe(() => {
  byProblem.clear()
  untold.clear()
})

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

  /** Notes that the end of a submission will have to be told, also when it comes before anything is there to tell it. */
  awaitEnd(number: number) {
    untold.add(number)
  },

  /** Whether the end of a submission is still to be told, which is true once. */
  takeEnd: (number: number): boolean => untold.delete(number),
}
