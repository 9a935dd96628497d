import { setTimeout as wait } from 'node:timers/promises'
import type { OutboundTimeouts } from '#server/core/outbound.ts'
import type { Bank, BankFault, BankOutcome } from '#server/modules/bank/bank.ts'
import { openSession } from '#server/modules/bank/openSession.ts'
import type { BankSession } from '#server/modules/bank/session.ts'
import { startFakeBank } from './all.ts'
import type { FakeBank, FakeOptions } from './fakeBank.ts'

const opened: { close(): Promise<void> }[] = []

/** Ends what a test opened; for `afterEach` of every file, because files share this module. */
export async function endTalks(): Promise<void> {
  for (const one of opened.splice(0).reverse()) await one.close()
}

export const ACCOUNT = { username: 'robot', password: 'right password' }

export type Talk = {
  fake: FakeBank
  origin: string
  /** A session that knows nobody, or the one that was saved. */
  session(saved?: string | null): BankSession
  /** A session that is signed in. */
  member(): Promise<BankSession>
}

/** Starts the fake of a bank for one test. */
export async function talkTo(
  bank: Bank,
  options: FakeOptions = {},
  timeouts: Partial<OutboundTimeouts> = { connect: 500, headers: 500, whole: 1500 },
): Promise<Talk> {
  const running = await startFakeBank(bank.key, options)
  opened.push(running)
  const session = (saved: string | null = null) => {
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

/** Kind and `isSent` of the fault that a promise ends with. */
export const faultOf = (promise: Promise<unknown>): Promise<Pick<BankFault, 'kind' | 'isSent' | 'detail'>> =>
  promise.then(
    () => Promise.reject(new Error('there was no fault')),
    (error: BankFault) => ({ kind: error.kind, isSent: error.isSent, detail: error.detail }),
  )

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
