import { EVENT_CHANNEL } from '../protocol.ts'
import { REACTIONS_IN_SQL } from '../reactions.ts'

const JOBS: { readonly [event: string]: readonly string[] | undefined } = REACTIONS_IN_SQL

/**
 * SQL that tells listeners of an event of the submissions in `rows`, which must have the columns id, userId, problemId,
 * contestId and groupId, and queues the jobs that react to it: what `tellOf` of the server does in TypeScript. Its value is
 * a text.
 */
export function submissionEventSql(event: string, rows: string): string {
  const payload = `json_build_object(
     'submissionId', ${rows}.id, 'userId', ${rows}."userId", 'problemId', ${rows}."problemId",
     'contestId', ${rows}."contestId", 'groupId', ${rows}."groupId")`
  const told = `pg_notify('${EVENT_CHANNEL}', json_build_object('name', '${event}', 'payload', ${payload})::text)::text`
  const queued = (JOBS[event] ?? []).map((job) => ` || (graphile_worker.add_job('${job}', ${payload})).id`)
  return `${told}${queued.join('')}`
}
