/** The viewer's progress through the problems of a training. */

type Result = { readonly viewerVerdict: string | null | undefined }

/**
 * Index of the problem to continue with: the first untried one, else the first unsolved one; null when all are solved.
 */
export function nextOf(problems: readonly Result[]): number | null {
  const untried = problems.findIndex(({ viewerVerdict }) => !viewerVerdict)
  const next = untried < 0 ? problems.findIndex(({ viewerVerdict }) => viewerVerdict !== 'ACCEPTED') : untried
  return next < 0 ? null : next
}
