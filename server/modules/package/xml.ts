import { isUtf8 } from 'node:buffer'
import { SaxesParser } from 'saxes'
import { Refusal, type RefusalCode } from '../../core/errors.ts'

/** An element with its attributes, its children in order, and its direct text. */
export type Xml = {
  name: string
  attributes: Record<string, string>
  children: Xml[]
  text: string
  /** Why this element cannot be used, while the rest can. */
  flaw?: RefusalCode
}

const MAX_BYTES = 256 * 1024 * 1024
const PIECE_BYTES = 1024 * 1024
const MAX_DEPTH = 64
const MAX_ELEMENTS = 500_000

/** A document type without declarations: a name, optionally with a public and a system identifier. */
const EXTERNAL =
  /^\s*[^\s[\]"'<>]+(?:\s+(?:PUBLIC\s+(?:"[^"]*"|'[^']*')\s+|SYSTEM\s+)(?:"[^"]*"|'[^']*'))?\s*$/
const MAX_DOCTYPE = 1000

/** Splits a document into pieces, so that it is not in memory twice. */
function* piecesOf(source: string | Uint8Array): Generator<string> {
  if (typeof source === 'string') {
    yield source
    return
  }
  yield* decodedPieces(source, new TextDecoder(encodingOf(source)))
}

function* decodedPieces(source: Uint8Array, decoder: TextDecoder): Generator<string> {
  for (let at = 0; at < source.length; at += PIECE_BYTES) {
    yield decoder.decode(source.subarray(at, at + PIECE_BYTES), { stream: true })
  }
  yield decoder.decode()
}

const DECLARED = /^\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/

/**
 * Encoding of a document: UTF-16 by its mark, UTF-8 if valid, else the declared one, else GB18030. Some sites declare a wrong
 * encoding, so the declared one counts only if all bytes are text in it.
 */
function encodingOf(source: Uint8Array): string {
  if (source[0] === 0xff && source[1] === 0xfe) return 'utf-16le'
  if (source[0] === 0xfe && source[1] === 0xff) return 'utf-16be'
  if (isUtf8(source)) return 'utf-8'
  const [, declared] = DECLARED.exec(Buffer.from(source.subarray(0, 400)).toString('latin1')) ?? []
  return declared && isTextIn(declared, source) ? declared : 'gb18030'
}

function isTextIn(encoding: string, source: Uint8Array): boolean {
  // A declaration in single bytes is not in UTF-16.
  if (/^(?:utf-?16|ucs-?2|unicode|iso-10646)/i.test(encoding)) return false
  try {
    for (const _ of decodedPieces(source, new TextDecoder(encoding, { fatal: true })));
    return true
  } catch {
    return false
  }
}

/**
 * Parses an XML document. Refuses entities except the five of XML, and document types with declarations;
 * nothing is fetched, opened or expanded. Size, depth and number of elements are bounded. `lenient`:
 * characters that XML forbids but test data has are kept, and an unknown entity invalidates one child of the
 * root, not the document.
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
    // An entity that is not declared here.
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
    // Some sites emit blank lines before the XML declaration.
    const text: string = begun ? piece : piece.replace(/^[\s\uFEFF]+/, '')
    begun ||= text !== ''
    parser.write(text)
  }
  parser.close()

  const [root] = top.children
  if (!root) throw broken()
  return root
}

/** Children with that name. */
export const childrenOf = (element: Xml | undefined, name: string): Xml[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The element at a path of names, always the first of its name. */
export const descend = (element: Xml | undefined, ...names: string[]): Xml | undefined =>
  names.reduce((at, name) => at?.children.find((child) => child.name === name), element)
