/** Other judges whose problems are solved here, by key, in the order of filters. */
export const BANK_NAMES = {
  HDU: 'HDU',
  POJ: 'POJ',
  CF: 'Codeforces',
  GYM: 'Codeforces Gym',
  AC: 'AtCoder',
  SPOJ: 'SPOJ',
  LIBRE: 'LibreOJ',
} as const

export type BankKey = keyof typeof BANK_NAMES

export const BANK_KEYS = Object.keys(BANK_NAMES) as BankKey[]

/** Key of the site's own bank. */
export const OWN_BANK = 'ME'

/** Name of a bank; a key that is not known stands for itself. */
export const bankNameOf = (key: string): string =>
  BANK_KEYS.includes(key as BankKey) ? BANK_NAMES[key as BankKey] : key

/** Address of the administration of banks. */
export const BANKS_HREF = '/admin/bank'
