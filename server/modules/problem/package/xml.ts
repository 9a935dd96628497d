import { SaxesParser } from 'saxes'
import { Refusal } from '../../../core/errors.ts'

/** An element with its attributes, its children in order, and all the text directly in it. */
export type Xml = {
  name: string
  attributes: Record<string, string>
  children: Xml[]
  text: string
}

const MAX_BYTES = 64 * 1024 * 1024
const MAX_DEPTH = 64
const MAX_ELEMENTS = 500_000

/**
 * Reads an XML document. What could make it more than it shows is refused: a document type, and with it every entity
 * but the five that XML itself has, so nothing is fetched, opened or multiplied. Size, depth and number are bounded.
 */
export function parseXml(text: string, file: string): Xml {
  if (text.length > MAX_BYTES) throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'xmlBytes', max: MAX_BYTES })
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
    // An entity that nobody declared: without a document type there is none to be found.
    throw /entity/i.test(error.message) ? new Refusal('PACKAGE_XML_DTD', { file }) : broken()
  })
  parser.on('doctype', () => {
    throw new Refusal('PACKAGE_XML_DTD', { file })
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
  parser.write(text).close()

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
