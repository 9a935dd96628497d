import type fortunes from '../../../locales/en-US/site/fortune.json'

/** Fortunes that have a translation. */
export type Fortune = keyof typeof fortunes

/** Number of the fortune with the falling page. */
export const JOKE = 13

const FORTUNES = 13

export const asFortune = (number: number | null | undefined): Fortune | null =>
  Number.isInteger(number) && Number(number) >= 1 && Number(number) <= FORTUNES
    ? (String(number) as Fortune)
    : null
