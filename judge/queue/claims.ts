/**
 * Claims jobs from graphile-worker's tables, one after another, and only jobs whose needs this host has. The library's own
 * workers would scan all jobs of other hosts first; this compares the first job of each kind, where a kind is a set
 * of needs.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { callWorkers, type Queryable } from '../health/liveness.ts'
import { log, messageOf } from '../health/log.ts'
import { deferred } from '../pace.ts'
import { planned } from './statements.ts'

/** A claimed job. */
export type Job = { id: string; task: string; payload: unknown }

const JOBS = 'graphile_worker._private_jobs'
/** Interval (ms) of claims without a notification. */
const POLL = 2_000
/** Wait (ms) after a database error. */
const RETRY = 500
/** Wait (ms) when other hosts took all candidates. */
const RACE = 10
/** Number of candidates per claim, so that many hosts can claim at once. */
const CANDIDATES = 16

/** Needs of the job `j`, as the index of the queue stores them. Jobs of older servers have none. */
export const NEEDS = `coalesce(j.flags, '{}'::jsonb)`

/**
 * Kinds of waiting jobs of the tasks `names`: one step in the index per kind. Comparing by order instead of equality
 * forces the index of the needs, independent of statistics.
 */
export const kindsOf = (names: string): string => `
  task as (
    select id from graphile_worker._private_tasks where identifier = any(${names}::text[])
  ), kind as (
    select task.id as task_id, (
      select ${NEEDS} from ${JOBS} j where j.is_available and j.task_id = task.id order by ${NEEDS} limit 1
    ) as needs
    from task
    union all
    select kind.task_id, (
      select ${NEEDS} from ${JOBS} j
      where j.is_available and j.task_id = kind.task_id and ${NEEDS} > kind.needs order by ${NEEDS} limit 1
    )
    from kind where kind.needs is not null
  )`

/** $1 claimer, $2 tasks, $3 abilities of this host. Claims the first due job; `seen` is the number of candidates. */
const CLAIM = planned(
  'claim',
  `
  with recursive ${kindsOf('$2')}, candidate as materialized (
    select best.id from kind cross join lateral (
      select j.id from ${JOBS} j
      where j.is_available and j.task_id = kind.task_id and ${NEEDS} >= kind.needs and ${NEEDS} <= kind.needs
        and j.run_at <= now()
      order by ${NEEDS}, j.priority, j.run_at, j.id limit ${CANDIDATES}
    ) best
    where kind.needs <@ $3::jsonb
  ), first as (
    select j.id from ${JOBS} j
    where j.id = any(array(select id from candidate)) and j.is_available
      and exists (select from "JudgeHost" h where h.id = $1)
    order by j.priority, j.run_at, j.id limit 1
    for update skip locked
  ), claimed as (
    update ${JOBS} j set attempts = j.attempts + 1, locked_by = $1, locked_at = now()
    from first where j.id = first.id
    returning j.id, j.task_id, j.payload
  )
  select (select count(*)::int from candidate) as seen, claimed.id, claimed.payload, t.identifier as task
  from (values (1)) as one
  left join claimed on true left join graphile_worker._private_tasks t on t.id = claimed.task_id`,
)

/** $1 job, $2 holder. */
const END = planned('end job', `delete from ${JOBS} where id = $1 and locked_by = $2`)

/** $1 holder, $2 its known jobs. Releases its others, whose answers were lost or which could not be ended. */
const TIDY = `
  with freed as (
    update ${JOBS} set locked_by = null, locked_at = null
    where locked_by = $1 and id <> all($2::bigint[])
    returning id
  )
  select ${callWorkers('count(*)')}
  from freed having count(*) > 0`

type Claiming = {
  db: Queryable
  /** Id of the claiming host; its row exists before the first claim. */
  id: string
  tasks: readonly string[]
  languages: readonly string[]
  /** Resolves when there is room for one more, or nothing more is to be claimed. */
  ready: () => Promise<void>
  /** Begins a job synchronously; resolves to whether it is still claimed at its end. */
  act: (job: Job) => Promise<boolean>
}

export class Claims {
  readonly #claiming: Claiming
  readonly #has: string
  readonly #held = new Map<Job, Promise<void>>()
  #stopped = false
  #untidy = false
  #called = false
  #wake: (() => void) | null = null
  #looping: Promise<void> | null = null

  constructor(claiming: Claiming) {
    this.#claiming = claiming
    this.#has = JSON.stringify(Object.fromEntries(claiming.languages.map((key) => [key, true])))
  }

  start(): void {
    this.#looping = this.#loop()
  }

  /** Called when a job was queued. */
  call(): void {
    this.#called = true
    this.#wake?.()
  }

  /** Stops claiming; resolves when all claimed jobs have ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#wake?.()
    await this.#looping
    await Promise.all(this.#held.values())
  }

  async #loop(): Promise<void> {
    while (!this.#stopped) {
      await this.#claiming.ready()
      if (this.#stopped) return
      this.#called = false
      try {
        await this.#next()
      } catch (error) {
        // Log once, not with every attempt; claims whose answer was lost are released when the database is back.
        if (!this.#untidy) log('warning', 'no job could be claimed', { error: messageOf(error) })
        this.#untidy = true
        await delay(RETRY, undefined, { ref: false })
      }
    }
  }

  async #next(): Promise<void> {
    const { db, id, tasks } = this.#claiming
    if (this.#untidy) {
      await db.query(TIDY, [id, [...this.#held.keys()].map((job) => job.id)])
      this.#untidy = false
    }
    const row = (await db.query(CLAIM, [id, tasks, this.#has])).rows[0]
    if (row?.id) return this.#hold({ id: String(row.id), task: String(row.task), payload: row.payload })
    if (Number(row?.seen ?? 0) > 0) return delay(RACE)
    await this.#untilCalled()
  }

  #hold(job: Job): void {
    this.#held.set(job, this.#carryOut(job))
  }

  async #carryOut(job: Job): Promise<void> {
    try {
      const mine = await this.#claiming.act(job)
      if (mine) await this.#claiming.db.query(END, [job.id, this.#claiming.id])
    } catch (error) {
      log('warning', 'a job is let go', { error: messageOf(error) })
      // If it is still claimed, it is released before the next claim.
      this.#untidy = true
    } finally {
      this.#held.delete(job)
      if (this.#untidy) this.call()
    }
  }

  async #untilCalled(): Promise<void> {
    if (this.#called || this.#stopped) return
    const { promise, resolve } = deferred<void>()
    const timer = setTimeout(resolve, POLL)
    this.#wake = () => resolve()
    await promise
    this.#wake = null
    clearTimeout(timer)
  }
}
