import { z } from 'zod'
import { Refusal } from '../../../core/errors.ts'
import { readMoment } from '../../../core/moment.ts'
import { nestedFlag, nestedNumber, nestedText } from '../../../doors/rest/nested.ts'
import { ACCESS_CODE, AWARD_CODE, keyOfCode, NAME_WORD, SCORING_WORD, TYPE_CODE } from '../restShapes.ts'
import type { AwardTier, ContestPatch } from './organising.ts'

const loose = z.union([z.string(), z.number()]).nullish()
const words = nestedText.nullish()
const flag = nestedFlag.nullish()

/** AdminContestVO as clients send it; unknown fields are ignored. */
export const contestBody = z
  .object({
    id: nestedNumber.nullish(),
    gid: nestedNumber.nullish().describe('Number of the group; for contests of groups.'),
    title: words,
    description: words,
    type: loose,
    auth: loose,
    pwd: words,
    startTime: loose,
    endTime: loose,
    sealRank: flag,
    sealRankTime: loose,
    autoRealRank: flag,
    visible: flag,
    openPrint: flag,
    openAccountLimit: flag,
    accountLimitRule: words,
    ...{
      rankShowName: words,
      openRank: flag,
      oiRankScoreType: words,
      allowEndSubmit: flag,
      awardType: loose,
    },
    starAccount: z.array(nestedText).nullish(),
    awardConfigList: z
      .array(z.object({ priority: loose, name: words, background: words, color: words, num: loose }))
      .nullish(),
  })
  .meta({ id: 'AdminContestInput', description: 'A contest as its organisers write it.' })

export type ContestBody = z.output<typeof contestBody>

/** A number of milliseconds since 1970 as text; empty: out of range. */
const atMs = (ms: number): string => (Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : '')

const momentOf = (field: string, value: ContestBody['startTime']): Date | undefined => {
  if (value === null || value === undefined || value === '') return undefined
  const moment = readMoment(typeof value === 'number' ? atMs(value) : value)
  if (!moment) throw new Refusal('INVALID_INPUT', { field })
  return moment
}

const codeOf = <Key extends string, Code>(table: Record<Key, Code>, field: string, code: unknown) => {
  if (code === null || code === undefined) return undefined
  const key = keyOfCode(table, code)
  if (!key) throw new Refusal('INVALID_INPUT', { field })
  return key
}

/** Colour pickers of the reference system's client send null when they are cleared. */
const NO_BACKGROUND = '#ffffff'
const NO_COLOR = '#000000'

const tiersOf = (list: NonNullable<ContestBody['awardConfigList']>): AwardTier[] =>
  [...list]
    .sort((one, other) => Number(one.priority ?? 0) - Number(other.priority ?? 0))
    .map(({ name, background, color, num }) => ({
      name: name ?? '',
      background: background || NO_BACKGROUND,
      color: color || NO_COLOR,
      number: Number(num ?? 0),
    }))

/** Contest fields of a body; omitted fields stay as they are. */
export function patchOfContest(body: ContestBody): ContestPatch {
  const given = {
    type: codeOf(TYPE_CODE, 'type', body.type),
    title: body.title ?? undefined,
    description: body.description ?? undefined,
    startsAt: momentOf('startTime', body.startTime),
    endsAt: momentOf('endTime', body.endTime),
    freezesAt: body.sealRank === false ? null : momentOf('sealRankTime', body.sealRankTime),
    thawsByItself: body.autoRealRank ?? undefined,
    access: codeOf(ACCESS_CODE, 'auth', body.auth),
    password: body.pwd === undefined || body.pwd === null ? undefined : body.pwd || null,
    visible: body.visible ?? undefined,
    boardIsOpen: body.openRank ?? undefined,
    printing: body.openPrint ?? undefined,
    takesLate: body.allowEndSubmit ?? undefined,
    shownName: codeOf(NAME_WORD, 'rankShowName', body.rankShowName || null),
    oiScoring: codeOf(SCORING_WORD, 'oiRankScoreType', body.oiRankScoreType || null),
    accountRule: body.openAccountLimit === false ? null : (body.accountLimitRule ?? undefined),
    stars: body.starAccount?.filter((name) => name.trim() !== ''),
    awardKind: codeOf(AWARD_CODE, 'awardType', body.awardType),
    awards: body.awardConfigList ? tiersOf(body.awardConfigList) : undefined,
  }
  // Undefined values would overwrite existing ones.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
