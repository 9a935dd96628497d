import { CONTEST_CLOCK } from './modules/contest/clock.ts'
import { HOMEWORK_CLOCK } from './modules/training/homework/clock.ts'
import type { ClocksNow } from './policy/reader.ts'
import type { ClockKinds } from './timetable.ts'

/** Kinds of clocks by their field in `ClocksNow`. */
export const clocks: ClockKinds<ClocksNow> = { contests: CONTEST_CLOCK, homeworks: HOMEWORK_CLOCK }
