import { atcoder } from './atcoder/atcoder.ts'
import type { Bank, BankKey } from './bank.ts'
import { codeforces, gym } from './codeforces/codeforces.ts'
import { hdu } from './hdu/hdu.ts'
import { libreoj } from './libreoj/libreoj.ts'
import { poj } from './poj/poj.ts'
import { spoj } from './spoj/spoj.ts'

/** All banks, one folder each; the order is that of filters and of the administration. */
export const BANKS: readonly Bank[] = [hdu, poj, codeforces, gym, atcoder, spoj, libreoj]

export const BANK_KEYS: readonly BankKey[] = ['HDU', 'POJ', 'CF', 'GYM', 'AC', 'SPOJ', 'LIBRE']

export const isBankKey = (text: string): text is BankKey => BANK_KEYS.some((key) => key === text)

export const findBank = (key: string): Bank | null => BANKS.find((bank) => bank.key === key) ?? null
