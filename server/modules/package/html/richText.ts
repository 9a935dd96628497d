import { hashOf } from '../../../core/blobs.ts'
import { withoutHtml } from '../../../core/html/mixedMarkdown.ts'
import { withWords } from '../../../core/html/tags.ts'
import { type Addresses, toMarkdown } from '../../../core/html/toMarkdown.ts'
import { MOST_CHARACTERS, textOf } from '../../../core/html/tree.ts'
import { pictureTypeOf } from '../../../core/pictures.ts'
import { type Annexes, annexLink, boundText } from '../latex/statement.ts'
import type { Notes } from '../report.ts'

/** Texts of a package as Markdown; pictures that it lacks are noted. Too long texts are refused. */
export type RichTexts = {
  /** HTML of an editor. */
  fromHtml(text: string): string
  /** Markdown, whose HTML is converted; everything else stays as it is. */
  fromMarkdown(text: string): string
  /** HTML or Markdown, whichever it looks like. */
  fromEither(text: string): string
}

type Source = {
  /** File that the texts stand in, for notes. */
  file: string
  annexes: Annexes
  notes: Notes
  /** Name of the annex that an address in a text means; null: the package has none. */
  annexOf?: (address: string) => string | null
}

export function richTexts({ file, annexes, notes, annexOf = () => null }: Source): RichTexts {
  const addresses = addressesOf(annexOf, notes)
  const fromHtml = (text: string): string => {
    const bounded = boundText(withDataPictures(text, annexes))
    if (bounded.length > MOST_CHARACTERS) notes.leftOut('limit', { part: 'HTML', max: MOST_CHARACTERS }, file)
    if (bounded.trim() !== '') notes.converted('html', {}, file)
    return toMarkdown(withWords(bounded), addresses, { hasDollarMath: true })
  }
  const fromMarkdown = (text: string): string => {
    const markdown = withoutHtml(boundText(text), addresses)
    // Addresses change too, but only a text with tags was converted.
    if (markdown !== text && /<\/?[a-z]/i.test(text)) notes.converted('html', {}, file)
    return markdown
  }
  const fromEither = (text: string): string => {
    const parts = partsOf(text).map(({ inside, isMarked }) =>
      !isMarked && looksLikeHtml(inside) ? fromHtml(inside) : fromMarkdown(inside).trim(),
    )
    return parts.filter((part) => part.trim() !== '').join('\n\n')
  }
  return { fromHtml, fromMarkdown, fromEither }
}

type Part = { inside: string; isMarked: boolean }

/** Parts of a text of HUSTOJ: between `[md]` and `[/md]`, and in an element of class `md`, stands Markdown. */
function partsOf(text: string): Part[] {
  const marks = /\[md\]|<(span|div)\s{1,9}class\s{0,9}=\s{0,9}["']md["']\s{0,9}>/gi
  const parts: Part[] = []
  let at = 0
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [whole, name = null] = mark
    const { from, to } = endOf(text, mark.index + whole.length, name)
    parts.push({ inside: text.slice(at, mark.index), isMarked: false })
    parts.push({ inside: text.slice(mark.index + whole.length, from), isMarked: true })
    at = to
    marks.lastIndex = to
  }
  return [...parts, { inside: text.slice(at), isMarked: false }]
}

/** Where an element of this name ends, or `[/md]` without a name; what does not end goes to the end of the text. */
function endOf(text: string, begin: number, name: string | null): { from: number; to: number } {
  const tags = name === null ? /\[\/md\]/gi : new RegExp(`<(/?)${name}\\b[^<>]{0,2000}>`, 'gi')
  tags.lastIndex = begin
  let depth = 1
  for (let tag = tags.exec(text); tag; tag = tags.exec(text)) {
    depth += name !== null && tag[1] === '' ? 1 : -1
    if (depth === 0) return { from: tag.index, to: tags.lastIndex }
  }
  return { from: text.length, to: text.length }
}

/** Addresses of annexes, of the web, and of places that only the other system has. */
function addressesOf(annexOf: (address: string) => string | null, notes: Notes): Addresses {
  const isKept = (address: string) => /^(?:annex:|https?:\/\/|mailto:|#)/i.test(address)
  const missing = (address: string) => notes.leftOut('pictureMissing', {}, address.slice(0, 200))
  return {
    picture(address) {
      const annex = annexOf(address)
      if (annex !== null) return annexLink(annex)
      if (/^(?:annex:|data:image\/(?:png|jpeg|gif|webp);base64,)/i.test(address)) return address
      missing(address)
      // Pictures of other sites are not shown here: they become links.
      return /^(?:[a-z]+:)?\/\//i.test(address) && !address.startsWith('file:') ? null : address
    },
    link(address) {
      const annex = annexOf(address)
      if (annex !== null) return annexLink(annex)
      if (isKept(address)) return address
      if (address.startsWith('//')) return `https:${address}`
      if (address.startsWith('file:') || /^[^:]*\.(?!php|html?|aspx?|jsp|do\b)\w{2,4}$/i.test(address))
        missing(address)
      return null
    },
  }
}

const DATA_PICTURE = /data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=]{20,})/g

/** Pictures within an HTML text as annexes, because they are longer than the text may be. */
const withDataPictures = (text: string, annexes: Annexes): string =>
  text.replace(DATA_PICTURE, (whole, base64: string) => {
    const bytes = Buffer.from(base64, 'base64')
    const type = pictureTypeOf(bytes)
    if (!type) return whole
    const name = `picture-${hashOf(bytes).slice(0, 8)}.${type.slice(type.indexOf('/') + 1)}`
    annexes.add(name, bytes)
    return annexLink(name)
  })

const TAG =
  /<\/?(?:p|div|br|span|table|tr|td|ul|ol|li|img|a|font|b|i|u|strong|em|center|pre|code|h[1-6]|su[bp]|hr|blockquote|section)(?:\s[^<>]{0,2000})?\/?>/i
const BEGINS_AND_ENDS = /^\s*<(?:p|div|span|table|ul|ol|h[1-6]|font|section)\b[\s\S]*>\s*$/i
/** Headings, fences, tables, links and bold text. */
const SIGNS =
  /^ {0,3}(?:#{1,6} |```|~~~)|^[ \t]*\|?[ \t]*:?-{3,}:?[ \t]*\||\[[^\]\n]{0,200}\]\([^)\s]{1,300}\)|\*\*[^*\n]{1,200}\*\*/m

const looksLikeHtml = (text: string): boolean =>
  TAG.test(text) && (BEGINS_AND_ENDS.test(text) || !SIGNS.test(withoutPre(text)))

const withoutPre = (html: string): string =>
  html
    .split(/<pre\b/i)
    .map((piece, at) => (at === 0 ? piece : piece.slice(piece.search(/<\/pre/i))))
    .join('')

/** A title in one line, without tags and entities. */
export const titleOfHtml = (text: string): string =>
  /<\/?[a-z][^<>]{0,500}>|&#?\w{1,20};/i.test(text) ? textOf(withWords(text)) : text.trim()
