import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { startFakeHost } from '../../support/fakeHost.ts'
import { below, judgeAll, one, openSender, VERDICTS } from './sending.ts'
import { openVenue } from './venue.ts'

const SENDERS = 48
const SLOTS = 48
const PROBLEMS = 12

export type FloodedSite = { databaseUrl: string; url: string; tokens: readonly string[]; db: pg.Client }

const LEFT = `select count(*)::int as "all", (count(*) filter (where "state" <> 'DONE' or "countedVerdict" is distinct from
  "verdict"))::int as "left" from "Submission" where "contestId" = $1`

/**
 * Everybody submits to one contest as fast as they can for so many seconds, and a fake host judges at once. The time is from
 * the first submission to the last that is counted.
 */
export async function flood(
  { databaseUrl, url, tokens, db }: FloodedSite,
  seconds: number,
): Promise<{ judged: number; perSecond: number }> {
  const { contest, problems } = await openVenue(databaseUrl, {
    contestants: tokens.length,
    problems: PROBLEMS,
    lasts: 3600,
    startsIn: 0,
  })
  await pause(1500)
  const host = await startFakeHost(databaseUrl, { slots: SLOTS, name: 'flood' })
  const stopJudging = judgeAll(host, SLOTS, async () => one(VERDICTS))
  const sender = openSender(url, tokens, contest)
  const began = Date.now()
  const until = began + seconds * 1000
  const senders = Array.from({ length: SENDERS }, async () => {
    while (Date.now() < until) await sender.send(below(tokens.length), one(problems))
  })
  await Promise.all(senders)
  for (;;) {
    const [row] = (await db.query(LEFT, [contest])).rows
    if (row.left === 0) {
      stopJudging()
      await host.stop()
      return { judged: row.all, perSecond: row.all / ((Date.now() - began) / 1000) }
    }
    await pause(50)
  }
}
