import { Refusal } from '../../../core/errors.ts'
import { decodeText, type PackageFiles } from '../../testset/files.ts'
import type { Notes } from '../report.ts'
import { latexToMarkdown } from './latex.ts'

/** Files shown in a statement or attached to it, collected while a package is read. */
export class Annexes {
  readonly #byName = new Map<string, Uint8Array>()

  add(name: string, content: Uint8Array): void {
    if (!this.#byName.has(name)) this.#byName.set(name, content)
  }

  get list(): { name: string; content: Uint8Array }[] {
    return [...this.#byName].map(([name, content]) => ({ name, content }))
  }
}

/** Link to an annex of the same problem; its number is known only after it is stored. */
export const annexLink = (name: string): string => `annex:${encodeURIComponent(name)}`

const PICTURE = /(!?\[[^\]\n]{0,300}\]\()([^)\s]{1,300})((?:\s{1,9}"[^"\n]{0,300}")?\))/g

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Turns pictures of a statement into annexes; missing ones are listed. */
export function withPictures(markdown: string, folder: PackageFiles, annexes: Annexes, notes: Notes): string {
  return markdown.replace(PICTURE, (whole, before: string, target: string, after: string) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(target)) return whole
    const plain = decodeTarget(target).replace(/^\.\//, '')
    const path = [plain, ...['png', 'jpg', 'jpeg', 'svg', 'gif', 'pdf'].map((end) => `${plain}.${end}`)].find(
      (one) => folder.has(one),
    )
    const content = path === undefined ? null : folder.bytes(path)
    if (path === undefined || content === null) {
      if (before.startsWith('!')) notes.leftOut('pictureMissing', {}, folder.full(plain))
      return whole
    }
    annexes.add(baseName(path), content)
    return before + annexLink(baseName(path)) + after
  })
}

function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

const MAX_STATEMENT = 400_000

/** A statement; refuses one that is too long. */
export function boundText(text: string): string {
  if (text.length > MAX_STATEMENT) {
    throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'statementLength', max: MAX_STATEMENT })
  }
  return text
}

/** Converts LaTeX, and notes what was not converted. */
export function fromLatex(
  text: string,
  file: string,
  notes: Notes,
  constants: Record<string, string> = {},
): { markdown: string; title: string | null } {
  const { markdown, title, unknown } = latexToMarkdown(boundText(text), constants)
  notes.converted('latex', {}, file)
  if (unknown.length > 0) notes.leftOut('latexUnknown', { commands: unknown.slice(0, 20).join(' ') }, file)
  return { markdown, title }
}

/** A title from Markdown as plain text, without escapes and formatting; formulas stay. */
export const plainTitle = (markdown: string): string =>
  markdown
    .split(/(\$[^$\n]{1,200}\$)/)
    .map((piece, at) => (at % 2 === 1 ? piece : withoutMarkup(piece)))
    .join('')
    .replace(/\s{1,99}/g, ' ')
    .trim()

const withoutMarkup = (text: string) =>
  text
    .replace(/`\\[A-Za-z@]{1,40}\*?(?:\{([^{}`]{0,200})\})?`/g, '$1')
    .replace(/(?<!\\)(?:\*{1,2}|`)/g, '')
    .replace(/\\([^\w\s])|\\(_)|\\/g, '$1$2')

const ENTITIES: Record<string, string> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  le: '≤',
  ge: '≥',
  ne: '≠',
  times: '×',
  middot: '·',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
}

const entity = (whole: string, name: string): string => {
  const number = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
  if (!number) return ENTITIES[name] ?? whole
  const point = number[1] ? Number.parseInt(number[1], 16) : Number(number[2])
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
}

/** Tags that are layout only, and tags whose content must be dropped. */
const DROPPED = /<(script|style|iframe|object|embed)\b[\s\S]*?(?:<\/\1\s{0,9}>|$)/gi

