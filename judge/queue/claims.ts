/**
 * How a host takes jobs from the queue of graphile-worker, whose tables these are: one claim after the other, and only
 * of jobs that need nothing that this host lacks. The library's own workers would look through everything that waits
 * for other hosts before they find the first job of theirs; this goes from one kind of job to the next instead, a kind
 * being what its jobs need, and compares the first ones of each.
 */

import { setTimeout as delay } from 'node:timers/promises'
import { callWorkers, type Queryable } from '../health/liveness.ts'
import { log, messageOf } from '../health/log.ts'
import { deferred } from '../pace.ts'
import { planned } from './statements.ts'

/** A job in hand. */
export type Job = { id: string; task: string; payload: unknown }

const JOBS = 'graphile_worker._private_jobs'
/** A queue that nobody speaks for is looked at that often (ms). */
const POLL = 2_000
/** The database did not answer (ms). */
const RETRY = 500
/** All that was seen is being taken by others (ms). */
const RACE = 10
/** So many hosts may claim at once without any of them finding that all it has seen is taken. */
const CANDIDATES = 16

/** What the job `j` needs, as the index of the queue knows it. A job of an older server says nothing. */
export const NEEDS = `coalesce(j.flags, '{}'::jsonb)`

/**
 * The kinds of jobs that wait, of the tasks `names`: one step in the index for each kind. What is compared by order
 * rather than by equality can only be found by the index of the needs, whatever the statistics say.
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

/** $1 who claims, $2 tasks, $3 what this host has. The job that is due first; `seen`: how many there were to choose from. */
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

/** $1 job, $2 who holds it. */
const END = planned('end job', `delete from ${JOBS} where id = $1 and locked_by = $2`)

/** $1 who holds, $2 the jobs he knows of. The others are free again: answers got lost, or they could not be ended. */
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
  /** The life that claims; its row is there before the first claim. */
  id: string
  tasks: readonly string[]
  languages: readonly string[]
  /** Resolves when there is room for one more, or nothing more is to be claimed. */
  ready: () => Promise<void>
  /** Begins a job at once, before it first waits; answers whether it is still in hand when it is over. */
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

  /** Something was put on the queue. */
  call(): void {
    this.#called = true
    this.#wake?.()
  }

  /** Claims nothing more; resolves when all that is in hand is over. */
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
        // Said once and not with every try; what was claimed all the same is found when the database is back.
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
      // If it is still ours, it is free before the next claim.
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
