/**
 * Progress reports of a making, in batches: cases that end before the next report is due are written together.
 * All cases are written before the final report, because that contains none.
 */

import type { Queryable } from '../health/liveness.ts'
import { storable } from '../messages.ts'
import type { MadeReport, MakingEvent, MakingReport, StressProgress } from './makingProtocol.ts'
import { FINISH_MAKING, NOTE_MADE, NOTE_TRIED, PAUSE_MAKING, RUN_MAKING } from './makingStatements.ts'

/** Delay (ms) of a report with cases; a shorter one would not be noticed. */
const PACE = 100
/** Delay (ms) of a report with seeds, which change faster than people can read. */
const TRIED_PACE = 400
const CASE_TEXT = 4096
const HEAD_BYTES = 200
const REPORT_TEXT = 64 * 1024

export class MakingReports {
  readonly #db: { progress: Queryable; durable: Queryable }
  readonly #id: string
  readonly #attempt: number
  readonly #onLost: () => void
  #pending: MadeReport[] = []
  #tried: StressProgress | null = null
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  /** `onLost` is called when this attempt no longer counts. */
  constructor(
    db: { progress: Queryable; durable: Queryable },
    id: string,
    attempt: number,
    onLost: () => void,
  ) {
    this.#db = db
    this.#id = id
    this.#attempt = attempt
    this.#onLost = onLost
  }

  note(event: MakingEvent): void {
    if (event.kind === 'compiling') return
    if (event.kind === 'made')
      this.#pending.push({
        ...event.made,
        message: storable(event.made.message, CASE_TEXT),
        inputHead: storable(event.made.inputHead, HEAD_BYTES),
      })
    const isTried = event.kind === 'tried'
    if (isTried) this.#tried = { tried: event.tried, spentMs: event.spentMs }
    this.#timer ??= setTimeout(
      () => {
        this.#timer = null
        this.#writing = this.#writing.then(() => this.#write(this.#db.progress)).catch(() => undefined)
      },
      isTried ? TRIED_PACE : PACE,
    )
  }

  /** Cancels the scheduled report; resolves when no report is being written. */
  async drained(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    await this.#writing
  }

  /** Writes the last cases and the final report; returns false when this attempt no longer counts. */
  async finish({ verdict, message, refused }: MakingReport): Promise<boolean> {
    await this.#settled()
    const said = refused.map((one) => ({ ...one, message: storable(one.message, REPORT_TEXT) }))
    const { rowCount } = await this.#db.durable.query(FINISH_MAKING, [
      ...[this.#id, this.#attempt, verdict],
      ...[storable(message, REPORT_TEXT), JSON.stringify(said)],
    ])
    return rowCount === 1
  }

  /** Writes the progress of a stress test and queues it; returns false when this attempt no longer counts. */
  async pause(): Promise<boolean> {
    await this.#settled()
    const { rowCount } = await this.#db.durable.query(PAUSE_MAKING, [this.#id, this.#attempt])
    return rowCount === 1
  }

  async #settled(): Promise<void> {
    await this.drained()
    if (this.#pending.length > 0 || this.#tried) await this.#write(this.#db.durable)
  }

  async #write(db: Queryable): Promise<void> {
    const cases = this.#pending
    const tried = this.#tried
    this.#pending = []
    this.#tried = null
    const attempt = [this.#id, this.#attempt]
    try {
      const { rowCount } =
        cases.length > 0
          ? await db.query(NOTE_MADE, [...attempt, JSON.stringify(cases), tried?.tried, tried?.spentMs])
          : tried
            ? await db.query(NOTE_TRIED, [...attempt, tried.tried, tried.spentMs])
            : await db.query(RUN_MAKING, attempt)
      if (rowCount === 0) this.#onLost()
    } catch (error) {
      // The database is unavailable; the next report contains these again.
      this.#pending.unshift(...cases)
      this.#tried ??= tried
      throw error
    }
  }
}
