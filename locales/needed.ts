/**
 * Which catalogues the code that is here speaks from. Each module says so as it comes (the build adds the calls, see
 * client/vite.config.ts), and anyone who shows what has come waits for its words first.
 */

/** What is said on every page; it is there before anything is drawn. */
export const FIRST_WORDS: readonly string[] = ['app', 'ui', 'verdict']

/** Brings one catalogue in the reader's language. */
type Bring = (noun: string) => Promise<unknown>

const needed = new Map<string, Promise<unknown> | null>()

let bring: Bring | null = null

function start(noun: string, by: Bring) {
  const coming = by(noun)
  needed.set(noun, coming)
  // What did not come is asked for again by the next who waits for it.
  coming.catch(() => needed.set(noun, null))
  return coming
}

/** A module says words of these catalogues. */
export function needWords(...nouns: string[]) {
  for (const noun of nouns) {
    if (needed.has(noun)) continue
    needed.set(noun, null)
    if (bring) void start(noun, bring).catch(() => undefined)
  }
}

/** All catalogues that were needed until now. */
export const neededWords = (): string[] => [...needed.keys()]

/** Resolves when all words that are needed now are here; without anybody who brings them, at once. */
export async function wordsHere(): Promise<void> {
  const by = bring
  if (by) await Promise.all([...needed].map(([noun, coming]) => coming ?? start(noun, by)))
}

/** From now on `by` brings what is needed. */
export function bringWords(by: Bring) {
  bring = by
  for (const [noun, coming] of needed) if (!coming) void start(noun, by).catch(() => undefined)
}
