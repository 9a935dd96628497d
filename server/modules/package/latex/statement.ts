import { Refusal } from '../../../core/errors.ts'
import { decodeText } from '../../../shared/decodeText.ts'
import { annexWord } from '../../problem/annex.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { Notes } from '../report.ts'
import { latexToMarkdown } from './latex.ts'

/** Files shown in a statement or attached to it, collected while a package is read. */
export class Annexes {
  readonly #byName = new Map<string, Uint8Array>()

  add(name: string, content: Uint8Array): void {
    if (!this.#byName.has(name)) this.#byName.set(name, content)
  }

  has(name: string): boolean {
    return this.#byName.has(name)
  }

  get list(): { name: string; content: Uint8Array }[] {
    return [...this.#byName].map(([name, content]) => ({ name, content }))
  }
}

/** Link to an annex of the same problem; its number is known only after it is stored. */
export const annexLink = (name: string): string => `annex:${annexWord(name)}`

const PICTURE = /(!?\[[^\]\n]{0,300}\]\()([^)\s]{1,300})((?:\s{1,9}"[^"\n]{0,300}")?\))/g

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const isPdf = (name: string) => /\.pdf$/i.test(name)

/** Files that a picture may be, the best first: by its name with and without ending, a PDF last. */
function picturesCalled(name: string): string[] {
  const bare = isPdf(name) ? name.slice(0, -4) : name
  const others = ['png', 'jpg', 'jpeg', 'svg', 'gif', 'pdf'].map((end) => `${bare}.${end}`)
  return isPdf(name) ? others : [name, ...others]
}

/** Turns pictures of a statement into annexes; missing ones are listed. */
export function withPictures(markdown: string, folder: PackageFiles, annexes: Annexes, notes: Notes): string {
  return markdown.replace(PICTURE, (whole, before: string, target: string, after: string) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(target)) return whole
    const plain = decodeTarget(target).replace(/^\.\//, '')
    const path = picturesCalled(plain).find((one) => folder.has(one))
    const content = path === undefined ? null : folder.bytes(path)
    if (path === undefined || content === null) {
      if (before.startsWith('!')) notes.leftOut('pictureMissing', {}, folder.full(plain))
      return whole
    }
    const name = baseName(path)
    annexes.add(name, content)
    // Browsers show no PDF among words.
    return isPdf(name) && before.startsWith('!')
      ? `[${name}](${annexLink(name)})`
      : before + annexLink(name) + after
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
    .replace(/&#x([1-9A-F][0-9A-F]{1,4});/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replace(/\\([^\w\s])|\\(_)|\\/g, '$1$2')

/** Text of a file with arbitrary bytes. */
export const textOfBytes = (bytes: Uint8Array): string => decodeText(bytes).replaceAll('\u0000', '')
