import { EVENT_CHANNEL, SETTLE_TASK, TAPE } from '#judge/protocol.ts'
import { slimTask } from '#judge/slimTask.ts'
import { type BankRun, Prisma } from '#prisma/generated/client.ts'
import type { BankTrouble, JudgingState, Verdict } from '#prisma/generated/enums.ts'
import type { House } from '../../context.ts'
import { storable as storableText } from '../../core/checked.ts'
import type { BankCase } from '../bank/bank.ts'
import { bankScore } from '../bank/score.ts'
import { tellSql } from '../submission/submissionEvent.ts'

/** Longest texts that are stored, in characters, as of our own hosts. */
const MOST_MESSAGE = 65_536
const MOST_OUTPUT = 1_024
/** Cases that are stored of a run. */
const MOST_CASES = 500

/** Text that PostgreSQL can store, cut. Half a character that the cut leaves goes too: JSON in PostgreSQL takes none. */
const storable = (text: string | null, most: number): string | null =>
  text === null ? null : storableText(storableText(text).slice(0, most))

/** Largest number of a column. */
const MOST_NUMBER = 2 ** 31 - 1

/** A time or an amount of memory as a column takes it; null: the bank did not say, or no number. */
const measure = (value: number | null): number | null =>
  value === null || Number.isNaN(value) ? null : Math.round(Math.min(Math.max(value, 0), MOST_NUMBER))

const TELL_BANK = (rows: string) =>
  Prisma.raw(`pg_notify('${EVENT_CHANNEL}', json_build_object('name', 'bank.changed',
    'payload', json_build_object('bank', ${rows}."bank"))::text)::text`)

/**
 * Shows how far a submission is at its bank. Returns false when its judgement has ended meanwhile, because somebody
 * cancelled it.
 */
export async function showState(
  { database: { prisma } }: House,
  judgementId: string,
  state: JudgingState,
  judgedBy: string,
): Promise<boolean> {
  const [row] = await prisma.$queryRaw<{ isOpen: boolean }[]>`
    with going as (
      update "Judgement" set "state" = ${state}::"JudgingState", "hostName" = ${judgedBy},
        "startedAt" = coalesce("startedAt", now())
      where "id" = ${judgementId} and "state" not in ('DONE', ${state}::"JudgingState")
      returning "id", "submissionId"
    ), sent as (
      update "Submission" s set "state" = ${state}::"JudgingState", "judgedBy" = ${judgedBy}
      from going where s."id" = going."submissionId" and s."judgementId" = going."id"
      returning s."id", s."userId", s."problemId", s."contestId", s."groupId"
    )
    select j."state" <> 'DONE' as "isOpen", (select count(${tellSql('submission.progressed', 'sent')})::int from sent) as "told"
    from "Judgement" j where j."id" = ${judgementId}`
  return row?.isOpen ?? false
}

export type Outcome = {
  verdict: Verdict
  timeMs: number | null
  memoryKb: number | null
  message: string | null
  cases: readonly BankCase[]
  trouble: BankTrouble | null
}

/** A run as the process that works on it read it. */
export type Held = Pick<BankRun, 'judgementId' | 'step' | 'workerId'>

/** SQL condition on "BankRun": nobody else has taken it over or changed its step since it was read. */
export const stillHeld = ({ judgementId, step, workerId }: Held) => Prisma.sql`
  "judgementId" = ${judgementId} and "step" = ${step}::"BankStep" and "workerId" is not distinct from ${workerId}::text`

/**
 * Ends a judgement with its one verdict, releases the account, and has it counted, as the judge hosts do (FINISH in
 * judge/queue/statements.ts). A contest with scores gives 100 for acceptance and else 0 (area-rules B12). When the
 * judgement has ended before, the account is released and nothing else happens; nothing at all when the run is no longer
 * held.
 */
