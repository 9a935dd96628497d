/**
 * Where work comes from and reports go: PostgreSQL and its job queue. Nothing but this file,
 * claims.ts, connections.ts, reports.ts, statements.ts, liveness.ts and blobs.ts knows the transport.
 *
 * A host lives one life after another. A life begins with a session that holds the lock and the row of
 * liveness.ts, and ends with it: when the session breaks, or the row is gone because others took this
 * host for dead, everything it was doing belongs to others, is dropped here, and a new life with a new
 * id begins. A life takes no job before its row says under which id it locks them.
 */

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Connections, openConnections } from './connections.ts'
import { type Errand, Errands } from './errands.ts'
import { hostFailure, isOfTheSite } from './failures.ts'
import { type Health, SOUND } from './health/health.ts'
import { beat, enlist, freeStrays, HOST_CHANNEL, REAP_INTERVAL, reap, retire } from './health/liveness.ts'
import { log, messageOf, stackOf } from './health/log.ts'
import type { MakingReport, MakingTask } from './making/makingProtocol.ts'
import type { MakingDesk } from './making/makingWork.ts'
import { deferred, every } from './pace.ts'
import {
  HOST_HEARTBEAT,
  HOST_TASKS,
  type HostProfile,
  type JudgeEvent,
  type JudgementReport,
  type JudgeTask,
  MAKING_TASK,
  TRIAL_TASK,
  type TrialReport,
  type TrialTask,
} from './protocol.ts'
import { Claims, type Job } from './queue/claims.ts'
import { Reports } from './queue/reports.ts'
import * as sql from './queue/statements.ts'
import { type Counter, ELSEWHERE, type Held, make, tryOnce } from './queue/unscored.ts'
import { Unserved } from './queue/unserved.ts'
import type { TrialDesk } from './trial.ts'
import type { Desk } from './worker.ts'

/** What a host can do; the transport calls it. */
export type Judging = {
  judge: (task: JudgeTask, desk: Desk) => Promise<JudgementReport>
  tryProgram: (task: TrialTask, desk: TrialDesk) => Promise<TrialReport>
  makeCases: (task: MakingTask, desk: MakingDesk) => Promise<MakingReport>
}

/** A host that fails a task this often gives it up; one that kills every host it meets is given up later. */
const FAILURES = 5
const STARTS = 20
const STRAY_INTERVAL = 5_000
const TASKS = [...HOST_TASKS]
const RESTART_DELAY = 500
/** Silence (ms) after which a task counts as stalled; no step of judging takes half as long. */
const STANDSTILL = 10 * 60_000
/** Jobs that need what no host has are begun all the same after so long (ms), to say so. */
const PATIENCE = 60_000
/** How long jobs that were called off may take to say so to the queue (ms). */
const LAST_WORDS = 2_000

/** This attempt no longer counts: it was cancelled, or restarted elsewhere. */
class Superseded extends Error {}

export class Source {
  readonly #databaseUrl: string
  readonly #profile: Omit<HostProfile, 'id'>
  readonly #judging: Judging
  readonly #health: Health
  readonly #connections: Connections
  readonly #errands: Errands
  readonly #patience: number
  readonly #leaving = new AbortController()
  readonly #stopping = new AbortController()
  #claims: Claims | null = null
  #id: string | null = null
  #living: Promise<void> | null = null

  constructor(
    databaseUrl: string,
    profile: Omit<HostProfile, 'id'>,
    judging: Judging,
    health: Health = SOUND,
    { standstill = STANDSTILL, ahead = false, patience = PATIENCE } = {},
  ) {
    this.#errands = new Errands({ standstill, ahead, slots: profile.slots })
    this.#patience = patience
    this.#health = health
    this.#databaseUrl = databaseUrl
    this.#profile = profile
    this.#judging = judging
    this.#connections = openConnections(databaseUrl, profile.slots + (ahead ? 1 : 0))
  }

  /** Begins to live; resolves when the first life has begun. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#living = this.#live(resolve)
    })
  }

  /** How many tasks are being judged; one that was fetched ahead waits for its turn. */
  get running(): number {
    return Math.min(this.#errands.size, this.#profile.slots)
  }

  get #durable() {
    return this.#connections.durable
  }

