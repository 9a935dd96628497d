import { EVENT_CHANNEL, LANE_WIDTH, PRIORITY } from '#judge/protocol.ts'
import { Prisma, type Submission } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { tellSql } from '../submission/submissionEvent.ts'
import { NO_OUTCOME, notedSql } from './rejudgingEntry.ts'

/** SQL condition on "Submission": another judge judges it. */
export const OF_BANK = Prisma.sql`exists (
  select from "BankRun" remote where remote."judgementId" = "Submission"."judgementId")`

/** Whether another judge judges a submission. */
export const isRemote = async (
  ctx: Context,
  { judgementId }: Pick<Submission, 'judgementId'>,
): Promise<boolean> => judgementId !== null && (await ctx.db.bankRun.count({ where: { judgementId } })) > 0

/**
 * Starts entries of a rejudging whose submissions other judges have judged. Each gets a judgement of its own: a run
 * that the bank has named is polled, and only without one, or without the account that may poll it, an account sends the
 * code once more (area-rules B7). A single submission keeps its lane. Of many, each waits behind all first
 * verdicts, and keeps its verdict while its account is out of service or gone, because polling would fail.
 */
export const beginAtBanks = (
  ctx: Context,
  { rejudgingId, isHeld }: { rejudgingId: number; isHeld: boolean },
  submissionIds: number[],
) => ctx.db.$queryRaw`
  with known as (
    select s."id" as "submissionId", gen_random_uuid()::text as "id", j."task", b."bank", b."problemKey", b."sends",
      named."runId", named."accountId", named."sentAt",
      case when g."scope" = 'SUBMISSION' then b."lane" / ${LANE_WIDTH}::int * ${LANE_WIDTH}::int else ${PRIORITY.rejudging}::int end as "lane",
      case when named."runId" is null then 'WAITING' else 'POLLING' end::"BankStep" as "step",
      case when named."runId" is null then 'AWAITING_ACCOUNT' else 'SENT' end::"JudgingState" as "state"
    from "Submission" s join "Judgement" j on j."id" = s."judgementId" join "BankRun" b on b."judgementId" = j."id"
      join "Rejudging" g on g."id" = ${rejudgingId}::int
      left join "BankRun" named on named."judgementId" = j."id" and named."runId" is not null
        and named."accountId" is not null
    where s."id" = any(${submissionIds}::int[]) and (g."scope" = 'SUBMISSION' or b."runId" is null
      or exists (select from "BankAccount" a where a."id" = b."accountId" and a."suspendedFor" is null))
  ), made as (
    insert into "Judgement" ("id", "submissionId", "lane", "task", "bank", "state", "queuedAt")
    select "id", "submissionId", "lane", "task", "bank", "state", ${ctx.now}::timestamptz from known
    returning "id", "submissionId", "state"
  ), run as (
    insert into "BankRun" ("judgementId", "bank", "problemKey", "step", "lane", "runId", "accountId", "sends", "sentAt")
    select "id", "bank", "problemKey", "step", "lane", "runId", "accountId", "sends", "sentAt" from known
    returning "bank"
  ), ${notedSql(rejudgingId)}, reopened as (
    update "Submission" s set "judgementId" = made."id", "state" = made."state", ${NO_OUTCOME}
    from made where s."id" = made."submissionId" and not ${isHeld}::boolean
    returning s."id", s."userId", s."problemId", s."contestId", s."groupId"
  )
  select (select count(${tellSql('submission.changed', 'reopened')})::int from reopened) as "told",
    (select count(pg_notify(${EVENT_CHANNEL}, json_build_object('name', 'bank.changed',
      'payload', json_build_object('bank', "bank"))::text))::int
      from (select distinct "bank" from run) as banks) as "banks"`
