import type { Venue } from '../workbenchContext.ts'

/** What the parts of a problem page name their problem by when they ask for more of it, in practice or in a contest. */
export const sheetVariables = (contest: Venue['number'] | null, displayId: string) => ({
  displayId,
  contest: contest ?? 0,
  inContest: contest !== null,
})
