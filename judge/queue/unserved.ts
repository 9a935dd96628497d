/**
 * Jobs whose needs no living host has. They wait, because such a host may be restarting; later any host claims them and
 * reports what is missing.
 */

import { callWorkers, type Queryable } from '../health/liveness.ts'
import { kindsOf, NEEDS } from './claims.ts'

/** Jobs opened at a time; each becomes a failed judgement. */
const BATCH = 500

/** $1 tasks. Kinds of waiting jobs whose needs no host has. */
const KINDS = `
  with recursive ${kindsOf('$1')}
  select distinct needs::text as needs from kind
  where needs is not null and needs <> '{}' and not exists (
    select from "JudgeHost" h
    where needs <@ (select jsonb_object_agg(l->>'key', true) from jsonb_array_elements(h.profile->'languages') l))`

/** $1 tasks, $2 a kind. Opens some of its jobs to all hosts. */
const OPEN = `
  with due as (
    select j.id from graphile_worker._private_jobs j
    where j.is_available and ${NEEDS} = $2::jsonb and j.task_id = any(array(
      select id from graphile_worker._private_tasks where identifier = any($1::text[])))
    limit ${BATCH} for update skip locked
  ), opened as (
    update graphile_worker._private_jobs j set flags = null from due where j.id = due.id returning j.id
  )
  select ${callWorkers('count(*)')}
  from opened having count(*) > 0`

export class Unserved {
  readonly #tasks: readonly string[]
  readonly #patience: number
  #since = new Map<string, number>()

  /** `patience` in ms, counted from when this host first saw that nobody has what jobs need. */
  constructor(tasks: readonly string[], patience: number) {
    this.#tasks = tasks
    this.#patience = patience
  }

  /** Looks again, and opens what has waited long enough. */
  async look(db: Queryable): Promise<void> {
    const { rows } = await db.query(KINDS, [this.#tasks])
    const kinds = rows.map(({ needs }) => String(needs))
    const now = performance.now()
    this.#since = new Map(kinds.map((kind) => [kind, this.#since.get(kind) ?? now]))
    for (const [kind, since] of this.#since)
      if (now - since >= this.#patience) await db.query(OPEN, [this.#tasks, kind])
  }
}
