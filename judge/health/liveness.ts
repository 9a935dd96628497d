/**
 * Liveness of the processes that take work from the queue. A process holds an advisory lock during its session
 * and renews its row every second. A row without a lock belongs to a killed process, a stale row to a hung one.
 * The process that deletes such a row releases its claims; only one can delete it.
 *
 * The server runs the same statements, so this file imports no driver.
 */

import { HOST_LOCK, HOST_SILENCE, type HostProfile } from '../protocol.ts'

/** A prepared statement: a connection plans it once and then refers to it by name. */
export type Statement = { name: string; text: string }

/** A pg client or pool. */
export type Queryable = {
  query: (
    statement: string | Statement,
    values?: unknown[],
  ) => Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>
}

/** Notifies workers, the library's and ours, of new jobs; `count` is an SQL expression. */
export const callWorkers = (count: string): string =>
  `pg_notify('jobs:insert', json_build_object('r', random(), 'count', ${count})::text)`

/** NOTIFY channel for jobs of judge hosts only, so that no server looks for them. */
export const HOST_CHANNEL = 'judge:insert'

/** Notifies judge hosts of a new job. A host of an earlier release finds it with its next poll of the queue. */
export const CALL_HOSTS = `pg_notify('${HOST_CHANNEL}', random()::text)`

/** Interval (ms) at which every process looks for dead ones. */
export const REAP_INTERVAL = 500

/** Age (ms) at which a lock of an unknown worker is stale; a starting host takes less time to enlist. */
const STRAY_AGE = 10_000

/** Registers a process, alive as long as `session`: it takes the lock first, then inserts the row. */
export async function enlist(
  session: Queryable,
  host: HostProfile,
  workerIds: readonly string[],
): Promise<void> {
  await session.query('select pg_advisory_lock($1, hashtext($2))', [HOST_LOCK, host.id])
  await session.query(
    `with born as (
       insert into "JudgeHost" (id, name, profile, "workerIds", running, load, "startedAt", "beatAt")
       values ($1, $2, $3::jsonb, $4::text[], 0, 0, now(), now())
       returning id
     )
     select pg_notify('events', '{"name":"queue.changed","payload":{}}') from born`,
    [host.id, host.name, JSON.stringify(host), workerIds],
  )
}

/** State of a host in every beat. `reason`: message why it takes no work; null while it is in service. */
export type Pulse = { running: number; load: number; reason: string | null }

/**
 * Renews the row of a process. Notifies when visible figures change (`host.changed`, which listeners delay), and
 * at once (`queue.changed`) when `reason` changes. Returns false when the row is gone: this process was taken for
 * dead, and its work was released.
 */
export async function beat(
  session: Queryable,
  id: string,
  { running, load, reason }: Pulse,
): Promise<boolean> {
  const { rowCount } = await session.query(
    `with before as (
       select id, running, load, reason from "JudgeHost" where id = $1 for update
     ), after as (
       update "JudgeHost" h set "beatAt" = now(), running = $2::int, load = $3::float8, reason = $4::text
       from before where h.id = before.id
       returning h.id, h.reason is distinct from before.reason as turned,
         h.running <> before.running or round(h.load::numeric, 1) <> round(before.load::numeric, 1) as moved
     )
     select case
       when turned then pg_notify('events', '{"name":"queue.changed","payload":{}}')
       when moved then pg_notify('events', json_build_object('name', 'host.changed',
         'payload', json_build_object('hostId', id))::text)
     end from after`,
    [id, running, load, reason],
  )
  return rowCount === 1
}

/** Unlocks the jobs of each deleted row, and wakes idle workers at once. */
const RELEASE = `
  select released.id,
         graphile_worker.force_unlock_workers(released."workerIds"),
         ${callWorkers('greatest(released.running, 1)')},
         pg_notify('events', '{"name":"queue.changed","payload":{}}')
  from released`

/** Deletes the rows of all dead processes, releases their jobs, and returns their ids. */
export async function reap(db: Queryable, silenceMs: number = HOST_SILENCE): Promise<string[]> {
  const { rows } = await db.query(
    `with released as (
       delete from "JudgeHost" h
       where h."beatAt" < now() - $2 * interval '1 millisecond'
          or not exists (
            select from pg_locks l
            where l.locktype = 'advisory' and l.granted and l.objsubid = 2
              and l.database = (select oid from pg_database where datname = current_database())
              and l.classid::bigint = $1
              and l.objid::bigint = hashtext(h.id)::bigint & 4294967295
          )
       returning h.id, h."workerIds", h.running
     ) ${RELEASE}`,
    [HOST_LOCK, silenceMs],
  )
  return rows.map(({ id }) => String(id))
}

/** Deletes the row of a process that stops normally, and releases its jobs. */
export async function retire(db: Queryable, id: string): Promise<void> {
  await db.query(
    `with released as (delete from "JudgeHost" where id = $1 returning id, "workerIds", running) ${RELEASE}`,
    [id],
  )
}

/**
 * Releases jobs of these tasks whose worker belongs to no living process, and returns the number of such workers.
 * Such a process died between claiming a job and enlisting: rare enough for a check every few seconds.
 */
export async function freeStrays(db: Queryable, taskNames: readonly string[]): Promise<number> {
  const { rows } = await db.query(
    `with strays as (
       select distinct j.locked_by
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = any($1::text[])
         and j.locked_at < now() - $2 * interval '1 millisecond'
         and not exists (select from "JudgeHost" h where j.locked_by = any(h."workerIds"))
     )
     select graphile_worker.force_unlock_workers(array_agg(locked_by)),
            ${callWorkers('count(*)')},
            count(*)::int as freed
     from strays
     having count(*) > 0`,
    [taskNames, STRAY_AGE],
  )
  return Number(rows[0]?.freed ?? 0)
}
