import type { Bank } from '../bank/bank.ts'

/** The first https address of a bank in a text; null: there is none. */
export function addressAt(
  { origin, otherHosts }: Pick<Bank, 'origin' | 'otherHosts'>,
  text: string,
): string | null {
  const hosts = [new URL(origin).hostname, ...otherHosts]
  for (const [found] of text.matchAll(/https?:\/\/[^\s()<>\]]{1,1000}/g)) {
    const url = URL.canParse(found) ? new URL(found) : null
    if (url && hosts.includes(url.hostname)) return url.href
  }
  return null
}
