/** Jobs without a submission: test runs, making of cases, and stress tests. */

import type { Connections } from '../connections.ts'
import type { Errand } from '../errands.ts'
import { hostFailure, isOfTheSite } from '../failures.ts'
import type { Health } from '../health/health.ts'
import { log, messageOf, stackOf } from '../health/log.ts'
import type { MakingEvent, MakingReport, MakingTask } from '../making/makingProtocol.ts'
import { MakingReports } from '../making/makingReports.ts'
import { BEGIN_MAKING, HAND_BACK_MAKING } from '../making/makingStatements.ts'
import { storable } from '../messages.ts'
import type { JudgementReport, TrialReport, TrialTask } from '../protocol.ts'
import type { Judging } from '../source.ts'
import * as sql from './statements.ts'

/** Time (ms) that a host leaves a job it cannot do to others. */
export const ELSEWHERE = 1_000

/** A job, its claimer, and whether it is still claimed. */
export type Held = { id: string; life: string; mine: boolean }

/** Dependencies from the transport. */
export type Counter = {
  connections: Connections
  judging: Judging
  health: Health
  languages: readonly string[]
  hostId: string | null
  /** Failures of one host, and starts on all hosts, after which a job is given up. */
  failures: number
  starts: number
  leaveToOthers: (id: string, job: Held) => Promise<void>
  /** Rejects when others have taken it up. */
  letGo: (id: string) => Promise<void>
  requeue: (job: Held, wait: number) => Promise<void>
  /** Why an attempt that no longer counts is called off. */
  superseded: () => Error
}

/** A test run. */
export async function tryOnce(counter: Counter, trialId: string, job: Held, errand: Errand): Promise<void> {
  const { connections, judging, languages, hostId } = counter
  const { durable, progress } = connections
  const row = (await durable.query(sql.BEGIN_TRIAL, [languages, trialId, hostId])).rows[0]
  if (!row) return counter.leaveToOthers(trialId, job)
  const attempt = Number(row.attempt)
  const task: TrialTask = { ...row.task, trialId }
  const running = () => void progress.query(sql.RUN_TRIAL, [trialId, attempt]).catch(() => undefined)
  const report = await attemptOf(counter, errand, attempt, {
    work: () => judging.tryProgram(task, { running, signal: errand.signal }),
    failure: (why): TrialReport => ({ ...hostFailure(why), output: '', errorOutput: '' }),
    handBack: async (wait = 0) => {
      const { rowCount } = await durable.query(sql.HAND_BACK_TRIAL, [trialId, attempt])
      return rowCount === 0 ? counter.letGo(trialId) : counter.requeue(job, wait)
    },
  })
  if (!report) return
  const { verdict, timeMs, memoryKb, output, errorOutput, message } = report
  const texts = [storable(output, 4096), storable(errorOutput, 4096), storable(message, 64 * 1024)]
  // No row: the trial was deleted or restarted, so its job is gone or claimed by another host.
  await durable.query(sql.FINISH_TRIAL, [trialId, attempt, verdict, timeMs, memoryKb, ...texts])
}

/** Cases of a problem that are made and checked, or a stress test. */
export async function make(counter: Counter, makingId: string, job: Held, errand: Errand): Promise<void> {
  const { connections, judging, languages, hostId } = counter
  const { durable } = connections
  const row = (await durable.query(BEGIN_MAKING, [languages, makingId, hostId])).rows[0]
  if (!row) return counter.leaveToOthers(makingId, job)
  const attempt = Number(row.attempt)
  const { stress } = row.task
  const progress = { tried: Number(row.tried), spentMs: Number(row.spentMs) }
  const task: MakingTask = { ...row.task, makingId, stress: stress ? { ...stress, ...progress } : null }
  const reports = new MakingReports(connections, makingId, attempt, () =>
    errand.callOff(counter.superseded()),
  )
  const report = (event: MakingEvent) => {
    errand.move()
    reports.note(event)
  }
  // A start after a pause is no sign of trouble.
  const made = await attemptOf(counter, errand, attempt - Number(row.pauses), {
    work: () => judging.makeCases(task, { report, signal: errand.signal }),
    failure: (why): MakingReport => ({
      verdict: 'JUDGE_ERROR',
      message: hostFailure(why).message,
      refused: [],
    }),
    handBack: async (wait = 0) => {
      await reports.drained()
      const { rowCount } = await durable.query(HAND_BACK_MAKING, [makingId, attempt])
      return rowCount === 0 ? counter.letGo(makingId) : counter.requeue(job, wait)
    },
  })
  if (!made) return
  if (!made.isPaused) {
    if (!(await reports.finish(made))) await counter.letGo(makingId)
  } else if (await reports.pause()) await counter.requeue(job, 0)
  else await counter.letGo(makingId)
}

/** Result of a task; null when it was released for another host, or for this one later. */
async function attemptOf<Report extends Pick<JudgementReport, 'verdict' | 'message'>>(
  { health, starts, failures }: Counter,
  errand: Errand,
  attempt: number,
  act: {
    work: () => Promise<Report>
    failure: (why: string) => Report
    handBack: (wait?: number) => Promise<void>
  },
): Promise<Report | null> {
  try {
    if (attempt > starts) return act.failure(`started ${attempt} times`)
    const report = await errand.carry(act.work())
    if (!(await health.blameReport(report))) return report
    await act.handBack()
  } catch (error) {
    if (errand.signal.aborted || (await health.blame(error))) await act.handBack()
    else {
      log('error', 'a task failed here', { attempt, error: stackOf(error) })
      if (attempt >= failures || isOfTheSite(error)) return act.failure(messageOf(error))
      await act.handBack(ELSEWHERE)
    }
  } finally {
    errand.end()
  }
  return null
}
