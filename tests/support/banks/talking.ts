import { setTimeout as wait } from 'node:timers/promises'
import type { OutboundTimeouts } from '#server/core/outbound.ts'
import { type Bank, BankFault, type BankOutcome } from '#server/modules/bank/bank.ts'
import { openSession } from '#server/modules/bank/openSession.ts'
import type { BankSession } from '#server/modules/bank/session.ts'
import { startFakeBank } from './all.ts'
import { type FakeBank, type FakeOptions, type FakeSite, serveFakeBank } from './fakeBank.ts'

const opened: { close(): Promise<void> }[] = []

/** Ends what a test opened; for `afterEach` of every file, because files share this module. */
export async function endTalks(): Promise<void> {
  for (const one of opened.splice(0).reverse()) await one.close()
}

export const ACCOUNT = { username: 'robot', password: 'right password' }

export type Talk = {
  fake: FakeBank
  origin: string
  /** A session that knows nobody, or the one that was saved; with the usual timeouts, because the machine may be busy. */
  session(saved?: string | null, timeouts?: Partial<OutboundTimeouts>): BankSession
  /** A session that is signed in. */
  member(): Promise<BankSession>
}

/** Starts the fake of a bank for one test. `site`: its pages, where a test changes them. */
export async function talkTo(
  bank: Bank,
  { site, ...options }: FakeOptions & { site?: FakeSite } = {},
): Promise<Talk> {
  const running = await (site ? serveFakeBank(site, options) : startFakeBank(bank.key, options))
  opened.push(running)
  const session: Talk['session'] = (saved = null, timeouts = {}) => {
    const one = openSession(bank, saved, { origins: { [bank.key]: running.origin }, proxy: null, timeouts })
    opened.push(one)
    return one
  }
  return {
    fake: running.bank,
    origin: running.origin,
    session,
    async member() {
      const one = session()
      await bank.signIn(one, ACCOUNT)
      return one
    },
  }
}

/** The fault that a promise ends with. Other errors are thrown again. */
export const faultOf = (promise: Promise<unknown>): Promise<BankFault> =>
  promise.then(() => {
    throw new Error('there was no fault')
  }, asFault)

/** The fault that a reading of a page throws. Other errors are thrown again. */
export function faultIn(read: () => unknown): BankFault {
  try {
    read()
  } catch (error) {
    return asFault(error)
  }
  throw new Error('there was no fault')
}

function asFault(error: unknown): BankFault {
  if (error instanceof BankFault) return error
  throw error
}

/** All that a bank says of a run until it is done; thirty polls at most. */
export async function pollAll(
  bank: Bank,
  session: BankSession,
  run: { id: string; problemId: string; username: string },
): Promise<BankOutcome[]> {
  const outcomes: BankOutcome[] = []
  while (outcomes.at(-1)?.state !== 'DONE' && outcomes.length < 30) {
    outcomes.push(await bank.poll(session, run))
    await wait(1)
  }
  return outcomes
}

/** A program long enough for all banks, with what the fake is to say of it. */
export const program = (verdict = 'AC', mark = ''): string =>
  `// verdict: ${verdict} ${mark}\n#include <cstdio>\nint main() { puts("中文 & <b>"); return 0; } //   padding padding padding`
