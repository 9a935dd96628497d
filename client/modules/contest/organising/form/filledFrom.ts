import { type ContestValues, lastsMs, sealOf } from './contestValues.ts'

/** What files say of a contest. */
type Filed = {
  readonly title: string | null | undefined
  readonly startsAt: string | null | undefined
  readonly durationSeconds: number | null | undefined
  readonly freezeSeconds: number | null | undefined
}

/** The values with what files say; what they leave out stays. */
export function filledFrom(filed: Filed, values: ContestValues): ContestValues {
  const { title, startsAt, durationSeconds, freezeSeconds } = filed
  const from = startsAt ?? values.range.from
  const lasts = durationSeconds ? durationSeconds * 1000 : lastsMs(values.range)
  const to = from ? new Date(Date.parse(from) + lasts).toISOString() : values.range.to
  const freezesAt = freezeSeconds && to && new Date(Date.parse(to) - freezeSeconds * 1000).toISOString()
  const seal = freezesAt && from && to ? sealOf(from, to, freezesAt, Number.NEGATIVE_INFINITY) : values.seal
  return { ...values, title: title ?? values.title, range: { from, to }, seal }
}
