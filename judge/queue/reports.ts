/**
 * Writes the progress of a judgement. Runs are collected until the next report is due, because ten cases of a
 * millisecond would otherwise load PostgreSQL more than judging loads the host. The end is written at once.
 * Progress may be lost in a crash, the end may not, so they use different connections.
 */

import type { Queryable } from '../health/liveness.ts'
import { storable } from '../messages.ts'
import { type JudgeEvent, type JudgementReport, type RunReport, TAPE, TAPE_BLANK } from '../protocol.ts'
import { FINISH, PROGRESS } from './statements.ts'

/**
 * Nobody sees cases light up faster than this (ms), and where more waits than can be judged nothing is told sooner: who
 * watches his own cases waits for others' anyway.
 */
const PACE = 30
/** After a pause a report waits for so long (ms): of what is over sooner only the end is told. */
const LEAD = 10
const RUN_TEXT = 4096
const REPORT_TEXT = 64 * 1024

export type Connections = { progress: Queryable; durable: Queryable }

export class Reports {
  readonly #db: Connections
  readonly #judgementId: string
  readonly #attempt: number
  readonly #lead: number
  readonly #onLost: () => void
  #tape: string[] | null = null
  #pending: RunReport[] = []
  #unsaid = false
  #saidAt = Number.NEGATIVE_INFINITY
  #writing: Promise<void> | null = null
  /** The end has come, and no progress is worth a statement of its own. */
  #ending = false
  #wake = () => {}

  /** `onLost` is called when this attempt no longer counts; `busy` when more waits than can be judged. */
  constructor(
    db: Connections,
    judgementId: string,
    attempt: number,
    { onLost, busy }: { onLost: () => void; busy: boolean },
  ) {
    this.#lead = busy ? PACE : LEAD
    this.#db = db
    this.#judgementId = judgementId
    this.#attempt = attempt
    this.#onLost = onLost
  }

  /** Adds an event; it is written after the current write. */
  note(event: JudgeEvent): void {
    if (event.kind === 'running') this.#tape = Array<string>(event.caseCount).fill(TAPE_BLANK)
    else if (event.kind === 'run') this.#add(event.run)
    else return
    this.#unsaid = true
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null
    })
  }

  /** Resolves when all events are written, so that nothing of this attempt is written later. */
  async drained(): Promise<void> {
    this.#ending = true
    this.#wake()
    await this.#writing
  }

  /** Writes the end of the judgement and its job; returns false when this attempt no longer counts. */
  async finish(report: JudgementReport, job: { id: string; life: string }): Promise<boolean> {
    await this.drained()
    // Cases that were not run differ from pending ones.
    const tape = this.#tape?.map((letter) => (letter === TAPE_BLANK ? TAPE.CANCELLED : letter))
    const { rowCount } = await this.#db.durable.query(FINISH, [
      this.#judgementId,
      this.#attempt,
      tape?.length ?? null,
      tape?.join('') ?? '',
      JSON.stringify(this.#pending),
      report.verdict,
      report.timeMs,
      report.memoryKb,
      report.score,
      report.oiRankScore,
      storable(report.message, REPORT_TEXT),
      job.id,
      job.life,
    ])
    return rowCount === 1
  }

  #add(run: RunReport): void {
    const kept = (text: string | null | undefined) => storable(text ?? null, RUN_TEXT)
    const { message, judgeMessage, outputHead, errorHead } = run
    this.#pending.push({
      ...run,
      message: kept(message),
      judgeMessage: kept(judgeMessage),
      outputHead: kept(outputHead),
      errorHead: kept(errorHead),
    })
    if (this.#tape) this.#tape[run.index - 1] = TAPE[run.verdict]
  }

  /** Resolves after `ms`, or when the end comes. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#ending) return resolve()
      const timer = setTimeout(resolve, ms).unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #write(): Promise<void> {
    while (this.#unsaid) {
      const wait = Math.max(this.#lead, PACE - (performance.now() - this.#saidAt))
      await this.#pause(wait)
      if (this.#ending) return
      const runs = this.#pending
      this.#pending = []
      this.#unsaid = false
      this.#saidAt = performance.now()
      try {
        const { rowCount } = await this.#db.progress.query(PROGRESS, [
          this.#judgementId,
          this.#attempt,
          this.#tape?.length ?? 0,
          this.#tape?.join('') ?? '',
          JSON.stringify(runs),
        ])
        if (rowCount === 0) this.#onLost()
      } catch {
        // The database is down; the next report contains these runs too.
        this.#pending.unshift(...runs)
        return
      }
    }
  }
}
