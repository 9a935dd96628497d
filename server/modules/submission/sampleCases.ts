import { createHash } from 'node:crypto'
import type { CaseSpec } from '#judge/protocol.ts'
import type { Sample } from '#prisma/generated/client.ts'

type Samples = readonly Sample[]

/**
 * The cases of a testset that are samples of the statement, by their index: those whose input is that of a sample,
 * whatever became of line ends and of blanks at the end on the way into a file.
 */
export function sampleCases(cases: readonly CaseSpec[], samples: Samples): Map<number, Sample> {
  const sizes = new Set(cases.map(({ input }) => input.size))
  const byHash = new Map<string, Sample>()
  for (const sample of samples)
    for (const bytes of spellingsOf(sample.input)) {
      const hash = sizes.has(bytes.length) && createHash('sha256').update(bytes).digest('hex')
      if (hash && !byHash.has(hash)) byHash.set(hash, sample)
    }
  const found = new Map<number, Sample>()
  for (const { index, input } of byHash.size > 0 ? cases : []) {
    const sample = byHash.get(input.hash)
    if (sample) found.set(index, sample)
  }
  return found
}

/** The same text as people save it: with or without a last line end, with those of either system. */
function spellingsOf(text: string): Buffer[] {
  const unix = text.replaceAll('\r\n', '\n')
  const bare = unix.trimEnd()
  const spellings = new Set([text, unix, bare, `${bare}\n`])
  for (const spelling of [unix, bare, `${bare}\n`]) spellings.add(spelling.replaceAll('\n', '\r\n'))
  return [...spellings].map((spelling) => Buffer.from(spelling))
}
