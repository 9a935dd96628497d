import { Prisma } from '#prisma/generated/client.ts'

/** Assignments to "Submission": no outcome yet. */
export const NO_OUTCOME = Prisma.sql`"verdict" = null, "timeMs" = null, "memoryKb" = null, "score" = null,
  "oiRankScore" = null, "caseCount" = null, "tape" = '', "judgedBy" = null, "manual" = false`

/** SQL of a `with` clause that notes the judgements of `made` in their entries, with the outcomes before them. */
export const notedSql = (rejudgingId: number) => Prisma.sql`noted as (
      update "RejudgingEntry" e set "judgementId" = made."id",
        "verdictBefore" = case when earlier."id" is null then s."verdict" else earlier."verdictBefore" end,
        "scoreBefore" = case when earlier."id" is null then s."score" else earlier."scoreBefore" end,
        "before" = coalesce(earlier."before", jsonb_build_object('judgementId', s."judgementId",
          'state', s."state", 'verdict', s."verdict", 'timeMs', s."timeMs", 'memoryKb', s."memoryKb",
          'score', s."score", 'oiRankScore', s."oiRankScore", 'caseCount', s."caseCount", 'tape', s."tape",
          'judgedBy', s."judgedBy", 'manual', s."manual"))
      from made join "Submission" s on s."id" = made."submissionId"
        -- A rejudging that another one overtakes had no outcome: what counts is the one before both.
        left join "RejudgingEntry" earlier on earlier."judgementId" = s."judgementId" and s."state" <> 'DONE'
      where e."rejudgingId" = ${rejudgingId} and e."submissionId" = made."submissionId"
    )`