const TAGS: [RegExp, string][] = [
  [/<br\s{0,9}\/?>/gi, '  \n'],
  [/<hr\s{0,9}\/?>/gi, '\n\n---\n\n'],
  [
    /<\/(?:p|div|table|ul|ol|blockquote|center)>|<(?:p|div|blockquote|center|ul|ol)(?:\s[^>]{0,500})?>/gi,
    '\n\n',
  ],
  [/<h[1-6](?:\s[^>]{0,500})?>/gi, '\n\n### '],
  [/<\/h[1-6]>/gi, '\n\n'],
  [/<\/?(?:b|strong)(?:\s[^>]{0,500})?>/gi, '**'],
  [/<\/?(?:i|em)(?:\s[^>]{0,500})?>/gi, '*'],
  [/<\/?(?:code|tt|kbd)(?:\s[^>]{0,500})?>/gi, '`'],
  [/<li(?:\s[^>]{0,500})?>/gi, '\n- '],
  [/<\/(?:tr|li)>/gi, '\n'],
  [/<\/t[dh]>/gi, ' '],
  [
    /<\/?(?:span|font|u|small|big|a|tbody|thead|tr|td|th|table|section|article|sup|sub|pre|img|label|body|html|head|meta|link|input|button|form|svg|path|math|details|summary|video|audio|source)\b[^>]{0,500}>/gi,
    '',
  ],
]

/** Delimiter of placeholders for extracted parts; a private-use character that no statement has. */
const MARK = '\ue000'

/** Converts statements from HTML editors to Markdown; Markdown is unchanged. */
export function fromHtml(html: string): string {
  boundText(html)
  if (!/<[a-z/!][^>]{0,500}>|&#?\w+;/i.test(html)) return html.trim()
  const kept: string[] = []
  const keep = (text: string) => `${MARK}${kept.push(text) - 1}${MARK}`
  let text = html
    .replace(DROPPED, '')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<pre(?:\s[^>]{0,500})?>([\s\S]*?)(?:<\/pre>|$)/gi, (_, inner: string) => {
      const plain = inner
        .replace(/<br\s{0,9}\/?>/gi, '\n')
        .replace(/<[^>]{0,500}>/g, '')
        .replace(/&(#?\w+);/g, entity)
      return keep(`\n\n\`\`\`\n${plain.replace(/^\n/, '').trimEnd()}\n\`\`\`\n\n`)
    })
    .replace(
      /<img\b[^>]{0,500}?\bsrc\s{0,9}=\s{0,9}(?:"([^"]{0,300})"|'([^']{0,300})'|([^\s>]{1,300}))[^>]{0,500}>/gi,
      (_, a, b, c) => keep(`![](${(a ?? b ?? c ?? '').replace(/\s/g, '%20')})`),
    )
    .replace(
      /<a\b[^>]{0,500}?\bhref\s{0,9}=\s{0,9}(?:"([^"]{0,300})"|'([^']{0,300})')[^>]{0,500}>([\s\S]{0,500}?)<\/a>/gi,
      (_, a, b, words) => `[${words}](${(a ?? b ?? '').replace(/\s/g, '%20')})`,
    )
    .replace(/<sup(?:\s[^>]{0,500})?>([^<]{0,300})<\/sup>/gi, '^$1')
    .replace(/<sub(?:\s[^>]{0,500})?>([^<]{0,300})<\/sub>/gi, '_$1')
  for (const [pattern, becomes] of TAGS) text = text.replace(pattern, becomes)
  return text
    .replace(/&(#?\w+);/g, entity)
    .replace(/[ \t]{1,99}\n/g, (end) => (end === '  \n' ? end : '\n'))
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\ue000(\d+)\ue000/g, (_, at: string) => kept[Number(at)] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Text of a file with arbitrary bytes. */
export const textOfBytes = (bytes: Uint8Array): string => decodeText(bytes).replaceAll('\u0000', '')
