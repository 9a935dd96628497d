import type fortunes from '../../../locales/en-US/site/fortune.json'

/** The fortunes that the catalogue has words for. */
export type Fortune = keyof typeof fortunes

/** The one that keeps its word. */
export const JOKE = 13

const FORTUNES = 13

export const asFortune = (number: number | null | undefined): Fortune | null =>
  Number.isInteger(number) && Number(number) >= 1 && Number(number) <= FORTUNES
    ? (String(number) as Fortune)
    : null
