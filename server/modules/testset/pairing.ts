/** Files of an upload that form a test. */
export type Pair<File> = {
  /** Common part of both names, with the folder. */
  stem: string
  input: File
  /** Null when there is no answer. */
  answer: File | null
}

export type Pairing<File> = {
  pairs: Pair<File>[]
  /** Unpaired files. */
  left: File[]
}

type Side = 'input' | 'answer'

/** Answer extensions, preferred first. */
const ANSWERS = ['out', 'ans', 'txt']

const WORDS = { input: /input/i, answer: /output/i } as const

/** Side of a name, and its common part with the other side. */
function read(name: string): { side: Side; key: string; stem: string; kind: string } | null {
  const [, stem = '', kind = ''] = /^(.*)\.([^./]+)$/s.exec(name) ?? []
  const lower = kind.toLowerCase()
  if (lower === 'in') return { side: 'input', key: `.${stem}`, stem, kind: lower }
  if (lower === 'out' || lower === 'ans') return { side: 'answer', key: `.${stem}`, stem, kind: lower }
  if (lower !== 'txt') return null
  const folder = stem.slice(0, stem.lastIndexOf('/') + 1)
  const base = stem.slice(folder.length)
  for (const side of ['input', 'answer'] as const) {
    if (WORDS[side].test(base)) {
      return { side, key: `*${folder}${base.replace(WORDS[side], '*')}`, stem, kind: lower }
    }
  }
  return null
}

/**
 * Pairs files by name: `X.in` with `X.out` or `X.ans`, and texts whose names differ in `input` and `output`
 * only. In natural order: short stems first, so that 2 comes before 10.
 */
export function pairTests<File extends { name: string }>(files: readonly File[]): Pairing<File> {
  const inputs = new Map<string, { file: File; stem: string }>()
  const answers = new Map<string, { file: File; rank: number }>()
  for (const file of files) {
    const found = read(file.name)
    if (!found) continue
    const { side, key, stem, kind } = found
    if (side === 'input') {
      if (!inputs.has(key)) inputs.set(key, { file, stem })
      continue
    }
    const rank = ANSWERS.indexOf(kind)
    const rival = answers.get(key)
    if (!rival || rank < rival.rank) answers.set(key, { file, rank })
  }
  const pairs = [...inputs].map(([key, { file, stem }]) => ({
    stem,
    input: file,
    answer: answers.get(key)?.file ?? null,
  }))
  pairs.sort((a, b) => a.stem.length - b.stem.length || (a.stem < b.stem ? -1 : 1))
  const used = new Set(pairs.flatMap(({ input, answer }) => [input, answer]))
  return { pairs, left: files.filter((file) => !used.has(file)) }
}
