import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { doubledOf, lostOf, openRemoteSite, type RemoteSite } from '../../support/remoteSite.ts'
import { randomBelow, randomShare } from '../../support/seededRandom.ts'

const SUBMISSIONS = 36
const ROUNDS = 7
/** No round begins after so long (ms), but for the first three: on a busy machine a server takes long to start. */
const LONG = 30_000

const below = randomBelow(2711)
const random = randomShare(2712)
let site: RemoteSite

beforeAll(async () => {
  site = await openRemoteSite({ banks: ['CF', 'HDU', 'AC'], accounts: 2, servers: 2, waitPercent: 2, random })
}, 120_000)
afterAll(() => site?.close(), 60_000)

/** Waits until a submission is on its way to its bank, or two seconds at most. */
async function untilSending(): Promise<boolean> {
  for (let turn = 0; turn < 100; turn++) {
    const [row] = await site.rows<{ some: boolean }>(
      `select exists (select from "BankRun" where "step" = 'SENDING' and "sentAt" is not null) as some`,
    )
    if (row?.some) return true
    await pause(20)
  }
  return false
}

it('whatever is killed while banks fail, every submission has one verdict and is sent once (area-rules B7)', async () => {
  site.fail(0.1)
  let [number, accepted] = [0, 0]
  let isOver = false
  const load = async () => {
    while (accepted < SUBMISSIONS || !isOver) {
      const [row] = await site.rows<{ open: number }>(
        `select count(*)::int as open from "Submission" where "state" <> 'DONE'`,
      )
      if ((row?.open ?? 0) < 12 && (await site.send(number++)) !== null) accepted++
      else await pause(100)
    }
  }
  const loading = load()
  let [kills, whileSending] = [0, 0]
  const restarts: Promise<void>[] = []
  const begun = performance.now()
  for (let round = 0; round < ROUNDS && (round < 3 || performance.now() - begun < LONG); round++) {
    await pause(below(1_200))
    // Every other time it is between the mark of sending and the bank's answer, and nobody is left to hear that.
    const isAimed = round % 2 === 1
    if (isAimed && (await untilSending())) whileSending++
    for (const place of isAimed ? [0, 1] : [below(2)]) {
      await site.kill(place)
      kills++
      restarts.push(site.start(place))
    }
    if (below(3) === 0) for (const { bank } of site.fakes.values()) bank.expireSessions()
    await Promise.all(restarts.splice(0))
  }
  isOver = true
  await loading
  await site.settled(120_000)

  const stock = await site.stock()
  expect(lostOf(stock)).toEqual([])
  expect(doubledOf(stock)).toEqual([])
  expect(stock.length).toBeGreaterThanOrEqual(accepted)
  expect(kills).toBeGreaterThan(3)
  expect(whileSending).toBeGreaterThan(0)
  // Only what was on its way when its process died, or whose answer was lost, may end without the bank's verdict.
  const judged = stock.filter(({ verdict, expected }) => verdict === expected)
  expect(judged.length).toBeGreaterThan(stock.length / 2)
  const [tally] = await site.rows<{ total: number }>('select sum("total")::int as total from "ProblemTally"')
  expect(tally?.total).toBe(stock.length)
  const accounts = await site.rows<{ inService: boolean }>(
    `select "suspendedFor" is null as "inService" from "BankAccount"`,
  )
  expect(accounts.filter(({ inService }) => inService)).toHaveLength(6)
  const [jobs] = await site.rows<{ left: number }>('select count(*)::int as left from graphile_worker.jobs')
  expect(jobs?.left).toBe(0)
}, 300_000)
