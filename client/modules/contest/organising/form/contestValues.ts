/** Values of the contest form, and the fields that a save sends. */
import type { ContestEditPage_contest$data } from '../../../../__generated__/ContestEditPage_contest.graphql.ts'
import type { ContestFieldsInput } from '../../../../__generated__/ContestEditPageMutation.graphql.ts'
import { isSame } from '../../../../ui/form/paths.ts'
import type { TimeRange } from '../../../../ui/form/TimeRangeField.tsx'
import { serverNow } from '../../../../ui/text/serverTime.ts'
import type { ACCESSES, TYPES } from '../managedContests.ts'

export const SEALS = ['NONE', 'HALF_HOUR', 'HOUR', 'WHOLE', 'OTHER'] as const
export const SHOWN_NAMES = ['USERNAME', 'NICKNAME', 'REALNAME'] as const
export const AWARD_KINDS = ['NONE', 'PERCENTAGE', 'COUNT'] as const
export const OI_SCORINGS = ['RECENT', 'HIGHEST'] as const

const MINUTE = 60_000

/** BEGUN: the freeze has started and cannot be changed. */
export type Seal = (typeof SEALS)[number] | 'BEGUN'
export type Tier = { name: string; background: string; color: string; number: number | null }

export type ContestValues = {
  title: string
  description: string
  type: (typeof TYPES)[number]
  range: TimeRange
  access: (typeof ACCESSES)[number]
  password: string
  /**
   * `minutes`: length before the end when it is none of the choices. `since`: when the freeze started, if it
   * has.
   */
  seal: { choice: Seal; minutes: number | null; since?: string }
  thawsByItself: boolean
  isVisible: boolean
  boardIsOpen: boolean
  hasPrinting: boolean
  takesLate: boolean
  /** Whether it counts in the gradebook of its group. */
  isExam: boolean
  shownName: (typeof SHOWN_NAMES)[number]
  oiScoring: (typeof OI_SCORINGS)[number]
  accounts: {
    isOn: boolean
    prefix: string
    suffix: string
    start: number | null
    end: number | null
    extra: readonly string[]
  }
  stars: readonly string[]
  awardKind: (typeof AWARD_KINDS)[number]
  awards: readonly Tier[]
}

const NO_RULE: ContestValues['accounts'] = {
  isOn: false,
  prefix: '',
  suffix: '',
  start: 0,
  end: 10,
  extra: [],
}

/** Defaults of the server for fields that are left out. */
export const NEW_CONTEST_VALUES: ContestValues = {
  title: '',
  description: '',
  type: 'ACM',
  range: { from: null, to: null },
  access: 'PUBLIC',
  password: '',
  seal: { choice: 'NONE', minutes: null },
  thawsByItself: true,
  isVisible: true,
  boardIsOpen: false,
  hasPrinting: false,
  takesLate: false,
  isExam: false,
  shownName: 'USERNAME',
  oiScoring: 'RECENT',
  accounts: NO_RULE,
  stars: [],
  awardKind: 'NONE',
  awards: [],
}

const HOUR = 60 * MINUTE

/** First values of a new contest at a time (ms): hidden, from the next full hour on, five hours long. */
export function newContestValues(now: number): ContestValues {
  const from = Math.ceil((now + MINUTE) / HOUR) * HOUR
  const at = (time: number) => new Date(time).toISOString()
  return { ...NEW_CONTEST_VALUES, isVisible: false, range: { from: at(from), to: at(from + 5 * HOUR) } }
}

/** First awards; `key` names the tier in the words of this form. */
export const FIRST_TIERS = [
  { key: 'gold', background: '#e6bf25', color: '#ffffff', number: 10 },
  { key: 'silver', background: '#b4c0c7', color: '#ffffff', number: 20 },
  { key: 'bronze', background: '#cd7f32', color: '#ffffff', number: 30 },
] as const

/** Duration of a contest (ms); 0 while its times are missing or reversed. */
export const lastsMs = ({ from, to }: TimeRange): number =>
  from && to ? Math.max(0, Date.parse(to) - Date.parse(from)) : 0

/** Whether a freeze fits into a contest of this duration (ms). */
export const sealFits = (choice: Seal, lasts: number): boolean => {
  if (choice === 'HALF_HOUR') return lasts >= 30 * MINUTE
  return choice === 'HOUR' ? lasts >= 60 * MINUTE : true
}

/** First choice of a freeze: the last hour of an ACM contest that is long enough, else the whole contest. */
export const firstSeal = ({ type, range }: ContestValues): Seal =>
  type === 'ACM' && lastsMs(range) >= 60 * MINUTE ? 'HOUR' : 'WHOLE'

/** When the freeze starts; null: no freeze. */
export function freezesAtOf({ seal, range: { from, to } }: ContestValues): string | null {
  if (seal.choice === 'BEGUN') return seal.since ?? null
  if (seal.choice === 'NONE' || !from || !to) return null
  if (seal.choice === 'WHOLE') return from
  const minutes = { HALF_HOUR: 30, HOUR: 60, OTHER: seal.minutes ?? 0 }[seal.choice]
  return new Date(Math.max(Date.parse(from), Date.parse(to) - minutes * MINUTE)).toISOString()
}

