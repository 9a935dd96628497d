/**
 * Statements of judging. Each is one round trip that changes the judgement, the outcome columns of its submission (when
 * the judgement counts), and notifies listeners. A report names its attempt; one of an earlier attempt changes nothing.
 */

import { callWorkers, type Statement } from '../health/liveness.ts'
import { needsSql } from '../needs.ts'
import { EVENT_CHANNEL, SETTLE_TASK } from '../protocol.ts'
import { slimTask } from '../slimTask.ts'
import { submissionEventSql } from './submissionEvent.ts'

/** Planning statements like these takes PostgreSQL longer than running them. */
export const planned = (name: string, text: string): Statement => ({ name: `judge ${name}`, text })

/** Event of a submission; also queues the jobs that react to it. */
const tell = (event: string) => submissionEventSql(event, 'shown')

/** Event of a problem for judgements of its reference solutions. */
const tellSolutions = (judgement: string) => `
    select pg_notify('${EVENT_CHANNEL}', json_build_object('name', 'solution.progressed',
      'payload', json_build_object('problemId', kept."problemId"))::text)::text
    from ${judgement} join "Solution" kept on kept."judgementId" = ${judgement}.id
    where ${judgement}."submissionId" is null`

/**
 * Inserts the runs of `$5` for the judgement of this statement. A case can exist already from a late report of an
 * earlier attempt.
 */
const insertRuns = (judgement: string) => `
    insert into "Run" ("judgementId", index, subtask, verdict, "timeMs", "memoryKb", score, message, "judgeMessage",
      "outputHead", "errorHead", transcript)
    select ${judgement}.id, r.index, r.subtask, r.verdict::"Verdict", r."timeMs", r."memoryKb", r.score,
           r.message, r."judgeMessage", r."outputHead", r."errorHead", r.transcript
    from ${judgement}, jsonb_to_recordset($5::jsonb) as r(
      index int, subtask int, verdict text, "timeMs" int, "memoryKb" int, score int, message text,
      "judgeMessage" text, "outputHead" text, "errorHead" text, transcript jsonb)
    on conflict ("judgementId", index) do update set
      subtask = excluded.subtask, verdict = excluded.verdict, "timeMs" = excluded."timeMs",
      "memoryKb" = excluded."memoryKb", score = excluded.score, message = excluded.message,
      "judgeMessage" = excluded."judgeMessage", "outputHead" = excluded."outputHead",
      "errorHead" = excluded."errorHead", transcript = excluded.transcript`

export const QUEUE_CHANGED = `pg_notify('${EVENT_CHANNEL}', '{"name":"queue.changed","payload":{}}')`

const JOB_ADDED = callWorkers('1')

/**
 * $1 languages of this host. The claim has compared them, except for jobs without needs: these are left to a host that
 * has the language, and begun here to report it when none has.
 */
export const MAY_BEGIN = `(${needsSql('task')} <@ $1::text[] or not exists (
      select from "JudgeHost" h
      where ${needsSql('task')} <@ array(select l->>'key' from jsonb_array_elements(h.profile->'languages') l)))`

/** $2 judgement, $3 host id, $4 host name. Starts an attempt and forgets the cases of earlier ones. */
export const BEGIN = planned(
  'begin',
  `
  with started as (
    update "Judgement" set
      attempt = attempt + 1, state = 'COMPILING', verdict = null, tape = '', "caseCount" = null,
      "timeMs" = null, "memoryKb" = null, score = null, "oiRankScore" = null, message = null,
      "hostId" = $3, "hostName" = $4, "startedAt" = now(), "endedAt" = null
    where id = $2 and state <> 'DONE' and bank is null and ${MAY_BEGIN}
    returning id, "submissionId", attempt, task
  ), cleared as (
    delete from "Run" using started where "judgementId" = started.id
  ), shown as (
    update "Submission" s set
      state = 'COMPILING', verdict = null, tape = '', "caseCount" = null,
      "timeMs" = null, "memoryKb" = null, score = null, "oiRankScore" = null, "judgedBy" = $4
    from started where s.id = started."submissionId" and s."judgementId" = started.id
    returning s.id, s."userId", s."problemId", s."contestId", s."groupId"
  ), told as (
    select ${tell('submission.progressed')} from shown union all ${tellSolutions('started')}
  )
  select started."submissionId", started.attempt, started.task, ${QUEUE_CHANGED}, (select count(*) from told)
  from started`,
)

