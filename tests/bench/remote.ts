/**
 * A thousand submissions through four banks in memory, four accounts each, where one answer in ten fails: whether any is
 * lost or sent twice, and how long they take at a hundredth of the usual waits. Before it, at the usual waits: how long it
 * takes from the verdict at the bank to the DOM of a browser that shows the list of submissions. Most of that is the wait
 * for the next poll, up to 2.5 s; the rest is shown apart.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { bankTiming } from '#server/modules/bank/timing.ts'
import { openBrowser } from '../support/browser.ts'
import { startTestServer, type TestServer } from '../support/postgres.ts'
import { doubledOf, lostOf, openRemoteSite, type RemoteSite } from '../support/remoteSite.ts'
import { randomBelow } from '../support/seededRandom.ts'
import { visit } from '../support/visitor.ts'
import { median, quantile, timed } from './support/figures.ts'

const SUBMISSIONS = Number(process.argv[2] ?? 1_000)
const FOLLOWED = 32
const ACCOUNTS = 4
/** How long (ms) a bank judges in the measured part. */
const JUDGING = 3_000
/** Submissions that are sent to the site at once. */
const AT_ONCE = 8

const below = randomBelow(27)
const random = () => below(1_000_000) / 1_000_000
const open = (postgres: TestServer, waitPercent: number, pace: { ms: number } | { polls: number }) =>
  openRemoteSite({
    banks: ['CF', 'HDU', 'POJ', 'AC'],
    accounts: ACCOUNTS,
    servers: 1,
    waitPercent,
    random,
    postgres,
    fakeOptions: { pace },
  })

/** When (ms since 1970) a browser that looks at the list of submissions showed each verdict. */
async function watchVerdicts({ servers, root }: RemoteSite) {
  const url = servers[0]?.url ?? ''
  const seen = new Map<number, number>()
  const browser = await openBrowser({ isOptimizing: true })
  const { page } = await visit(browser, url, root.token)
  await page.exposeFunction('noteVerdict', (number: number, at: number) => {
    if (!seen.has(number)) seen.set(number, at)
  })
  await page.goto(`${url}/status?limit=${FOLLOWED}`)
  await page.getByRole('heading', { name: 'Submissions', level: 1 }).waitFor()
  // As text, because what compiles this file wraps functions in helpers that the page does not have.
  await page.evaluate(`
    const told = new Set()
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('tbody tr')) {
        const number = Number(row.querySelector('a')?.textContent)
        if (!number || told.has(number) || !/Accepted|Wrong Answer/.test(row.textContent)) continue
        told.add(number)
        noteVerdict(number, performance.timeOrigin + performance.now())
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  `)
  return { seen, close: () => browser.close() }
}

async function measureWaits(postgres: TestServer): Promise<void> {
  const site = await open(postgres, 100, { ms: JUDGING })
  try {
    const { seen, close } = await watchVerdicts(site)
    const ids: number[] = []
    for (let number = 0; number < FOLLOWED; number++) ids.push((await site.send(number)) ?? Number.NaN)
    await site.settled(540_000)
    await pause(500)
    const rows = ids.flatMap((id, number) => {
      const [run, at] = [site.runOf(number), seen.get(id)]
      return run && at ? [{ whole: at - run.submittedAt - JUDGING, own: at - run.polledAt }] : []
    })
    const [whole, own] = [rows.map((row) => row.whole), rows.map((row) => row.own)]
    console.log(
      `verdict at the bank to DOM: median ${median(whole).toFixed(0)} ms, p95 ${quantile(whole, 0.95).toFixed(0)} ms of ${rows.length}`,
    )
    console.log(
      `from the poll that saw the verdict: median ${median(own).toFixed(0)} ms, p95 ${quantile(own, 0.95).toFixed(0)} ms`,
    )
    console.log(`verdict-to-dom/poll-interval: ${(median(whole) / bankTiming(100).pollMs).toFixed(2)}`)
    await close()
  } finally {
    await site.close()
  }
}

async function main() {
  const postgres = await startTestServer()
  try {
    await measureWaits(postgres)
    const site = await open(postgres, 1, { polls: 3 })
    try {
      site.fail(0.1)
      let next = 0
      const sender = async () => {
        while (next < SUBMISSIONS) await site.send(next++)
      }
      const took = await timed(async () => {
        await Promise.all(Array.from({ length: AT_ONCE }, sender))
        await site.settled(540_000)
      })
      const stock = await site.stock()
      const failed = stock.filter(({ verdict }) => verdict === 'SUBMISSION_FAILED')
      console.log(
        `${stock.length} submissions in ${(took / 1000).toFixed(1)} s; ${failed.length} without an answer of the bank`,
      )
      const [lost, doubled] = [lostOf(stock), doubledOf(stock)]
      for (const row of [...lost, ...doubled].slice(0, 5)) console.log(JSON.stringify(row))
      console.log(`remote: lost: ${lost.length + SUBMISSIONS - stock.length} doubled: ${doubled.length}`)
      if (lost.length + doubled.length > 0 || stock.length !== SUBMISSIONS) process.exitCode = 1
    } finally {
      await site.close()
    }
  } finally {
    await postgres.stop()
  }
}

await main()
