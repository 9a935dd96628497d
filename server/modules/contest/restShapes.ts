import { z } from 'zod'
import type { Contest, ContestProblem } from '#prisma/generated/client.ts'
import type { AwardKind, ContestAccess, ContestType, OiScoring, ShownName } from '#prisma/generated/enums.ts'
import { asDate, codeIn, date } from '../../doors/rest/shapes.ts'
import { type ContestStatus, statusOf } from './contest.ts'
import { tiersOf } from './organising/organising.ts'

/** Codes and words of the reference system for contests. */
export const TYPE_CODE = { ACM: 0, OI: 1 } as const satisfies Record<ContestType, number>
export const ACCESS_CODE = { PUBLIC: 0, PRIVATE: 1, PROTECTED: 2 } as const satisfies Record<
  ContestAccess,
  number
>
export const STATUS_CODE = { SCHEDULED: -1, RUNNING: 0, ENDED: 1 } as const satisfies Record<
  ContestStatus,
  number
>
export const AWARD_CODE = { NONE: 0, PERCENTAGE: 1, COUNT: 2 } as const satisfies Record<AwardKind, number>
export const NAME_WORD = {
  USERNAME: 'username',
  NICKNAME: 'nickname',
  REALNAME: 'realname',
} as const satisfies Record<ShownName, string>
export const SCORING_WORD = { RECENT: 'Recent', HIGHEST: 'Highest' } as const satisfies Record<
  OiScoring,
  string
>

/** Key of a value, in one of the tables above. */
export const keyOfCode = <Key extends string, Code>(table: Record<Key, Code>, code: unknown): Key | null => {
  const found = Object.entries(table).find(([, value]) => String(value) === String(code))
  return found ? (found[0] as Key) : null
}

/** Codes of a table above, as query values. */
export const codesOf = (table: Record<string, number>): string[] => Object.values(table).map(String)

const optional = z.string().nullable()

/** ContestVO of the reference system. */
export const restContest = z
  .object({
    id: z.int(),
    author: z.string().describe('Username of its owner.'),
    title: z.string(),
    type: codeIn(TYPE_CODE).describe('0 ACM, 1 OI.'),
    description: optional.describe('Markdown.'),
    status: codeIn(STATUS_CODE).describe('-1 scheduled, 0 running, 1 ended.'),
    source: z.int().nullable().describe('Number of the contest that it was cloned from.'),
    auth: codeIn(ACCESS_CODE).describe('0 public, 1 private, 2 protected.'),
    now: date.nullable().describe('Time of the server.'),
    startTime: date,
    endTime: date,
    duration: z.int().describe('Seconds.'),
    sealRank: z.boolean().nullable(),
    sealRankTime: date.nullable(),
    openPrint: z.boolean().nullable(),
    rankShowName: codeIn(NAME_WORD).nullable().describe('Name that the scoreboard shows.'),
    openRank: z.boolean().nullable().describe('Whether the scoreboard is public.'),
    oiRankScoreType: codeIn(SCORING_WORD).nullable().describe('Which submission counts in OI.'),
    count: z.int().nullable().describe('Number of registrations; null: none.'),
    gid: z.int().nullable().describe('Number of its group.'),
    allowEndSubmit: z.boolean().nullable(),
  })
  .meta({ id: 'Contest', description: 'A contest.' })

type ContestName = (typeof NAME_WORD)[ShownName]
export type ContestRow = Contest & { owner: { username: string } }
export const WITH_OWNER = { include: { owner: { select: { username: true } } } } as const

const secondsOf = ({ startsAt, endsAt }: Contest) =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / 1000)

/** ContestVO in a list: fields that the reference system omits there are null. */
export const asListed = (contest: ContestRow, count: number, now: Date) => ({
  id: contest.id,
  author: contest.owner.username,
  title: contest.title,
  type: TYPE_CODE[contest.type],
  description: contest.description as string | null,
  status: STATUS_CODE[statusOf(contest, now)],
  source: contest.clonedFrom,
  auth: ACCESS_CODE[contest.access],
  now: null as string | null,
  startTime: asDate(contest.startsAt),
  endTime: asDate(contest.endsAt),
  duration: secondsOf(contest),
  sealRank: null as boolean | null,
  sealRankTime: null as string | null,
  openPrint: null as boolean | null,
  rankShowName: null as ContestName | null,
  openRank: contest.boardIsOpen as boolean | null,
  oiRankScoreType: SCORING_WORD[contest.oiScoring],
  // Clients show any number, and nobody registers for a public contest.
  count: count || null,
  gid: contest.groupId,
  allowEndSubmit: contest.takesLate as boolean | null,
})

/** ContestVO with all fields of the contest page. */
export const asContest = (contest: ContestRow, count: number, now: Date) => ({
  ...asListed(contest, count, now),
  now: asDate(now),
  sealRank: contest.freezesAt !== null,
  sealRankTime: contest.freezesAt && asDate(contest.freezesAt),
  openPrint: contest.printing,
  rankShowName: NAME_WORD[contest.shownName],
})

