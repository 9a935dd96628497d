/** Samples in the text under headings such as `Sample Input 1` or `样例`. */

export type Sample = { input: string; output: string }

type Side = 'input' | 'output'

const NUMBER = '(?:\\s*[#＃]?\\s*(?:\\d{1,3}|[一二三四五六七八九十]))?'
const of = (words: string) => new RegExp(`^${words.replaceAll('N', NUMBER)}$`, 'i')

/** Headings of samples. */
const SAMPLES = [
  of('(?:samples?|examples?)(?:\\s*(?:data|tests?|cases?))?N'),
  of('(?:sample|example)N\\s*(?:inputs?|outputs?)N'),
  of('(?:输入输出)?(?:样例|示例|範例)(?:数据|输入输出)?N'),
  of('(?:输入|输出|輸入|輸出)(?:样例|示例|範例)N'),
  of('(?:样例|示例|範例)N\\s*(?:输入|输出|輸入|輸出)N'),
]

/** Names of one side of a sample: `Input`, `输出 #1`, `样例输入`. */
const SIDE = of(
  '(?:(?:sample|example|样例|示例|範例)N)?\\s*(?:inputs?|输入|輸入|outputs?|输出|輸出)\\s*(?:样例|示例|範例)?N',
)

const EXPLANATION =
  /^(?:样例|示例|範例|sample|example)?\s*[\d#]{0,3}\s*(?:解释|说明|說明|explanation|notes?\b)/i

/** Words of a heading or a line, without emphasis and colons. */
export const plainWords = (text: string): string =>
  text
    .replace(/^\s*#{1,6}\s/, '')
    .replace(/[*_:：]/g, '')
    .trim()

export const isSampleHeading = (words: string): boolean => SAMPLES.some((pattern) => pattern.test(words))

/** Whether a heading begins text about samples rather than samples. */
export const isExplanation = (words: string): boolean => EXPLANATION.test(words)

/** Side of a sample that a heading or a line names; null: none. */
export const sideOf = (words: string): Side | null =>
  SIDE.test(words) ? (/out|输出|輸出/i.test(words) ? 'output' : 'input') : null

/** The mark of the code block that is open after a line; null: none. */
export function fenceAfter(fence: string | null, line: string): string | null {
  const mark = /^(```+|~~~+)/.exec(line.trimStart())?.[1] ?? null
  if (fence === null) return mark
  return mark !== null && line.trim().startsWith(fence) ? null : fence
}

/** A code block; `explanation` is one that shows no sample, null one of either side. */
type Block = { side: Side | 'explanation' | null; text: string }

/** Section of samples: its blocks, and its other lines, with those that only name a block left out. */
type Section = { blocks: Block[]; rest: string[]; isClosed: boolean }

/** Longest line that names a block. */
const MAX_NAME = 60

function readSection(heading: string, lines: readonly string[]): Section {
  const blocks: Block[] = []
  const rest: (string | null)[] = []
  let side: Block['side'] = sideOf(plainWords(heading))
  let name: number | null = null
  let fence: string | null = null
  let content: string[] = []
  let indent = 0
  for (const line of lines) {
    const next = fenceAfter(fence, line)
    if (fence === null && next !== null) {
      content = []
      indent = line.length - line.trimStart().length
      if (name !== null) rest[name] = null
      name = null
    }
    const isFence = fence !== null || next !== null
    if (isFence && side === 'explanation') rest.push(line)
    else if (isFence && fence !== null && next !== null) content.push(line.slice(leading(line, indent)))
    else if (isFence && fence !== null) {
      blocks.push({ side, text: content.map((one) => `${one}\n`).join('') })
      rest.push(null)
    } else if (!isFence) {
      const words = line.length <= MAX_NAME ? plainWords(line) : ''
      const named = sideOf(words)
      if (named) [side, name] = [named, rest.length]
      else if (isExplanation(words)) [side, name] = ['explanation', null]
      rest.push(line)
    }
    fence = next
  }
  const kept = withoutGaps(rest)
  const isText = kept.some((line) => line.trim() !== '' && sideOf(plainWords(line)) === null)
  return { blocks, rest: isText ? [heading, ...kept] : [], isClosed: fence === null }
}

/** Lines around what was left out (null), with one empty line in its place. */
function withoutGaps(lines: readonly (string | null)[]): string[] {
  const kept: string[] = []
  let isGap = false
  for (const line of lines) {
    if (line === null) isGap = true
    else if (!(isGap && line.trim() === '' && kept.at(-1)?.trim() === '')) {
      isGap = isGap && line.trim() === ''
      kept.push(line)
    }
  }
  return kept
}

/** Number of leading blanks of a line, at most `most`. */
const leading = (line: string, most: number) => Math.min(most, line.length - line.trimStart().length)

/** Samples of blocks: inputs with outputs by their names, else in turn; null where that does not come out. */
function pair(sections: readonly Section[]): Sample[] | null {
  const blocks = sections.flatMap((section) => section.blocks)
  const sideTexts = (side: Side) => blocks.flatMap((block) => (block.side === side ? [block.text] : []))
  const [inputs, outputs] = [sideTexts('input'), sideTexts('output')]
  if (inputs.length + outputs.length === blocks.length) {
    return inputs.length === outputs.length
      ? inputs.map((input, at) => ({ input, output: outputs[at] ?? '' }))
      : null
  }
  const unnamed = (section: Section) => section.blocks.filter(({ side }) => side === null).length
  const inTurn = blocks.every(({ side }, at) => side === null || side === (at % 2 === 0 ? 'input' : 'output'))
  if (!inTurn || blocks.length % 2 === 1 || sections.some((section) => unnamed(section) % 2 === 1))
    return null
  return blocks.flatMap(({ text }, at) =>
    at % 2 === 0 ? [{ input: text, output: blocks[at + 1]?.text ?? '' }] : [],
  )
}

/**
 * Samples of sections, and the lines of each section that are no samples. Null: the blocks cannot be paired, so that the
 * sections stay as they are.
 */
export function readSampleSections(
  sections: readonly { heading: string; lines: readonly string[] }[],
): { samples: Sample[]; rests: string[][] } | null {
  const read = sections.map(({ heading, lines }) => readSection(heading, lines))
  const samples = read.every(({ isClosed }) => isClosed) ? pair(read) : null
  return samples && { samples, rests: read.map(({ rest }) => rest) }
}
