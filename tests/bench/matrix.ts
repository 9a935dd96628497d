/**
 * How long it takes from a committed verdict to the open matrix of a class: 300 students, 40 problems, 60,000 submissions,
 * a real Chromium. `matrix-ms` is the median (ms) from the commit to the changed cell; `matrix-bytes` what the socket
 * brings for one verdict, for 300 students over that for 30.
 */

import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Page } from 'playwright'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { openBrowser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import { launchSite } from '../support/launched.ts'
import { startTestServer } from '../support/postgres.ts'
import { signIn } from '../support/visitor.ts'
import { median, quantile } from './support/figures.ts'

const STUDENTS = 300
const FEW = 30
const PROBLEMS = 40
/** Problems that somebody has solved; verdicts of the rounds are for the others, whose cells they change. */
const SOLVED = 30
const SUBMISSIONS = 60_000
const ROUNDS = 30
/** Verdicts before the counted ones; they fill caches and compile code. */
const WARMING = 5

/** Milliseconds since the epoch, finer than Date.now(); the browser says it in the same way. */
const clock = () => performance.timeOrigin + performance.now()

/** People, public problems, and what these people submitted to them in the last ten days. */
async function addWork(db: pg.Client): Promise<void> {
  await db.query(
    `insert into "User" ("id", "username", "usernameKey", "looks", "realname", "passwordHash", "updatedAt")
     select md5('u' || i), 'user' || i, 'user' || i, array['user' || i], 'Name ' || i, 'none', now()
     from generate_series(1, ${STUDENTS}) i`,
  )
  await db.query(
    `insert into "Problem" ("id", "displayId", "sortKey", "keywords", "visibility", "updatedAt")
     select i, 'B' || i, 'B' || i, 'b' || i, 'PUBLIC', now() from generate_series(100001, ${100_000 + PROBLEMS}) i`,
  )
  await db.query(
    `insert into "Statement" ("problemId", "locale", "title", "description", "input", "output")
     select "id", 'en-US', 'Problem ' || "id", 'Words.', 'Input.', 'Output.' from "Problem" where "id" > 100000`,
  )
  // Past the triggers, which count each row for itself.
  await db.query('set session_replication_role = replica')
  await db.query(
    `insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "createdAt", "state", "verdict",
       "countedVerdict", "timeMs", "memoryKb", "caseCount", "tape", "judgedBy")
     select 100001 + (i * 31) % ${PROBLEMS}, md5('u' || (1 + (i * 7919) % ${STUDENTS})), 'cpp17o2', 800, '127.0.0.1',
       now() - i * interval '14 second', 'DONE', v, v, 10, 4000, 10, 'AAAAW', 'judge-1'
     from generate_series(1, ${SUBMISSIONS}) i,
       lateral (select (array['ACCEPTED', 'WRONG_ANSWER', 'WRONG_ANSWER', 'RUNTIME_ERROR']::"Verdict"[])[
         case when (i * 31) % ${PROBLEMS} < ${SOLVED} then 1 + (i / 13) % 4 else 2 end] v) made`,
  )
  await db.query('set session_replication_role = origin')
  await db.query('vacuum analyze')
}

/** Resolves when the judge has nothing to do any more: it would share the processors with what is measured. */
async function settled(db: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await db.query<{ count: number }>(
      `select count(*)::int as "count" from "Judgement" where "state" <> 'DONE'`,
    )
    if (rows[0]?.count === 0) return
    await pause(500)
  }
}

/** A group of the administrator with some of the people as members, and homework of all problems; both numbers. */
async function addClass(db: pg.Client, students: number): Promise<{ group: number; training: number }> {
  const name = `class${students}`
  const { rows: groups } = await db.query<{ id: number }>(
    `insert into "Group" ("name", "nameKey", "shortName", "shortNameKey", "brief", "description", "ownerId")
     values ($1, $1, $1, $1, 'brief', 'description', '1') returning "id"`,
    [name],
  )
  const group = Number(groups[0]?.id)
  await db.query(
    `insert into "GroupMember" ("groupId", "userId", "standing")
     select $1, md5('u' || i), 'MEMBER' from generate_series(1, $2::int) i`,
    [group, students],
  )
  const { rows } = await db.query<{ id: number }>(
    `insert into "Training" ("title", "description", "categoryId", "groupId", "ownerId")
     select $1, 'Words', min("id"), $2, '1' from "TrainingCategory" returning "id"`,
    [name, group],
  )
  const training = Number(rows[0]?.id)
  await db.query(
    `insert into "TrainingProblem" ("trainingId", "problemId", "rank")
     select $1, "id", "id" from "Problem" where "id" > 100000 order by "id" limit ${PROBLEMS}`,
    [training],
  )
  await db.query(
    `insert into "Homework" ("trainingId", "dueAt", "latePercent") values ($1, now() + interval '1 day', 50)`,
    [training],
  )
  return { group, training }
}

