import { EVENT_CHANNEL } from './protocol.ts'

/** The payload of an event of the submissions in `rows`, as SQL. */
export const submissionPayloadSql = (rows: string): string =>
  `json_build_object(
     'submissionId', ${rows}.id, 'userId', ${rows}."userId", 'problemId', ${rows}."problemId",
     'contestId', ${rows}."contestId", 'groupId', ${rows}."groupId")`

/**
 * SQL that tells listeners of an event of the submissions in `rows`, which must have the columns id, userId, problemId,
 * contestId and groupId: what `tellOf` of the server does in TypeScript.
 */
export const submissionEventSql = (event: string, rows: string): string =>
  `pg_notify('${EVENT_CHANNEL}', json_build_object('name', '${event}', 'payload', ${submissionPayloadSql(rows)})::text)`
