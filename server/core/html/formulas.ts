import type { Element, ElementContent, RootContent } from 'hast'
import type { Options } from 'rehype-remark'
import { DROPPED, element, flatText, MOST_DEPTH } from './tree.ts'

/** Formulas in the text: `$$$x$$$`, `\(x\)`, `\[x\]`. */
const FORMULAS =
  /(\$\$\$\$\$\$)([^$]{1,600}?)\1|(\$\$\$)([^$]{1,600}?)\3|\\\(([^$]{1,600}?)\\\)|\\\[([^$]{1,600}?)\\\]/g
const DOLLAR_FORMULAS = /\$\$([^$]{1,600}?)\$\$|(?<![\\$])\$(?!\s)([^$\n]{1,500}?)(?<!\s)\$(?!\d)/g

type Formula = { tex: string; isDisplay: boolean }

/** Formulas travel through the tree as `<code>` with these classes, which rehype-remark is told of below. */
export const formula = ({ tex, isDisplay }: Formula): Element =>
  element('code', [{ type: 'text', value: tex }], { className: [isDisplay ? 'math-display' : 'math-inline'] })

const TEX_SIGNS = /[\\{}_^#%&$]/g

/** What `<var>`, `<sub>` and `<sup>` hold, as TeX. */
const texOf = (nodes: readonly (RootContent | ElementContent)[], depth = 0): string =>
  nodes
    .map((node) => {
      if (node.type === 'text')
        return node.value.replace(TEX_SIGNS, (sign) => (sign === '\\' ? '\\backslash ' : `\\${sign}`))
      if (node.type !== 'element' || DROPPED.has(node.tagName) || depth > MOST_DEPTH) return ''
      const inner = texOf(node.children, depth + 1)
      if (node.tagName === 'sub') return `_{${inner}}`
      if (node.tagName === 'sup') return `^{${inner}}`
      return inner
    })
    .join('')
    .replace(/\s+/g, ' ')

/** `<var>` holds TeX on some banks and plain names on others. */
export function mathOf(node: Element): ElementContent[] {
  const plain = flatText(node).replaceAll('$', '').trim()
  const hasScripts = node.children.some((child) => child.type === 'element')
  const tex = hasScripts ? texOf(node.children).trim() : plain.replace(/\s+/g, ' ')
  return tex ? [formula({ tex, isDisplay: false })] : []
}

/**
 * A raised or lowered part as a formula where it follows a word; within a formula, it is added to that one. Returns
 * null where it stays plain. `last`: the node before it.
 */
export function scriptOf(node: Element, last: ElementContent | undefined): ElementContent[] | null {
  const tex = texOf(node.children).trim()
  if (!tex) return []
  const sign = node.tagName === 'sup' ? '^' : '_'
  if (last && isFormula(last)) {
    const [text] = last.children
    if (text?.type === 'text') text.value += `${sign}{${tex}}`
    return []
  }
  const followsWord = last && /[\p{L}\p{N})\]}]$/u.test(last.type === 'text' ? last.value : flatText(last))
  return followsWord ? [formula({ tex: `${sign}{${tex}}`, isDisplay: false })] : null
}

/** The formula that a page of KaTeX or MathJax drew here; null when the element is something else. */
export function drawnFormula(node: Element): ElementContent[] | null {
  const classes = classesOf(node)
  if (node.tagName === 'script') {
    const type = String(node.properties.type ?? '')
    if (!type.startsWith('math/tex')) return null
    return asFormula(flatText(node, { isRaw: true }), type.includes('mode=display'))
  }
  const isDrawn = node.tagName === 'math' || classes.some((name) => /^(?:katex|katex-display)$/.test(name))
  if (!isDrawn) return null
  const tex = annotationIn(node)
  const isDisplay = classes.includes('katex-display') || node.properties.display === 'block'
  return tex === null ? withoutTags(node, isDisplay) : asFormula(tex, isDisplay)
}

/** Signs that KaTeX writes beside the visible ones. */
const UNSEEN = /[\s\u00a0\u200b\u2061-\u2064]/
const seen = (text: string): string[] => [...text].filter((sign) => !UNSEEN.test(sign))

/**
 * A formula of KaTeX whose MathML an editor has stripped of its tags: its text stands there, then its TeX, then its text
 * again as it is drawn. Without TeX, what was drawn stays as text. Null for anything else.
 */