/** Freeze choice of a contest at a time (ms); OTHER, in minutes before the end, when no choice fits. */
export function sealOf(
  from: string,
  to: string,
  freezesAt: string | null | undefined,
  now: number,
): ContestValues['seal'] {
  if (!freezesAt) return { choice: 'NONE', minutes: null }
  if (Date.parse(freezesAt) <= now) return { choice: 'BEGUN', minutes: null, since: freezesAt }
  const minutes = (Date.parse(to) - Date.parse(freezesAt)) / MINUTE
  if (Date.parse(from) === Date.parse(freezesAt)) return { choice: 'WHOLE', minutes: null }
  if (minutes === 30) return { choice: 'HALF_HOUR', minutes: null }
  return minutes === 60 ? { choice: 'HOUR', minutes: null } : { choice: 'OTHER', minutes }
}

const tidySeal = ({ choice, minutes, since }: ContestValues['seal']): ContestValues['seal'] => {
  if (choice === 'BEGUN') return { choice, minutes: null, since }
  return { choice, minutes: choice === 'OTHER' ? minutes : null }
}

/**
 * Values as the server returns them after a save, so that its answer is not taken for another editor's
 * change.
 */
export function tidy(values: ContestValues): ContestValues {
  const { title, access, password, accounts, awardKind, awards, thawsByItself } = values
  return {
    ...values,
    title: title.trim(),
    password: access === 'PUBLIC' ? '' : password,
    seal: tidySeal(values.seal),
    thawsByItself,
    accounts: accounts.isOn ? accounts : NO_RULE,
    awards: awardKind === 'NONE' ? [] : awards.map((tier) => ({ ...tier, name: tier.name.trim() })),
  }
}

const known = <Value extends string>(all: readonly Value[], value: string): Value =>
  all.find((one) => one === value) ?? (all[0] as Value)

type Shown = ContestEditPage_contest$data
type Setting = NonNullable<Shown['setting']>

/** Form values of a contest. */
export function valuesOf(contest: Shown, setting: Setting): ContestValues {
  const { startsAt, endsAt, freezesAt, type, access, shownName, oiScoring, awardKind, awards } = contest
  const { accounts, password, stars, thawsByItself } = setting
  const { title, description, isVisible, boardIsOpen, hasPrinting, takesLate, isExam } = contest
  return tidy({
    title,
    description,
    isVisible,
    boardIsOpen,
    hasPrinting,
    takesLate,
    isExam,
    stars,
    thawsByItself,
    type: known(['ACM', 'OI'], type),
    range: { from: startsAt, to: endsAt },
    access: known(['PUBLIC', 'PRIVATE', 'PROTECTED'], access),
    password: password ?? '',
    seal: sealOf(startsAt, endsAt, freezesAt, serverNow()),
    shownName: known(SHOWN_NAMES, shownName),
    oiScoring: known(OI_SCORINGS, oiScoring),
    accounts: accounts ? { isOn: true, ...accounts } : NO_RULE,
    awardKind: known(AWARD_KINDS, awardKind),
    awards: awards.map(({ name, background, color, number }) => ({ name, background, color, number })),
  })
}

const PLAIN = [
  ...(['title', 'description', 'access', 'thawsByItself', 'isVisible', 'boardIsOpen'] as const),
  ...(['hasPrinting', 'takesLate', 'isExam', 'shownName', 'oiScoring', 'stars', 'awardKind'] as const),
]

/** Fields that a save of tidy values sends: those that differ from `base`. */
export function contestFields(values: ContestValues, base: ContestValues): ContestFieldsInput {
  const differs = (...fields: (keyof ContestValues)[]) =>
    fields.some((field) => !isSame(values[field], base[field]))
  const { range, accounts, access, password, awards } = values
  const { isOn, prefix, suffix, start, end, extra } = accounts
  return {
    ...Object.fromEntries(PLAIN.filter((field) => differs(field)).map((field) => [field, values[field]])),
    ...(differs('range') && { startsAt: range.from, endsAt: range.to }),
    ...(base.seal.choice !== 'BEGUN' && differs('seal', 'range') && { freezesAt: freezesAtOf(values) }),
    ...(differs('password', 'access') && { password: access === 'PUBLIC' ? null : password }),
    ...(differs('accounts') && {
      accounts: isOn ? { prefix, suffix, extra, start: start ?? 0, end: end ?? 0 } : null,
    }),
    ...(differs('awards') && { awards: awards.map((tier) => ({ ...tier, number: tier.number ?? 0 })) }),
  }
}

/** Whether a save drops the registrations: the password changed, or the contest becomes public. */
export const dropsRegistrations = (values: ContestValues, base: ContestValues): boolean =>
  base.access !== 'PUBLIC' && (values.access === 'PUBLIC' || values.password !== base.password)

/** Form field by the server's name, where they differ. */
const FIELD_OF: Readonly<Record<string, string>> = {
  exam: 'isExam',
  startsAt: 'range',
  endsAt: 'range',
  freezesAt: 'seal',
  accountRule: 'accounts',
  visible: 'isVisible',
  printing: 'hasPrinting',
}

/** Form field of an error address from the server. */
export const fieldAt = (address: string): string => {
  const [head = ''] = address.split('.')
  return FIELD_OF[head] ?? head
}
