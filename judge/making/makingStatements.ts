/** Statements of makings, like those in statements.ts: a report of an earlier attempt changes nothing. */

import { EVENT_CHANNEL } from '../protocol.ts'
import { MAY_BEGIN, planned, QUEUE_CHANGED } from '../queue/statements.ts'

const TELL = `pg_notify('${EVENT_CHANNEL}', json_build_object('name', 'making.progressed',
  'payload', json_build_object('problemId', changed."problemId",
    'caseCount', jsonb_array_length(changed.plan)))::text)`

/**
 * $1 languages of this host, $2 making, $3 host id. Starts an attempt and forgets the cases of earlier ones; a
 * stress test keeps its progress.
 */
export const BEGIN_MAKING = planned(
  'begin making',
  `
  with changed as (
    update "Making" set attempt = attempt + 1, state = 'COMPILING', "hostId" = $3
    where id = $2 and state <> 'DONE' and ${MAY_BEGIN}
    returning id, "problemId", plan, attempt, task, tried, "spentMs", pauses
  ), cleared as (
    delete from "MadeCase" using changed where "makingId" = changed.id
  )
  select changed.attempt, changed.task, changed.tried, changed."spentMs", changed.pauses, ${TELL}, ${QUEUE_CHANGED} from changed`,
)

/** $1 making, $2 attempt. The programs are compiled, and running begins. */
export const RUN_MAKING = planned(
  'run making',
  `
  with changed as (
    update "Making" set state = 'RUNNING' where id = $1 and attempt = $2 and state <> 'DONE'
    returning id, "problemId", plan
  )
  select changed.id, ${TELL} from changed`,
)

/**
 * $1 making, $2 attempt, $3 cases since the last report (JSON), $4 seeds tried, $5 time spent (ms). Null in $4 or
 * $5 keeps the stored value.
 */
export const NOTE_MADE = planned(
  'note made',
  `
  with changed as (
    update "Making" set
      state = 'RUNNING', tried = coalesce($4::int, tried), "spentMs" = coalesce($5::int, "spentMs")
    where id = $1 and attempt = $2 and state <> 'DONE'
    returning id, "problemId", plan
  ), noted as (
    insert into "MadeCase" ("makingId", index, fault, message, "inputHash", "inputSize", "answerHash", "answerSize",
      "inputHead", verdict, "timeMs", "memoryKb")
    select changed.id, r.index, r.fault, r.message, r.input->>'hash', (r.input->>'size')::int, r.answer->>'hash',
      (r.answer->>'size')::int, r."inputHead", r.verdict::"Verdict", r."timeMs", r."memoryKb"
    from changed, jsonb_to_recordset($3::jsonb) as r(
      index int, fault text, message text, input jsonb, answer jsonb, "inputHead" text, verdict text, "timeMs" int, "memoryKb" int)
    on conflict ("makingId", index) do nothing
  )
  select changed.id, ${TELL} from changed`,
)

/** $1 making, $2 attempt, $3 seeds tried, $4 time spent (ms). */
export const NOTE_TRIED = planned(
  'note tried',
  `
  with changed as (
    update "Making" set state = 'RUNNING', tried = $3, "spentMs" = $4
    where id = $1 and attempt = $2 and state <> 'DONE'
    returning id, "problemId", plan
  )
  select changed.id, ${TELL} from changed`,
)

/** $1 making, $2 attempt. Queues a stress test for its next turn. */
export const PAUSE_MAKING = planned(
  'pause making',
  `
  update "Making" set state = 'QUEUED', "hostId" = null, pauses = pauses + 1
  where id = $1 and attempt = $2 and state <> 'DONE'
  returning id`,
)

/** $1 making, $2 attempt, $3 verdict, $4 message, $5 programs that do not compile (JSON). */
export const FINISH_MAKING = planned(
  'finish making',
  `
  with changed as (
    update "Making" set state = 'DONE', verdict = $3::"Verdict", message = $4, refused = $5::jsonb, "endedAt" = now()
    where id = $1 and attempt = $2 and state <> 'DONE'
    returning id, "problemId", plan
  )
  select changed.id, ${TELL}, ${QUEUE_CHANGED} from changed`,
)

/** $1 making, $2 attempt. Queues it for another host. */
export const HAND_BACK_MAKING = planned(
  'hand back making',
  `
  with changed as (
    update "Making" set state = 'QUEUED', "hostId" = null
    where id = $1 and attempt = $2 and state <> 'DONE'
    returning id, "problemId", plan
  )
  select changed.id, ${TELL}, ${QUEUE_CHANGED} from changed`,
)