/** $1 judgement, $2 attempt, $3 case count, $4 tape, $5 runs (JSON). Notes what has ended since the last time. */
export const PROGRESS = planned(
  'progress',
  `
  with going as (
    update "Judgement" set state = 'RUNNING', "caseCount" = $3, tape = $4
    where id = $1 and attempt = $2 and state <> 'DONE'
    returning id, "submissionId"
  ), ended as (
    ${insertRuns('going')}
  ), shown as (
    update "Submission" s set state = 'RUNNING', "caseCount" = $3, tape = $4
    from going where s.id = going."submissionId" and s."judgementId" = going.id
    returning s.id, s."userId", s."problemId", s."contestId", s."groupId"
  ), told as (
    select ${tell('submission.progressed')} from shown union all ${tellSolutions('going')}
  )
  select going.id, (select count(*) from told) from going`,
)

/**
 * $1 judgement, $2 attempt, $3 case count, $4 tape, $5 runs (JSON), $6 verdict, $7 time, $8 memory, $9 score,
 * $10 OI rank score, $11 message, $12 job, $13 who holds it. The end, of the job too. A submission of a contest is in no
 * tally and counts at once. That is told unless its verdict counted already; a score is told again, because the one before
 * is forgotten. For the others, and for those that a rejudging waits for, a job of the site does it (settle.ts):
 * written into the table of the queue, whose own function for it costs ten times as much.
 */
export const FINISH = planned(
  'finish',
  `
  with over as (
    update "Judgement" set
      state = 'DONE', verdict = $6::"Verdict", "caseCount" = $3, tape = $4, "timeMs" = $7, "memoryKb" = $8,
      score = $9, "oiRankScore" = $10, message = $11, "endedAt" = now(),
      task = case when "submissionId" is null then task else ${slimTask('task')} end
    where id = $1 and attempt = $2 and state <> 'DONE'
    returning id, "submissionId"
  ), ended as (
    ${insertRuns('over')}
  ), shown as (
    update "Submission" s set
      state = 'DONE', verdict = $6::"Verdict", "caseCount" = $3, tape = $4, "timeMs" = $7, "memoryKb" = $8,
      score = $9, "oiRankScore" = $10,
      "countedVerdict" = case when s."contestId" is null then s."countedVerdict" else $6::"Verdict" end
    from over where s.id = over."submissionId" and s."judgementId" = over.id
    returning s.id, s."userId", s."problemId", s."contestId", s."groupId",
      (select earlier."countedVerdict" from "Submission" earlier where earlier.id = s.id) as "countedBefore"
  ), told as (
    select ${tell('submission.judged')} from shown union all ${tellSolutions('over')}
    union all select ${tell('submission.counted')} from shown
      where "contestId" is not null and ("countedBefore" is distinct from $6::"Verdict" or $9::int is not null)
  ), done as (
    delete from graphile_worker._private_jobs j using over where j.id = $12 and j.locked_by = $13
  ), counting as (
    insert into graphile_worker._private_jobs (task_id, payload)
    select t.id, json_build_object('submissionId', over."submissionId")
    from over, graphile_worker._private_tasks t where t.identifier = '${SETTLE_TASK}' and over."submissionId" is not null
      and (not exists (select from shown where "contestId" is not null) or exists (
        select from "RejudgingEntry" e where e."submissionId" = over."submissionId" and e."endedAt" is null))
    returning id
  )
  select over.id, ${QUEUE_CHANGED}, (select count(*) from told), (select ${JOB_ADDED} from counting) from over`,
)