  get #languages(): string[] {
    return this.#profile.languages.map(({ key }) => key)
  }

  /** Takes nothing new, lets what goes on end within `graceMs`, gives the rest back, and leaves. */
  async stop(graceMs: number): Promise<void> {
    this.#leaving.abort()
    const drained = this.#claims?.stop()
    await Promise.race([drained, delay(graceMs, undefined, { ref: false })])
    if (this.#id) await retire(this.#durable, this.#id).catch(() => undefined)
    this.#stopping.abort()
    await this.#living
    // Jobs that were called off still tell the queue so; without connections they would fail unheard.
    await Promise.race([drained, delay(LAST_WORDS, undefined, { ref: false })])
    await Promise.allSettled([this.#durable.end(), this.#connections.progress.end()])
  }

  async #live(born: () => void): Promise<void> {
    let silent = false
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#session(() => {
          silent = false
          born()
        })
      } catch (error) {
        // Said once and not with every try.
        if (!silent) log('warning', 'the queue is out of reach', { error: messageOf(error) })
        silent = true
      }
      // Whatever went on belongs to others now.
      this.#errands.callOffAll(new Superseded('this host was taken for dead'))
      await delay(RESTART_DELAY, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    }
  }

  async #session(born: () => void): Promise<void> {
    const id = randomUUID()
    const over = new AbortController()
    const session = new pg.Client({ connectionString: this.#databaseUrl, keepAlive: true })
    const death = new Promise<string>((resolve) => {
      session.on('error', (error) => resolve(messageOf(error)))
      session.on('end', () => resolve('the session ended'))
      this.#stopping.signal.addEventListener('abort', () => resolve('stopping'), { signal: over.signal })
    })
    const timers: NodeJS.Timeout[] = []
    const claims = new Claims({
      db: this.#durable,
      id,
      tasks: TASKS,
      languages: this.#languages,
      ready: () => this.#untilReady(over.signal),
      act: (job) => this.#take(job, id),
    })
    try {
      await session.connect()
      // What an earlier life of ours, or anybody, has left behind.
      await reap(session)
      await enlist(session, { ...this.#profile, id }, [id])
      session.on('notification', () => claims.call())
      await session.query(`listen "jobs:insert"; listen "${HOST_CHANNEL}"`)
      this.#id = id
      this.#claims = claims
      claims.start()
      log('note', 'waiting for work', { host: id, name: this.#profile.name, slots: this.#profile.slots })

      const ended = deferred<string>()
      timers.push(every(REAP_INTERVAL, this.#pulse(session, id, ended.resolve), ended.resolve))
      born()
      const cause = await Promise.race([death, ended.promise])
      if (!this.#stopping.signal.aborted) log('warning', 'this life is over', { host: id, cause })
    } finally {
      for (const timer of timers) clearInterval(timer)
      over.abort()
      this.#id = null
      this.#claims = null
      // Not awaited: with the database away it takes as long as the database does.
      void claims.stop()
      session.end().catch(() => undefined)
    }
  }

  /** What is done again and again in one life, one thing after the other, because a session does one at a time. */
  #pulse(session: pg.Client, id: string, dead: (cause: string) => void): () => Promise<void> {
    let turn = 0
    const unserved = new Unserved(TASKS, this.#patience)
    return async () => {
      const due = (interval: number) => turn % Math.round(interval / REAP_INTERVAL) === 0
      turn++
      // A task that stands still is given to others, and this host proves itself before it takes another.
      if (this.#errands.callOffStandstill()) this.#health.stalled()
      const load = loadavg()[0] ?? 0
      const pulse = { running: this.running, load, reason: this.#health.reason }
      if (due(HOST_HEARTBEAT) && !(await beat(session, id, pulse))) {
        return dead('taken for dead')
      }
      const hosts = await reap(session)
      if (hosts.length > 0) log('warning', 'hosts were found dead, their work goes on elsewhere', { hosts })
      if (!due(STRAY_INTERVAL)) return
      await freeStrays(session, TASKS)
      await unserved.look(session)
    }
  }

  /** Whether a job that was claimed is begun here: what speaks against it may have come up in the last instant. */
  get #takes(): boolean {
    return this.#id !== null && !this.#leaving.signal.aborted && this.#health.reason === null
  }

  /** Resolves when there is room for one more and this host is in service, or has no more need to be. */
  async #untilReady(over: AbortSignal): Promise<void> {
    await this.#errands.untilRoom()
    if (this.#health.reason !== null) await this.#untilFit(over)
  }

  /**
   * Does a job; answers whether it is still to be ended. When a connection breaks under one of its statements, the job
   * is free again at once.
   */
  async #take(job: Job, life: string): Promise<boolean> {
    const held = { id: job.id, life, mine: true }
    if (!this.#takes || this.#id !== life) {
      await this.#requeue(held)
      return false
    }
    const errand = this.#errands.begin()
    try {
      if (job.task === TRIAL_TASK) await tryOnce(this.#counter, idIn(job.payload, 'trialId'), held, errand)
      else if (job.task === MAKING_TASK)
        await make(this.#counter, idIn(job.payload, 'makingId'), held, errand)
      else await this.#judge(idIn(job.payload, 'judgementId'), held, errand)
    } catch (error) {
      if (error instanceof Superseded || this.#id !== life) throw error
      log('warning', 'a job is begun anew', { error: messageOf(error) })
      await this.#requeue(held)
    } finally {
      errand.end()
    }
    return held.mine
  }

  /** Resolves when this host is in service again, or has no more need to be. */
  async #untilFit(over: AbortSignal): Promise<void> {
    const enough = new AbortController()
    const ended = (signal: AbortSignal) =>
      signal.aborted ? Promise.resolve() : once(signal, 'abort', { signal: enough.signal })
    const ends = [over, this.#leaving.signal].map((signal) => ended(signal).catch(() => undefined))
    await Promise.race([this.#health.fit(), ...ends])
    enough.abort()
  }

  /** Returns when nothing is left to do for the judgement, and only then: a job that returns is deleted. */
  async #judge(judgementId: string, job: Held, errand: Errand): Promise<void> {
    const values = [this.#languages, judgementId, this.#id, this.#profile.name]
    const row = (await this.#durable.query(sql.BEGIN, values)).rows[0]
    if (!row) return this.#leaveToOthers(judgementId, job)
    const attempt = Number(row.attempt)
    const task: JudgeTask = { ...row.task, judgementId, submissionId: Number(row.submissionId), attempt }
    const onLost = () => errand.callOff(new Superseded())
    // This one was fetched ahead.
    const busy = this.#errands.size > this.#profile.slots
    const reports = new Reports(this.#connections, judgementId, attempt, { onLost, busy })
    const handBack = (wait = 0) => this.#handBack(reports, judgementId, attempt, { job, wait })
    let report: JudgementReport
    try {
      report =
        attempt > STARTS
          ? hostFailure(`started ${attempt} times`)
          : await this.#carryOut(task, errand, reports)
      if (await this.#health.blameReport(report)) return await handBack()
    } catch (error) {
      if (errand.signal.aborted || (await this.#health.blame(error))) return await handBack()
      log('error', 'a judgement failed here', { judgementId, attempt, error: stackOf(error) })
      if (attempt < FAILURES && !isOfTheSite(error)) return await handBack(ELSEWHERE)
      report = hostFailure(messageOf(error))
    } finally {
      // The slot is free for the next one while this one is written down.
      errand.end()
    }
    if (await reports.finish(report, job)) job.mine = false
    else await this.#letGo(judgementId)
  }

  #carryOut(task: JudgeTask, errand: Errand, reports: Reports): Promise<JudgementReport> {
    const report = (event: JudgeEvent) => {
      errand.move()
      reports.note(event)
    }
    return errand.carry(this.#judging.judge(task, { report, signal: errand.signal }))
  }

  /** Others, or this host when it is better, judge it; unless others have taken it up already. */
  async #handBack(
    reports: Reports,
    judgementId: string,
    attempt: number,
    { job, wait }: { job: Held; wait: number },
  ): Promise<void> {
    await reports.drained()
    const { rowCount } = await this.#durable.query(sql.HAND_BACK, [judgementId, attempt])
    return rowCount === 0 ? this.#letGo(judgementId) : this.#requeue(job, wait)
  }

  /** A cancelled judgement is done with; one that others took up keeps its job. */
  async #letGo(judgementId: string): Promise<void> {
    const { rows } = await this.#durable.query(sql.STILL_OPEN, [judgementId])
    if (rows[0]?.open) throw new Superseded('this attempt no longer counts')
  }

  /** What jobs that are of no submission are done with. */
  get #counter(): Counter {
    return {
      connections: this.#connections,
      judging: this.#judging,
      health: this.#health,
      languages: this.#languages,
      hostId: this.#id,
      starts: STARTS,
      failures: FAILURES,
      leaveToOthers: (id, job) => this.#leaveToOthers(id, job),
      letGo: (id) => this.#letGo(id),
      requeue: (job, wait) => this.#requeue(job, wait),
      superseded: () => new Superseded(),
    }
  }

  /** What was not begun is done with, or needs what this host does not have. */
  async #leaveToOthers(id: string, job: Held): Promise<void> {
    const { rowCount } = await this.#durable.query(sql.LEAVE, [job.id, job.life, id])
    job.mine = rowCount === 0
  }

  /** The same job again, `wait` ms later. */
  async #requeue(job: Held, wait = 0): Promise<void> {
    const { rowCount } = await this.#durable.query(sql.REQUEUE, [job.id, job.life, wait])
    if (rowCount === 0) throw new Superseded('this job was freed meanwhile')
    job.mine = false
  }
}

function idIn(payload: unknown, key: string): string {
  const id = payload && typeof payload === 'object' ? (payload as Record<string, unknown>)[key] : null
  if (typeof id !== 'string') throw new Error(`a job without ${key}`)
  return id
}
