/**
 * A program of its own beside the contest bench: every second it compares the board with one that is counted offline.
 * A process of its own, so that its work does not delay the viewers. It prints `{ checks, unequal }` once the contest has ended.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { boardOf, type Snapshot } from '#server/shared/board/wire.ts'
import { attemptsOf, settingOf, unequalRows } from './boardEquality.ts'
import type { Venue } from './venue.ts'

const { databaseUrl, url, venue } = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string
  url: string
  venue: Venue
}
const { contest, endsAt } = venue
const setting = settingOf(venue)
const db = new pg.Client({ connectionString: databaseUrl })
await db.connect()

/** Whether the board is right. What is judged between two readings is another row in the next; what stays unequal is wrong. */
async function isRight(): Promise<boolean> {
  let doubted: string[] | null = null
  for (let attempt = 0; attempt < 8; attempt++) {
    const answer = await fetch(`${url}/api/contest-scoreboard/${contest}`)
    const wrong = new Set(
      unequalRows(boardOf((await answer.json()) as Snapshot), await attemptsOf(db, contest), setting),
    )
    doubted = (doubted ?? [...wrong]).filter((who) => wrong.has(who))
    if (doubted.length === 0) return true
    await pause(60)
  }
  return false
}

let checks = 0
let unequal = 0
for (let minute = Date.now(); minute < endsAt; minute += 1000) {
  await pause(Math.max(0, minute - Date.now()))
  checks++
  if (!(await isRight())) unequal++
}
await db.end()
process.stdout.write(JSON.stringify({ checks, unequal }))
