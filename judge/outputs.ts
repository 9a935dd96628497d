/** Files of output that somebody submits instead of a program, and which case each is for. Pure, and read by the server too. */

import type { CaseSpec, OutputFile } from './protocol.ts'

/** The language of a submission that is files of output; every host has it. */
export const OUTPUT = 'output'

/** A path without its last ending, in lower case. */
const stemOf = (name: string): string => name.replace(/\.[^./]*$/, '').toLowerCase()

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The last number in a name, without leading zeros; null: it has none. */
const numberOf = (stem: string): string | null =>
  lastPart(stem)
    .match(/\d+/g)
    ?.at(-1)
    ?.replace(/^0+(?=\d)/, '') ?? null

/** What a name is called by, from the most exact to the least. */
const CALLS: readonly ((stem: string) => string | null)[] = [(stem) => stem, lastPart, numberOf]

/** Items by what they are called; what two of them are called is left out. */
function byCall<T>(
  items: readonly (readonly [T, readonly string[]])[],
  call: (stem: string) => string | null,
): Map<string, T> {
  const found = new Map<string, T | null>()
  for (const [item, stems] of items) {
    for (const called of new Set(stems.map(call)))
      if (called !== null) found.set(called, found.has(called) ? null : item)
  }
  return new Map([...found].flatMap(([called, item]) => (item === null ? [] : [[called, item] as const])))
}

/**
 * The file for each case, by the index of the case. A file is for the case whose input or answer has the same name up to the
 * ending: with its folders, without them, or else by the last number in it, so that `1.out` is for `game01.in`. One file is
 * for the only case, whatever its name. A file that is for no case, or for several, is not used. Files that are called as
 * inputs, such as the inputs themselves in a zip of the whole folder, give way to others.
 */
export function outputsByCase<F extends Pick<OutputFile, 'name'>>(
  cases: readonly Pick<CaseSpec, 'index' | 'input' | 'answer'>[],
  files: readonly F[],
): Map<number, F> {
  const inputs = new Set(cases.map(({ input }) => lastPart(input.name).toLowerCase()))
  const others = files.filter(({ name }) => !inputs.has(lastPart(name).toLowerCase()))
  const [only] = cases
  const [file, ...more] = others.length > 0 ? others : files
  if (only && file && cases.length === 1 && more.length === 0) return new Map([[only.index, file]])
  const matched = new Map<number, F>()
  for (const some of [others, files]) for (const call of CALLS) matchBy(call, cases, some, matched)
  return matched
}

/** Adds files to the cases that have none yet, by one way of calling both. */
function matchBy<F extends Pick<OutputFile, 'name'>>(
  call: (stem: string) => string | null,
  cases: readonly Pick<CaseSpec, 'index' | 'input' | 'answer'>[],
  files: readonly F[],
  matched: Map<number, F>,
): void {
  const used = new Set(matched.values())
  const named = byCall(
    cases
      .filter(({ index }) => !matched.has(index))
      .map(
        ({ index, input, answer }) =>
          [index, [input, ...(answer ? [answer] : [])].map(({ name }) => stemOf(name))] as const,
      ),
    call,
  )
  const left = files.filter((file) => !used.has(file))
  for (const [called, file] of byCall(
    left.map((file) => [file, [stemOf(file.name)]] as const),
    call,
  )) {
    const index = named.get(called)
    if (index !== undefined && !matched.has(index)) matched.set(index, file)
  }
}
