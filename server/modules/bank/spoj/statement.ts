import type { CheerioAPI } from 'cheerio'
import { toMarkdown, webAddresses } from '../../../core/html/toMarkdown.ts'
import { preText } from '../../../core/html/tree.ts'
import type { BankProblem } from '../bank.ts'
import { readPage } from '../readPage.ts'

type Section = 'description' | 'input' | 'output' | 'hint'
type Parts = Pick<BankProblem, Section | 'samples'>

/** Headings of statements, which every author writes in his own way. */
const HEADINGS: readonly [RegExp, Section][] = [
  [/^(?:the )?input(?: format| specification| data)?\s*:?$/i, 'input'],
  [/^(?:the )?output(?: format| specification| data)?\s*:?$/i, 'output'],
  [/^(?:hints?|notes?|warnings?|explanations?|remarks?)\s*:?$/i, 'hint'],
]
const SAMPLE_HEADING = /^(?:examples?|samples?|sample tests?)(?: tests?| \d+)?\s*:?$/i
const SAMPLE_PART = /^(?:sample |example )(input|output)(?: \d+)?\s*:?$/i

/** `Input: …` and `Output: …` within one block; null: it has not both. */
function sampleIn(text: string): { input: string; output: string } | null {
  const found =
    /^\s*(?:sample |example )?input\b[^\n:]*:?[ \t]*\n?(.*?)\n[^\S\n]*(?:sample |example )?output\b[^\n:]*:?[ \t]*\n?(.*)$/is.exec(
      text,
    )
  if (!found) return null
  const [, input = '', output = ''] = found
  const trimmed = (part: string) => part.replace(/^\n+/, '').trimEnd()
  return { input: trimmed(input), output: trimmed(output) }
}

/** Parts of a statement; what stands under no known heading is the description. */
export function readParts(body: string, base: URL): Parts {
  const $: CheerioAPI = readPage(body)
  const html: Record<Section, string> = { description: '', input: '', output: '', hint: '' }
  const samples: Parts['samples'] = []
  let section: Section = 'description'
  let half: 'input' | 'output' | null = null
  let lastInput: string | null = null

  for (const node of $('body').contents().toArray()) {
    const one = $(node)
    const text = one.text().replace(/\s+/g, ' ').trim()
    const isHeading = one.is('h1, h2, h3, h4, h5, h6') || (one.is('p, b, strong') && isBold(one))
    const found = isHeading ? HEADINGS.find(([words]) => words.test(text)) : undefined
    const part = isHeading ? SAMPLE_PART.exec(text)?.[1]?.toLowerCase() : undefined
    if (part) {
      half = part === 'input' ? 'input' : 'output'
      continue
    }
    if (found || (isHeading && SAMPLE_HEADING.test(text))) {
      section = found?.[1] ?? 'hint'
      half = null
      continue
    }
    if (isHeading) section = section === 'hint' ? 'hint' : 'description'
    if (one.is('pre')) {
      const block = preText(one.html() ?? '')
      const sample = sampleIn(block)
      if (sample) {
        samples.push(sample)
        continue
      }
      if (half === 'input') {
        lastInput = block
        continue
      }
      if (half === 'output' && lastInput !== null) {
        samples.push({ input: lastInput, output: block })
        lastInput = null
        continue
      }
    }
    if (text) half = null
    html[section] += $.html(node)
  }
  // An input without its output is not lost.
  if (lastInput !== null) html.hint += `<pre>${$('<i>').text(lastInput).html()}</pre>`
  const markdown = (name: Section) => toMarkdown(html[name], webAddresses(base))
  return {
    description: markdown('description'),
    input: markdown('input'),
    output: markdown('output'),
    hint: markdown('hint'),
    samples,
  }
}

/** Whether all of a paragraph is bold, as headings are in old statements. */
function isBold(one: ReturnType<CheerioAPI>): boolean {
  if (one.is('b, strong')) return true
  const text = one.text().trim()
  return text !== '' && one.children('b, strong').text().trim() === text
}
