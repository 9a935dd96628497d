/**
 * How a process that takes work from the queue proves that it lives, and how the others notice that it
 * does not. A process holds an advisory lock for as long as its session lasts and renews its row every
 * second; a row whose lock is gone belongs to a killed process, a row that was not renewed to a hung one.
 * The host that deletes the row releases the claims of its process; only one can delete it.
 *
 * The server runs the same statements, so this file knows no driver.
 */

import { HOST_LOCK, HOST_SILENCE, type HostProfile } from '../protocol.ts'

/** A statement that a connection plans once and knows by its name from then on. */
export type Statement = { name: string; text: string }

/** A pg client or pool. */
export type Queryable = {
  query: (
    statement: string | Statement,
    values?: unknown[],
  ) => Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>
}

/** What makes workers look for `count` (SQL) new jobs, the library's and ours. */
export const callWorkers = (count: string): string =>
  `pg_notify('jobs:insert', json_build_object('r', random(), 'count', ${count})::text)`

/** The channel of jobs that only judge hosts do, so that no server looks for them. */
export const HOST_CHANNEL = 'judge:insert'

/** What makes judge hosts look for a new job. A host of an earlier release finds it with its next look at the queue. */
export const CALL_HOSTS = `pg_notify('${HOST_CHANNEL}', random()::text)`

/** How often every process looks for dead ones (ms). */
export const REAP_INTERVAL = 500

/** How long a job may be locked by nobody we know (ms): longer than it takes a starting host to enlist. */
const STRAY_AGE = 10_000

/** The session that calls this is the proof of life: the lock must be there before the row is. */
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

/** What a host says of itself with every beat. `reason`: why it takes no work, null while it does. */
export type Pulse = { running: number; load: number; reason: string | null }

/**
 * False when the row is gone: this process was taken for dead, and its work was given to others. What can be seen
 * of the host is told when it changes; that it goes out of service or comes back, at once.
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

/** One less of these rows, one more time its jobs are free; the notification wakes idle workers at once. */
const RELEASE = `
  select released.id,
         graphile_worker.force_unlock_workers(released."workerIds"),
         ${callWorkers('greatest(released.running, 1)')},
         pg_notify('events', '{"name":"queue.changed","payload":{}}')
  from released`

/** Ends the lives of all processes that no longer show any, and returns their ids. */
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

/** A process that leaves in order says so itself. */
export async function retire(db: Queryable, id: string): Promise<void> {
  await db.query(
    `with released as (delete from "JudgeHost" where id = $1 returning id, "workerIds", running) ${RELEASE}`,
    [id],
  )
}

/**
 * Jobs of these names that are locked by a worker of no living process: one that died in the instant
 * between taking a job and enlisting. Rare enough to be looked for every few seconds.
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
