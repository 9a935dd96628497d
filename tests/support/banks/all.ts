import type { BankKey } from '#server/modules/bank/bank.ts'
import { atcoderSite } from './atcoder.ts'
import { codeforcesSite } from './codeforces.ts'
import { type FakeOptions, type FakeSite, type RunningFakeBank, serveFakeBank } from './fakeBank.ts'
import { gymSite } from './gym.ts'
import { hduSite } from './hdu.ts'
import { libreojSite } from './libreoj.ts'
import { pojSite } from './poj.ts'
import { spojSite } from './spoj.ts'

/** Sites by keys of banks, in the order of the banks. */
const SITES: Partial<Record<BankKey, () => FakeSite>> = {
  HDU: hduSite,
  POJ: pojSite,
  CF: codeforcesSite,
  GYM: gymSite,
  AC: atcoderSite,
  SPOJ: spojSite,
  LIBRE: libreojSite,
}

/** Starts one bank that lives in memory. */
export async function startFakeBank(key: BankKey, options: FakeOptions = {}): Promise<RunningFakeBank> {
  const site = SITES[key]
  if (!site) throw new Error(`no fake bank: ${key}`)
  return serveFakeBank(site(), options)
}

export type RunningFakeBanks = {
  banks: Partial<Record<BankKey, RunningFakeBank>>
  /** As the setting has them, for sessions. */
  origins: Partial<Record<BankKey, string>>
  close(): Promise<void>
}

/** Starts all of them. `port`: of the first; the others follow it. */
export async function startFakeBanks({ port = 0, ...options }: FakeOptions = {}): Promise<RunningFakeBanks> {
  const banks: RunningFakeBanks['banks'] = {}
  const origins: RunningFakeBanks['origins'] = {}
  let next = port
  for (const key of Object.keys(SITES) as BankKey[]) {
    // The gym lies on the site of Codeforces.
    const shared = key === 'GYM' ? banks.CF : undefined
    const running = shared ?? (await startFakeBank(key, { ...options, port: next }))
    banks[key] = running
    origins[key] = running.origin
    if (next && !shared) next++
  }
  return {
    banks,
    origins,
    close: async () => {
      await Promise.all([...new Set(Object.values(banks))].map((one) => one.close()))
    },
  }
}
