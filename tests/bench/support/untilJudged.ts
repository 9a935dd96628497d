import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** Waits until everything that the seed sent is judged, so that the machine does nothing else. */
export async function untilJudged(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select from "Submission" where "state" <> 'DONE' limit 1`)
    if (rows.length === 0) return
    await pause(500)
  }
}
