import { type CheerioAPI, load } from 'cheerio'
import { isTame } from '../../core/html/tree.ts'
import { BankFault } from './bank.ts'

/** A page of a bank, to select from. `isSent`: it answers a sending, for the fault of a page that is too large. */
export function readPage(html: string, { isSent = false }: { isSent?: boolean } = {}): CheerioAPI {
  if (!isTame(html)) throw new BankFault('CHANGED', 'a page of too many tags', { isSent })
  return load(html)
}
