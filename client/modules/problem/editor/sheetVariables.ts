import type { Venue } from '../workbenchContext.ts'

/** Query variables that name a problem, in practice or in a contest. */
export const sheetVariables = (contest: Venue['number'] | null, displayId: string) => ({
  displayId,
  contest: contest ?? 0,
  inContest: contest !== null,
})
