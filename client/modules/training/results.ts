/** The viewer's progress through the problems of a training. */

type Result = { readonly viewerVerdict: string | null | undefined }

/** Index of the first problem that the viewer has not solved; null: they have solved all. */
export function nextOf(problems: readonly Result[]): number | null {
  const index = problems.findIndex(({ viewerVerdict }) => viewerVerdict !== 'ACCEPTED')
  return index < 0 ? null : index
}