/** A rejected submission of a student is counted, as the server does it after a verdict. */
async function judge(db: pg.Client, student: number, problem: number): Promise<void> {
  await db.query('begin')
  const { rows } = await db.query<{ id: number; userId: string }>(
    `insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "state", "verdict", "countedVerdict",
       "timeMs", "memoryKb", "caseCount", "tape", "judgedBy")
     values ($1, md5('u' || $2::int), 'cpp17o2', 10, '127.0.0.1', 'DONE', 'WRONG_ANSWER', 'WRONG_ANSWER', 1, 1024, 3, 'AAW',
       'judge-1') returning "id", "userId"`,
    [100_000 + problem, student],
  )
  const payload = {
    submissionId: rows[0]?.id,
    userId: rows[0]?.userId,
    problemId: 100_000 + problem,
    contestId: null,
    groupId: null,
  }
  await db.query('select pg_notify($1, $2)', [
    EVENT_CHANNEL,
    JSON.stringify({ name: 'submission.counted', payload }),
  ])
  await db.query('commit')
}

/** Resolves to when (ms) the page first changed the row of a student; and the bytes that its sockets brought. */
async function watchRows(page: Page) {
  const waiting = new Map<string, (at: number) => void>()
  let bytes = 0
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    if (response.payloadData.includes('matrixChanged')) bytes += response.payloadData.length
  })
  await page.exposeFunction('noteRow', (username: string, at: number) => waiting.get(username)?.(at))
  // As text, because what compiles this file wraps functions in helpers that the page does not have.
  await page.evaluate(`new MutationObserver((changes) => {
    const at = performance.timeOrigin + performance.now()
    for (const { target, addedNodes } of changes) {
      const row = addedNodes.length > 0 && target.parentElement?.closest('[data-row]')
      if (row) noteRow(row.dataset.row, at)
    }
  }).observe(document.body, { subtree: true, childList: true })`)
  return {
    bytes: () => bytes,
    changed: (username: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const patience = setTimeout(() => reject(new Error(`The row of ${username} never changed`)), 10_000)
        waiting.set(username, (at) => {
          clearTimeout(patience)
          waiting.delete(username)
          resolve(at)
        })
      }),
  }
}

/** Verdicts of one class: how long (ms) each took, and the bytes for each. */
async function measure(page: Page, db: pg.Client, address: string) {
  const begun = clock()
  await page.goto(address)
  await page.locator('[data-row]').first().waitFor()
  const loaded = clock() - begun
  await page.waitForLoadState('networkidle')
  // By name, so that no verdict moves a row out of sight.
  await page.getByRole('combobox', { name: 'Order' }).selectOption('name')
  const shown = await page
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? ''))
  const rows = await watchRows(page)
  const waits: number[] = []
  for (let round = 0; round < WARMING + ROUNDS; round++) {
    // Students near the top, who are drawn.
    const username = shown[round % Math.min(10, shown.length)] ?? ''
    const changed = rows.changed(username)
    await judge(db, Number(username.slice('user'.length)), 1 + SOLVED + (round % (PROBLEMS - SOLVED)))
    const committed = clock()
    const wait = (await changed) - committed
    if (round >= WARMING) waits.push(wait)
  }
  return { waits, bytes: rows.bytes() / (WARMING + ROUNDS), loaded }
}

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  const site = await launchSite({ LOG_LEVEL: 'error' }, database)
  const browser = await openBrowser({ isOptimizing: true })
  const db = new pg.Client(database.url)
  try {
    await db.connect()
    await addWork(db)
    await settled(db)
    const [large, small] = [await addClass(db, STUDENTS), await addClass(db, FEW)]
    const token = await signIn(site.url, 'root', site.adminPassword)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    await context.addInitScript(
      (login) => Object.assign(localStorage, { token: login, locale: 'en-US' }),
      token,
    )
    const measured = async ({ group, training }: { group: number; training: number }) => {
      const page = await context.newPage()
      const found = await measure(page, db, `${site.url}/group/${group}/training/${training}/matrix`)
      await page.close()
      return found
    }
    const few = await measured(small)
    const many = await measured(large)
    const show = ({ waits, bytes, loaded }: typeof few) =>
      `median ${median(waits).toFixed(1)} ms, p95 ${quantile(waits, 0.95).toFixed(1)} ms, ${bytes.toFixed(0)} bytes each, shown after ${loaded.toFixed(0)} ms`
    console.log(`${FEW} students: ${show(few)}`)
    console.log(`${STUDENTS} students: ${show(many)}`)
    console.log(`matrix-bytes: ${(many.bytes / few.bytes).toFixed(2)}`)
    console.log(`matrix-ms: ${median(many.waits).toFixed(1)}`)
  } finally {
    await db.end()
    await browser.close()
    await site.stop()
    await postgres.stop()
  }
}

await main()
