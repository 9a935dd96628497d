import { isUtf8 } from 'node:buffer'
import { SaxesParser } from 'saxes'
import { Refusal, type RefusalCode } from '../../core/errors.ts'

/** An element with its attributes, its children in order, and all the text directly in it. */
export type Xml = {
  name: string
  attributes: Record<string, string>
  children: Xml[]
  text: string
  /** Why this part of the document cannot be used, where the rest can. */
  flaw?: RefusalCode
}

const MAX_BYTES = 256 * 1024 * 1024
const PIECE_BYTES = 1024 * 1024
const MAX_DEPTH = 64
const MAX_ELEMENTS = 500_000

/** A document type that only says where its rules lie: a name, perhaps a public and a system identifier, nothing inside. */
const EXTERNAL =
  /^\s*[^\s[\]"'<>]+(?:\s+(?:PUBLIC\s+(?:"[^"]*"|'[^']*')\s+|SYSTEM\s+)(?:"[^"]*"|'[^']*'))?\s*$/
const MAX_DOCTYPE = 1000

/** A document in pieces, so that it need not be there twice. */
function* piecesOf(source: string | Uint8Array): Generator<string> {
  if (typeof source === 'string') {
    yield source
    return
  }
  // Some sites write what they like behind `encoding=`; the bytes say it better.
  const decoder = new TextDecoder(isUtf8(source) ? 'utf-8' : 'gb18030')
  for (let at = 0; at < source.length; at += PIECE_BYTES) {
    yield decoder.decode(source.subarray(at, at + PIECE_BYTES), { stream: true })
  }
  yield decoder.decode()
}

/**
 * Reads an XML document. What could make it more than it shows is refused: entities but the five that XML itself has,
 * and a document type that declares anything. One that only names its rules is passed over; nothing is ever fetched,
 * opened or multiplied. Size, depth and number are bounded. `lenient`: what no XML may hold but test data does is kept,
 * and an unknown entity spoils the child of the root it stands in, not the document.
 */
export function parseXml(source: string | Uint8Array, file: string, { lenient = false } = {}): Xml {
  if (source.length > MAX_BYTES) throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'xmlBytes', max: MAX_BYTES })
  const parser = new SaxesParser()
  const top: Xml = { name: '', attributes: {}, children: [], text: '' }
  const open: Xml[] = [top]
  let elements = 0
  const broken = () => new Refusal('PACKAGE_BROKEN', { file })
  const current = () => {
    const last = open.at(-1)
    if (!last) throw broken()
    return last
  }
  const addText = (piece: string) => {
    current().text += piece
  }

  parser.on('error', (error) => {
    if (lenient && / disallowed character\.$/.test(error.message)) return
    // An entity that nobody declared here, wherever else it may be declared.
    const unknown = / undefined entity\.$/.test(error.message)
    const part = open[2]
    if (lenient && unknown && part) part.flaw = 'PACKAGE_XML_DTD'
    else throw /entity/i.test(error.message) ? new Refusal('PACKAGE_XML_DTD', { file }) : broken()
  })
  parser.on('doctype', (type) => {
    if (type.length > MAX_DOCTYPE || !EXTERNAL.test(type)) throw new Refusal('PACKAGE_XML_DTD', { file })
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++elements > MAX_ELEMENTS || open.length > MAX_DEPTH) {
      throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'xmlElements', max: MAX_ELEMENTS })
    }
    const element: Xml = { name, attributes: { ...attributes }, children: [], text: '' }
    current().children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', addText)
  parser.on('cdata', addText)
  let begun = false
  for (const piece of piecesOf(source)) {
    // Pages that write XML often begin with blank lines, which no XML may.
    const text: string = begun ? piece : piece.replace(/^[\s\uFEFF]+/, '')
    begun ||= text !== ''
    parser.write(text)
  }
  parser.close()

  const [root] = top.children
  if (!root) throw broken()
  return root
}

/** The children of that name. */
export const childrenOf = (element: Xml | undefined, name: string): Xml[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The element a path of names leads to, each time the first of its name. */
export const descend = (element: Xml | undefined, ...names: string[]): Xml | undefined =>
  names.reduce((at, name) => at?.children.find((child) => child.name === name), element)