/** AdminContestVO of the reference system: what organisers read and write. */
export const restAdminContest = z
  .object({
    id: z.int(),
    uid: z.string(),
    author: z.string(),
    title: z.string(),
    type: codeIn(TYPE_CODE),
    description: z.string(),
    source: z.int().nullable(),
    auth: codeIn(ACCESS_CODE),
    pwd: optional,
    startTime: date,
    endTime: date,
    duration: z.int(),
    sealRank: z.boolean(),
    ...{
      sealRankTime: date.nullable(),
      autoRealRank: z.boolean(),
      status: codeIn(STATUS_CODE),
      visible: z.boolean(),
    },
    openPrint: z.boolean(),
    openAccountLimit: z.boolean(),
    accountLimitRule: optional,
    rankShowName: codeIn(NAME_WORD),
    starAccount: z.array(z.string()),
    openRank: z.boolean(),
    ...{
      oiRankScoreType: codeIn(SCORING_WORD),
      gid: z.int().nullable(),
      awardType: codeIn(AWARD_CODE),
      allowEndSubmit: z.boolean(),
    },
    awardConfigList: z.array(
      z.object({
        priority: z.int().describe('1 is the best tier.'),
        name: z.string(),
        background: z.string(),
        color: z.string(),
        num: z.int(),
      }),
    ),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'AdminContest', description: 'A contest as its organisers read and write it.' })

export const asAdminContest = (contest: ContestRow, now: Date) => ({
  id: contest.id,
  uid: contest.ownerId,
  author: contest.owner.username,
  title: contest.title,
  type: TYPE_CODE[contest.type],
  description: contest.description,
  source: contest.clonedFrom,
  auth: ACCESS_CODE[contest.access],
  pwd: contest.password,
  startTime: asDate(contest.startsAt),
  endTime: asDate(contest.endsAt),
  duration: secondsOf(contest),
  sealRank: contest.freezesAt !== null,
  sealRankTime: contest.freezesAt && asDate(contest.freezesAt),
  autoRealRank: contest.thawsByItself,
  status: STATUS_CODE[statusOf(contest, now)],
  visible: contest.visible,
  openPrint: contest.printing,
  openAccountLimit: contest.accountRule !== null,
  accountLimitRule: contest.accountRule,
  rankShowName: NAME_WORD[contest.shownName],
  starAccount: contest.stars,
  openRank: contest.boardIsOpen,
  oiRankScoreType: SCORING_WORD[contest.oiScoring],
  gid: contest.groupId,
  awardType: AWARD_CODE[contest.awardKind],
  awardConfigList: tiersOf(contest).map(({ name, background, color, number }, at) => ({
    priority: at + 1,
    name,
    background,
    color,
    num: number,
  })),
  allowEndSubmit: contest.takesLate,
  gmtCreate: asDate(contest.createdAt),
  gmtModified: asDate(contest.updatedAt),
})

const { starAccount: _stars, awardConfigList: _tiers, ...contestColumns } = restAdminContest.shape

/** Contest of the reference system: a row of the organisers' list, whose list fields are JSON texts. */
export const restContestRow = z
  .object({
    ...contestColumns,
    starAccount: z.string().describe('JSON text: { star_account: string[] }.'),
    awardConfig: z.string().describe('JSON text: { config: the tiers of AdminContest.awardConfigList }.'),
    isGroup: z.boolean(),
  })
  .meta({ id: 'ContestRow', description: 'A contest in the list of its organisers.' })

/** A row in the shape of `restContestRow`, without the password. */
export const asContestRow = (contest: ContestRow, now: Date) => {
  const { starAccount, awardConfigList, ...columns } = asAdminContest(contest, now)
  return {
    ...columns,
    pwd: null,
    starAccount: JSON.stringify({ star_account: starAccount }),
    awardConfig: JSON.stringify({ config: awardConfigList }),
    isGroup: contest.groupId !== null,
  }
}

/** ContestProblem of the reference system. */
export const restContestProblem = z
  .object({
    id: z.int(),
    displayId: z.string(),
    cid: z.int(),
    pid: z.int(),
    displayTitle: z.string(),
    color: optional.describe('Balloon colour.'),
    gmtCreate: date,
    gmtModified: date,
  })
  .meta({ id: 'ContestProblem', description: 'A problem of a contest.' })

export const asContestProblem = (row: ContestProblem) => ({
  ...asProblemLine(row),
  gmtCreate: asDate(row.createdAt),
  gmtModified: asDate(row.updatedAt),
})

/** Fields that both shapes of a contest problem have. */
export const asProblemLine = ({ id, displayId, contestId, problemId, title, color }: ContestProblem) => ({
  id,
  displayId,
  cid: contestId,
  pid: problemId,
  displayTitle: title,
  color,
})
