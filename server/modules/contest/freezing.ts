/** Computes the freeze of a contest after an edit (contest-rules.md 2). Pure. */
import type { Contest } from '#prisma/generated/client.ts'
import { Refusal } from '../../core/errors.ts'

/** Times that an edit asks for, and whether the contest unfreezes when it ends. */
export type Times = Pick<Contest, 'startsAt' | 'endsAt' | 'thawsByItself'>

const refuse = (
  field: string,
  code: 'CONTEST_FREEZE_BEGUN' | 'CONTEST_FREEZE_PAST' | 'CONTEST_STAYS_SEALED' | 'CONTEST_END_THAWS',
): never => {
  throw new Refusal(code, { field })
}

const secondOf = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** Whether the freeze has begun; it may have ended since. */
export const hasFrozen = <One extends Pick<Contest, 'freezesAt'>>(
  contest: One,
  now: Date,
): contest is One & { freezesAt: Date } => contest.freezesAt !== null && contest.freezesAt <= now

/** A future freeze moves with the times: it stays at the start, or as long before the end as it was. */
function movedFreeze(before: Contest, { startsAt, endsAt }: Times): Date | null {
  const { freezesAt } = before
  if (!freezesAt) return null
  if (freezesAt.getTime() === before.startsAt.getTime()) return startsAt
  const lead = before.endsAt.getTime() - freezesAt.getTime()
  return new Date(Math.max(startsAt.getTime(), endsAt.getTime() - lead))
}

/** When a frozen contest unfreezes; null: not automatically. A past unfreeze stays. */
export function thawAfter(before: Contest | null, { endsAt, thawsByItself }: Times, now: Date): Date | null {
  if (before?.thawsAt && before.thawsAt <= now) return before.thawsAt
  return thawsByItself ? endsAt : null
}

/** Leads (ms) of a freeze before the end that the form of the reference system offers. */
const OFFERED_LEADS = [30 * 60_000, 60 * 60_000]

/**
 * Whether an edit asks for the freeze that there is. Forms of the reference system name a freeze with every end, as
 * long before it as the freeze was or as they offer.
 */
function isKept({ freezesAt, endsAt: endedAt }: Contest, { endsAt }: Times, asked: Date | null): boolean {
  if (asked === null || freezesAt === null) return asked === freezesAt
  if (secondOf(asked) === secondOf(freezesAt)) return true
  if (secondOf(endsAt) === secondOf(endedAt)) return false
  const leads = [endedAt.getTime() - freezesAt.getTime(), ...OFFERED_LEADS]
  return leads.some((lead) => secondOf(asked) === secondOf(new Date(endsAt.getTime() - lead)))
}

/**
 * The freeze after an edit; null: none. `asked` is the freeze that the edit names; undefined: none named. A
 * freeze that has begun stays, and an edit that asks for another one is refused, or that would end it at once. No freeze may begin in the
 * past of a contest that is running or waits to be unfrozen, because it would hide what was public.
 */
export function freezeAfter(
  before: Contest,
  times: Times,
  asked: Date | null | undefined,
  now: Date,
): Date | null {
  if (hasFrozen(before, now)) {
    const { freezesAt } = before
    if (asked !== undefined && !isKept(before, times, asked)) refuse('freezesAt', 'CONTEST_FREEZE_BEGUN')
    if (times.startsAt > freezesAt) refuse('startsAt', 'CONTEST_FREEZE_BEGUN')
    if (times.endsAt <= freezesAt) refuse('endsAt', 'CONTEST_FREEZE_BEGUN')
    if (times.thawsByItself && times.endsAt <= now) {
      const { thawsAt } = before
      if (thawsAt === null) refuse('thawsByItself', 'CONTEST_STAYS_SEALED')
      else if (thawsAt > now) refuse('endsAt', 'CONTEST_END_THAWS')
    }
    return freezesAt
  }
  const wanted = asked === undefined ? movedFreeze(before, times) : asked
  if (!wanted || wanted >= now || before.startsAt > now) return wanted
  const thawsAt = thawAfter(before, times, now)
  if (thawsAt && thawsAt <= now) return wanted
  return asked ? refuse('freezesAt', 'CONTEST_FREEZE_PAST') : now
}