export async function endRun({ database: { prisma } }: House, run: Held, outcome: Outcome): Promise<void> {
  const { verdict, trouble } = outcome
  const timeMs = measure(outcome.timeMs)
  const memoryKb = measure(outcome.memoryKb)
  const cases = outcome.cases.slice(0, MOST_CASES)
  const runs = cases.map(({ index, verdict, timeMs, memoryKb, output, comment }) => ({
    index,
    verdict,
    timeMs: measure(timeMs),
    memoryKb: measure(memoryKb),
    message: storable(comment, MOST_OUTPUT),
    outputHead: storable(output, MOST_OUTPUT),
  }))
  const tape = cases.map((one) => TAPE[one.verdict]).join('')
  const caseCount = cases.length || null
  const score = bankScore(verdict)
  await prisma.$queryRaw`
    with ended as (
      update "BankRun" set "step" = 'DONE', "holdsAccount" = false, "workerId" = null, "leasedUntil" = null,
        "trouble" = ${trouble}::"BankTrouble"
      where ${stillHeld(run)}
      returning "bank"
    ), over as (
      update "Judgement" j set "state" = 'DONE', "verdict" = ${verdict}::"Verdict", "caseCount" = ${caseCount}::int,
        "tape" = ${tape}, "timeMs" = ${timeMs}::int, "memoryKb" = ${memoryKb}::int,
        "score" = (select case when c."type" = 'OI' then ${score}::int end from "Submission" s
          join "Contest" c on c."id" = s."contestId" where s."id" = j."submissionId"),
        "message" = ${storable(outcome.message, MOST_MESSAGE)}, "endedAt" = now(), "task" = ${Prisma.raw(slimTask('"task"'))}
      where "id" = (select "judgementId" from "BankRun" where ${stillHeld(run)}) and "state" <> 'DONE'
      returning "id", "submissionId", "score"
    ), kept as (
      insert into "Run" ("judgementId", "index", "verdict", "timeMs", "memoryKb", "message", "outputHead")
      select over."id", r."index", r."verdict"::"Verdict", r."timeMs", r."memoryKb", r."message", r."outputHead"
      from over, jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as r
        ("index" int, "verdict" text, "timeMs" int, "memoryKb" int, "message" text, "outputHead" text)
      on conflict ("judgementId", "index") do nothing
    ), sent as (
      update "Submission" s set "state" = 'DONE', "verdict" = ${verdict}::"Verdict", "caseCount" = ${caseCount}::int,
        "tape" = ${tape}, "timeMs" = ${timeMs}::int, "memoryKb" = ${memoryKb}::int, "score" = over."score",
        "countedVerdict" = case when s."contestId" is null then s."countedVerdict" else ${verdict}::"Verdict" end
      from over where s."id" = over."submissionId" and s."judgementId" = over."id"
      returning s."id", s."userId", s."problemId", s."contestId", s."groupId"
    ), counted as (
      select * from sent where "contestId" is not null
    ), counting as (
      select graphile_worker.add_job(${SETTLE_TASK}, json_build_object('submissionId', over."submissionId")) as "job" from over
    )
    select (select count(${tellSql('submission.judged', 'sent')})::int from sent) as "judged",
      (select count(${tellSql('submission.counted', 'counted')})::int from counted) as "counted",
      (select count("job")::int from counting) as "counting",
      (select count(${TELL_BANK('ended')})::int from ended) as "told"`
}

/**
 * Puts a run that its bank did not take back to those that wait for an account; the account is released. Nothing happens
 * when it is no longer held.
 */
export async function letWait({ database: { prisma } }: House, run: Held, dueInMs: number): Promise<void> {
  await prisma.$queryRaw`
    with waiting as (
      update "BankRun" set "step" = 'WAITING', "holdsAccount" = false, "accountId" = null,
        "sends" = "sends" - case when "sentAt" is null then 0 else 1 end, "sentAt" = null,
        "workerId" = null, "leasedUntil" = null, "failures" = "failures" + 1,
        "dueAt" = now() + make_interval(secs => ${dueInMs / 1000})
      where ${stillHeld(run)}
      returning "judgementId", "bank"
    ), going as (
      update "Judgement" j set "state" = 'AWAITING_ACCOUNT' from waiting
      where j."id" = waiting."judgementId" and j."state" <> 'DONE'
      returning j."id", j."submissionId"
    ), sent as (
      update "Submission" s set "state" = 'AWAITING_ACCOUNT', "judgedBy" = null
      from going where s."id" = going."submissionId" and s."judgementId" = going."id"
      returning s."id", s."userId", s."problemId", s."contestId", s."groupId"
    )
    select (select count(${tellSql('submission.progressed', 'sent')})::int from sent) as "told",
      (select count(${TELL_BANK('waiting')})::int from waiting) as "banks"`
}
