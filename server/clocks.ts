import { CONTEST_CLOCK } from './modules/contest/clock.ts'
import type { ClocksNow } from './policy/reader.ts'
import type { ClockKinds } from './timetable.ts'

/** The kinds of clocks by the name that a reader has for what their rows close. */
export const clocks: ClockKinds<ClocksNow> = { contests: CONTEST_CLOCK }
