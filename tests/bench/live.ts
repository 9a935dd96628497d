/**
 * How long it takes from the judge writing a case result to the changed DOM of a browser that looks at the
 * submission: the real server in a process of its own, the judge's own writing, a real Chromium. Beside it, on the
 * same page and database, what a client that asks every two seconds would have seen of the same results.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Page } from 'playwright'
import type { Queryable } from '#judge/health/liveness.ts'
import { Reports } from '#judge/queue/reports.ts'
import { openBrowser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import { launchSite } from '../support/launched.ts'
import type { Launched } from '../support/launchOn.ts'
import { startTestServer } from '../support/postgres.ts'
import { median, quantile } from './support/figures.ts'
import { untilJudged } from './support/untilJudged.ts'

const CASES = 40
const ROUNDS = 5
const POLL = 2000

/** Milliseconds since the epoch, finer than Date.now(); the browser says it in the same way. */
const clock = () => performance.timeOrigin + performance.now()

const ACCEPTED = {
  subtask: 0,
  verdict: 'ACCEPTED',
  memoryKb: 1024,
  score: null,
  message: null,
  outputHead: null,
} as const

/** A submission whose judgement this program carries out itself. */
async function addSubmission(client: pg.Client): Promise<{ number: number; judgementId: string }> {
  const judgementId = randomUUID()
  const { rows } = await client.query<{ id: number }>(
    `insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "judgementId", "state", "caseCount")
     values ((select min("id") from "Problem"), '1', 'cpp17o2', 10, '127.0.0.1', $1, 'RUNNING', $2) returning "id"`,
    [judgementId, CASES],
  )
  const number = rows[0]?.id ?? 0
  await client.query(
    `insert into "Judgement" ("id", "submissionId", "attempt", "state", "task", "startedAt")
     values ($1, $2, 1, 'RUNNING', '{}', now())`,
    [judgementId, number],
  )
  return { number, judgementId }
}

/** What the page has shown, by the number of tests judged: when (ms), told by the page itself as it changes. */
class Sightings {
  readonly #seen = new Map<number, number>()
  #awaited: { index: number; resolve(at: number): void } | null = null

  note(index: number, at: number): void {
    if (!this.#seen.has(index)) this.#seen.set(index, at)
    if (this.#awaited?.index === index) this.#awaited.resolve(at)
  }

  forget(): void {
    this.#seen.clear()
  }

  /** When the page showed so many tests as judged. */
  async of(index: number): Promise<number> {
    const shown = this.#seen.get(index)
    if (shown) return shown
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => reject(new Error(`The page never showed test ${index}`)), 10_000)
      this.#awaited = {
        index,
        resolve: (at) => {
          clearTimeout(patience)
          resolve(at)
        },
      }
    })
  }
}

/** When a case was over; how long it took to be seen from then (ms), and from the moment the judge wrote it. */
type Seen = { at: number; wait: number; way: number }

/** Judges one submission before the eyes of the page; what each case took to be seen, and when it was written. */
async function watchOne(
  site: Launched,
  { page, sightings }: { page: Page; sightings: Sightings },
  db: { client: pg.Client; progress: pg.Client },
) {
  sightings.forget()
  const { number, judgementId } = await addSubmission(db.client)
  await page.goto(`${site.url}/submission-detail/${number}?l=en-US`)
  await page.waitForSelector('#verdict')
  // As text, because what compiles this file wraps functions in helpers that the page does not have.
  await page.evaluate(`
    new MutationObserver(() => {
      const words = document.querySelector('#verdict')?.parentElement?.textContent ?? ''
      const done = Number(/(\\d+) of \\d+ tests judged/.exec(words)?.[1] ?? 0)
      if (done > 0) noteSighting(done, performance.timeOrigin + performance.now())
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  `)
  let writtenAt = 0
  const progress: Queryable = {
    query: (text, values) => {
      writtenAt = clock()
      return db.progress.query(text, values)
    },
  }
  const onLost = () => {}
  const reports = new Reports({ progress, durable: db.client }, judgementId, 1, { onLost, busy: false })
  reports.note({ kind: 'running', caseCount: CASES })
  const cases: Seen[] = []
  for (let index = 1; index <= CASES; index++) {
    const at = clock()
    reports.note({ kind: 'run', run: { ...ACCEPTED, index, timeMs: index } })
    const shownAt = await sightings.of(index)
    cases.push({ at, wait: shownAt - at, way: shownAt - writtenAt })
    // A real judge does not wait for a reader either: results come at any moment of a frame.
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 30))
  }
  return cases
}

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  const site = await launchSite({ LOG_LEVEL: 'error' }, database)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const progress = new pg.Client({ connectionString: database.url, options: '-c synchronous_commit=off' })
  await progress.connect()
  const browser = await openBrowser({ isOptimizing: true })
  try {
    await untilJudged(client)
    const page = await browser.newPage()
    const sightings = new Sightings()
    // Asking the page again and again would slow down what is measured.
    await page.exposeFunction('noteSighting', (index: number, at: number) => sightings.note(index, at))
    const viewer = { page, sightings }
    // The first fills caches and compiles code for all.
    await watchOne(site, viewer, { client, progress })
    const cases: Seen[] = []
    for (let round = 0; round < ROUNDS; round++)
      cases.push(...(await watchOne(site, viewer, { client, progress })))

    const start = cases[0]?.at ?? 0
    const polled = cases.map(({ at }) => POLL - ((at - start) % POLL))
    const waits = cases.map(({ wait }) => wait)
    console.log(
      `a poll every ${POLL} ms would have shown the same results after ${median(polled).toFixed(0)} ms (median)`,
    )
    console.log(
      `from the end of a case, with the pace of reports: median ${median(waits).toFixed(1)} ms, p95 ${quantile(waits, 0.95).toFixed(1)} ms, ` +
        `${(median(polled) / median(waits)).toFixed(0)} times sooner`,
    )
    const ways = cases.map(({ way }) => way)
    console.log(`verdict-to-dom-p99-ms: ${quantile(ways, 0.99).toFixed(1)}`)
    console.log(`verdict-to-dom-ms: ${median(ways).toFixed(1)}`)
  } finally {
    await browser.close()
    await progress.end()
    await client.end()
    await site.stop()
    await postgres.stop()
  }
}

await main()
