/** Moments are ISO 8601, UTC. */
type Times = {
  readonly latePercent: number
  readonly lateUntil: string | null | undefined
  readonly viewerDueAt: string
}

/** What late submissions of the viewer earn, by its words: nothing where the late period ends with an extension. */
export const lateRule = ({ latePercent, lateUntil, viewerDueAt }: Times) =>
  !latePercent || (lateUntil && lateUntil <= viewerDueAt) ? 'noLate' : lateUntil ? 'lateUntil' : 'late'