/** $1 judgement, $2 attempt: it waits for another host. */
export const HAND_BACK = planned(
  'hand back',
  `
  with waiting as (
    update "Judgement" set state = 'QUEUED', "hostId" = null, "hostName" = null
    where id = $1 and attempt = $2 and state <> 'DONE'
    returning id, "submissionId"
  ), shown as (
    update "Submission" s set state = 'QUEUED', "judgedBy" = null
    from waiting where s.id = waiting."submissionId" and s."judgementId" = waiting.id
    returning s.id, s."userId", s."problemId", s."contestId", s."groupId"
  ), told as (
    select ${tell('submission.progressed')} from shown union all ${tellSolutions('waiting')}
  )
  select waiting.id, ${QUEUE_CHANGED}, (select count(*) from told) from waiting`,
)

const TELL_TRIAL = `pg_notify('${EVENT_CHANNEL}', json_build_object('name', 'trial.progressed',
  'payload', json_build_object('trialId', changed.id, 'userId', changed."userId"))::text)`

/** $2 trial, $3 host id. */
export const BEGIN_TRIAL = planned(
  'begin trial',
  `
  with changed as (
    update "Trial" set attempt = attempt + 1, state = 'COMPILING', "hostId" = $3
    where id = $2 and state <> 'DONE' and ${MAY_BEGIN}
    returning id, "userId", attempt, task
  )
  select changed.attempt, changed.task, ${TELL_TRIAL}, ${QUEUE_CHANGED} from changed`,
)

/** $1 trial, $2 attempt. */
export const RUN_TRIAL = planned(
  'run trial',
  `
  with changed as (
    update "Trial" set state = 'RUNNING' where id = $1 and attempt = $2 and state <> 'DONE' returning id, "userId"
  )
  select ${TELL_TRIAL} from changed`,
)

/** $1 trial, $2 attempt, $3 verdict, $4 time, $5 memory, $6 output, $7 error output, $8 message. */
export const FINISH_TRIAL = planned(
  'finish trial',
  `
  with changed as (
    update "Trial" set
      state = 'DONE', verdict = $3::"Verdict", "timeMs" = $4, "memoryKb" = $5,
      output = $6, "errorOutput" = $7, message = $8
    where id = $1 and attempt = $2 and state <> 'DONE'
    returning id, "userId"
  )
  select changed.id, ${TELL_TRIAL}, ${QUEUE_CHANGED} from changed`,
)

/** $1 trial, $2 attempt: it waits for another host. */
export const HAND_BACK_TRIAL = planned(
  'hand back trial',
  `
  with changed as (
    update "Trial" set state = 'QUEUED', "hostId" = null
    where id = $1 and attempt = $2 and state <> 'DONE'
    returning id, "userId"
  )
  select changed.id, ${TELL_TRIAL}, ${QUEUE_CHANGED} from changed`,
)

/** $1 job, $2 who holds it, $3 wait (ms). The same job is free for others, if it is not theirs already. */
export const REQUEUE = `
  with freed as (
    update graphile_worker._private_jobs set
      locked_by = null, locked_at = null, attempts = 0, run_at = now() + $3 * interval '1 millisecond'
    where id = $1 and locked_by = $2
    returning id
  )
  select id, ${JOB_ADDED} from freed`

/** $1 job, $2 who holds it, $3 judgement, trial or making. A job that did not say what it needs does, and is free for others. */
export const LEAVE = `
  with open as (
    select task from "Judgement" where id = $3 and state <> 'DONE' and bank is null
    union all select task from "Trial" where id = $3 and state <> 'DONE'
    union all select task from "Making" where id = $3 and state <> 'DONE'
  ), freed as (
    update graphile_worker._private_jobs set
      locked_by = null, locked_at = null, attempts = 0,
      flags = (select jsonb_object_agg(need, true) from unnest(${needsSql('open.task')}) need)
    from open where id = $1 and locked_by = $2
    returning id
  )
  select id, ${JOB_ADDED} from freed`

/** $1 judgement, trial or making: is there anything left to do for it here? What another judge judges is none of ours. */
export const STILL_OPEN = `select exists (
  select from "Judgement" where id = $1 and state <> 'DONE' and bank is null
  union all select from "Trial" where id = $1 and state <> 'DONE'
  union all select from "Making" where id = $1 and state <> 'DONE') as open`
