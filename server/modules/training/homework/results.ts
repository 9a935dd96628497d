import { Prisma, type Training } from '#prisma/generated/client.ts'
import type { Verdict } from '#prisma/generated/enums.ts'
import type { Db } from '../../../core/db.ts'

/** Result of a student in a problem of a training, by the submissions that its times let count (area-rules T6, T7, T13). */
export type Result = {
  trainingId: number
  userId: string
  problemId: number
  /** ACCEPTED, or the verdict of the last try; null: none was judged. */
  verdict: Verdict | null
  /** Tries before the first acceptance, or all of them without one. */
  tries: number
  /** Of the first acceptance, else of the last submission. */
  at: Date
  /** Of the first submission. */
  firstAt: Date
  lastAt: Date
  /** It is of a submission after the due time. */
  isLate: boolean
  /** Its submission is within the times, or late as far as the late rule lets it count. */
  counts: boolean
  /** A submission is being judged, maybe again: its points are missing until then. */
  isJudging: boolean
  /** Earned points, 0 to 100, less those that a late submission loses. */
  points: number
}

/** Verdicts that are tries (area-rules T7). */
const TRIES: readonly Verdict[] = [
  'PARTIALLY_ACCEPTED',
  'WRONG_ANSWER',
  'PRESENTATION_ERROR',
  'TIME_LIMIT_EXCEEDED',
  'MEMORY_LIMIT_EXCEEDED',
  'OUTPUT_LIMIT_EXCEEDED',
  'RUNTIME_ERROR',
  'COMPILE_ERROR',
]

/**
 * Results of students in the problems of trainings of groups; those without a submission are left out. One statement;
 * its cost follows the number of submissions of these students to these problems.
 */
export async function resultsOf(
  db: Db,
  trainingIds: readonly Training['id'][],
  userIds: readonly string[],
): Promise<Result[]> {
  if (userIds.length === 0 || trainingIds.length === 0) return []
  const tries = Prisma.sql`array[${Prisma.join(TRIES)}]::"Verdict"[]`
  return db.$queryRaw<Result[]>`
    with student as (
      select t."id" as "trainingId", t."groupId", u."id" as "userId",
        coalesce(r."registeredAt", '-infinity') as "since", coalesce(h."opensAt", '-infinity') as "opensAt",
        coalesce(greatest(h."dueAt", e."dueAt"), 'infinity') as "dueAt", h."latePercent",
        case when h."latePercent" > 0 then coalesce(h."lateUntil", 'infinity') else '-infinity' end as "lateUntil"
      from unnest(${userIds}::text[]) u("id")
      join "Training" t on t."id" = any (${trainingIds}::int[])
      left join "Homework" h on h."trainingId" = t."id"
      left join "HomeworkExtension" e on e."trainingId" = t."id" and e."userId" = u."id"
      left join "TrainingRegistration" r on r."trainingId" = t."id" and r."userId" = u."id"
    ), sent as (
      select one."trainingId", s."id", s."userId", s."problemId", s."createdAt", s."countedVerdict" as "verdict",
        s."state" <> 'DONE' as "isJudging",
        case when s."countedVerdict" = 'ACCEPTED' then 100.0
          when s."countedVerdict" is null or p."fullScore" = 0 then 0
          else least(coalesce(100.0 * s."score" / p."fullScore", 0), 100) end as "points",
        s."createdAt" > one."dueAt" as "isLate",
        s."createdAt" <= one."dueAt" or s."createdAt" <= one."lateUntil" as "counts", one."latePercent"
      from student one
      join "TrainingProblem" l on l."trainingId" = one."trainingId"
      join "Submission" s on s."userId" = one."userId" and s."problemId" = l."problemId"
        and s."contestId" is null and (s."groupId" is null or s."groupId" = one."groupId")
        and s."createdAt" >= one."opensAt"
        and (s."countedVerdict" = 'ACCEPTED' or s."createdAt" >= one."since")
      join "Problem" p on p."id" = s."problemId"
    ), known as (
      select sent.*,
        min("createdAt") filter (where "verdict" = 'ACCEPTED') over cell as "acceptedAt",
        first_value("verdict") over (cell order by "verdict" = any (${tries}) desc nulls last, "id" desc) as "lastVerdict"
      from sent window cell as (partition by "trainingId", "userId", "problemId")
    )
    select "trainingId", "userId", "problemId",
      case when min("acceptedAt") is not null then 'ACCEPTED' else min("lastVerdict"::text) end as "verdict",
      (count(*) filter (where "verdict" = any (${tries}) and ("acceptedAt" is null or "createdAt" < "acceptedAt")))::int
        as "tries",
      coalesce(min("acceptedAt"), max("createdAt")) as "at", min("createdAt") as "firstAt", max("createdAt") as "lastAt",
      bool_or("isLate") filter (where "createdAt" = "acceptedAt" or "acceptedAt" is null) as "isLate",
      bool_or("counts") filter (where "createdAt" = "acceptedAt" or "acceptedAt" is null) as "counts",
      bool_or("isJudging") as "isJudging",
      round(greatest(coalesce(max("points") filter (where not "isLate"), 0),
        coalesce(max("points" * "latePercent" / 100) filter (where "isLate" and "counts"), 0)))::int as "points"
    from known group by "trainingId", "userId", "problemId"`
}