function withoutTags(node: Element, isDisplay: boolean): ElementContent[] | null {
  const [mathml, drawn] = ['katex-mathml', 'katex-html'].map((name) => withClass(node, name))
  if (!mathml || !drawn) return null
  const shown = seen(flatText(drawn, { isRaw: true }))
  const both = [...flatText(mathml, { isRaw: true })]
  let end = 0
  for (let count = 0; count < shown.length && end < both.length; end++)
    if (!UNSEEN.test(both[end] ?? '')) count++
  const alike = seen(both.slice(0, end).join('')).sort().join('') === [...shown].sort().join('')
  const tex = alike
    ? both
        .slice(end)
        .join('')
        .replace(/[\u200b\u2061-\u2064]/g, '')
        .trim()
    : ''
  return tex ? asFormula(tex, isDisplay) : [{ type: 'text', value: flatText(drawn).trim() }]
}

/** The first element with a class, depth first. */
function withClass(node: Element, name: string): Element | null {
  const stack: ElementContent[] = [node]
  for (let one = stack.pop(); one; one = stack.pop()) {
    if (one.type !== 'element') continue
    if (classesOf(one).includes(name)) return one
    stack.push(...[...one.children].reverse())
  }
  return null
}

const asFormula = (tex: string, isDisplay: boolean): ElementContent[] => {
  const line = tex.trim().replace(/\s+/g, ' ')
  return line ? [formula({ tex: line, isDisplay })] : []
}

/** What MathJax 2 drew beside the script that holds the formula. */
export const isMathJaxDrawing = (node: Element): boolean =>
  classesOf(node).some((name) => /^(?:MathJax|MJX|mjx-)/.test(name))

const classesOf = ({ properties: { className } }: Element): string[] =>
  Array.isArray(className) ? className.map(String) : []

/** TeX within MathML. */
function annotationIn(node: Element): string | null {
  const stack: ElementContent[] = [node]
  for (let one = stack.pop(); one; one = stack.pop()) {
    if (one.type !== 'element') continue
    const { tagName, properties } = one
    if (tagName === 'annotation' && properties.encoding === 'application/x-tex')
      return flatText(one, { isRaw: true })
    stack.push(...one.children)
  }
  return null
}

export const isFormula = (node: ElementContent): node is Element & { tagName: 'code' } =>
  node.type === 'element' && node.tagName === 'code' && Array.isArray(node.properties.className)

/** Text, and the formulas in it as nodes. */
export function textWithFormulas(text: string, hasDollarMath: boolean): ElementContent[] {
  const plain = (part: string): ElementContent[] => (part ? [{ type: 'text', value: part }] : [])
  const split = (
    part: string,
    pattern: RegExp,
    next: (rest: string) => ElementContent[],
  ): ElementContent[] => {
    const found: ElementContent[] = []
    let end = 0
    for (const match of part.matchAll(pattern)) {
      found.push(...next(part.slice(end, match.index)))
      const tex =
        (pattern === FORMULAS ? (match[2] ?? match[4] ?? match[5] ?? match[6]) : (match[1] ?? match[2])) ?? ''
      const isDisplay = pattern === FORMULAS ? Boolean(match[2] ?? match[6]) : match[1] !== undefined
      found.push(...(tex.trim() ? [formula({ tex: tex.trim().replace(/\s+/g, ' '), isDisplay })] : []))
      end = match.index + match[0].length
    }
    return [...found, ...next(part.slice(end))]
  }
  return split(text, FORMULAS, (rest) => (hasDollarMath ? split(rest, DOLLAR_FORMULAS, plain) : plain(rest)))
}

/** Formulas out of the `<code>` that `formula` made. */
export const HANDLERS: NonNullable<Options['handlers']> = {
  code(state, node: Element) {
    const value = flatText(node)
    const names = node.properties.className
    const name = Array.isArray(names) ? names[0] : null
    // Display formulas stay in their line, as `$$x$$`, which our pages draw as a block.
    if (name === 'math-display' || name === 'math-inline') {
      const result = {
        type: 'inlineMath' as const,
        value: name === 'math-display' ? `${DISPLAY}${value}` : value,
      }
      state.patch(node, result)
      return result
    }
    const result = { type: 'inlineCode' as const, value }
    state.patch(node, result)
    return result
  },
}

export const DISPLAY = '\uE010'
