/** Parts of a LaTeX source that are chosen or numbered before it is converted. */

/** The text with one branch of each `\ifplastex` (true: it becomes a web page), `\iffalse` and `\iftrue`. */
export function chooseBranches(text: string): string {
  if (!/\\if(?:plastex|false|true)(?![a-zA-Z])/.test(text)) return text
  let out = ''
  let at = 0
  /** Open conditions: whether the current branch is kept; null: the condition stays in the text. */
  const open: (boolean | null)[] = []
  let dropped = 0
  for (const { 0: whole, 1: name = '', index } of text.matchAll(/\\(if[a-zA-Z]*|else|fi)(?![a-zA-Z])\s?/g)) {
    if (name === 'iff') continue
    if (dropped === 0) out += text.slice(at, index)
    at = index + whole.length
    const known = { ifplastex: true, iftrue: true, iffalse: false }[name] ?? null
    const inner = open.at(-1) ?? null
    if ((name.startsWith('if') ? known : inner) === null && dropped === 0) out += whole
    if (name.startsWith('if')) open.push(known)
    else {
      open.pop()
      if (name === 'else') open.push(inner === null ? null : !inner)
      if (inner === false) dropped--
    }
    if (name !== 'fi' && open.at(-1) === false) dropped++
  }
  return dropped === 0 ? out + text.slice(at) : out
}

/** What stands between the beginning and the end of a whole document; a text without them stays as it is. */
export function bodyOf(text: string): string {
  const [begin, end] = ['\\begin{document}', '\\end{document}']
  const from = text.indexOf(begin)
  if (from < 0) return text
  const to = text.indexOf(end, from)
  return text.slice(from + begin.length, to < 0 ? undefined : to)
}

const FLOATS: Readonly<Record<string, 'Figure' | 'Table'>> = {
  figure: 'Figure',
  'figure*': 'Figure',
  wrapfigure: 'Figure',
  floatingfigure: 'Figure',
  SCfigure: 'Figure',
  table: 'Table',
  'table*': 'Table',
  wraptable: 'Table',
}

const REFERENCE = /(~?)\\(ref|autoref|cref|Cref|vref)\*?\s?\{([^{}]{1,100})\}/g

/** Numbers figures and tables in their captions when the text refers to one of them, and puts the numbers there. */
export function numberFloats(text: string): string {
  if (!/\\(?:auto|c|C|v)?ref\*?\s?\{/.test(text)) return text
  const numbers = new Map<string, { kind: 'Figure' | 'Table'; number: number }>()
  const counts = { Figure: 0, Table: 0 }
  let out = ''
  let at = 0
  let done = 0
  for (const { 0: begin, 1: name = '', index } of text.matchAll(/\\begin\{([a-zA-Z]+\*?)\}/g)) {
    const kind = Object.hasOwn(FLOATS, name) ? FLOATS[name] : undefined
    if (!kind || index < done) continue
    const end = text.indexOf(`\\end{${name}}`, index)
    if (end < 0) break
    done = end
    const inside = text.slice(index + begin.length, end)
    const labels = [...inside.matchAll(/\\label\s?\{([^{}]{1,100})\}/g)].map(([, label = '']) => label)
    if (!/\\caption\*?(?![a-zA-Z])/.test(inside)) continue
    const number = ++counts[kind]
    for (const label of labels) numbers.set(label, { kind, number })
    out += text.slice(at, index + begin.length)
    out += inside.replace(/\\caption\s?(\[[^\]]{0,300}\])?\s?\{/, `\\caption{${kind} ${number}: `)
    at = end
  }
  if (numbers.size === 0) return text
  return (out + text.slice(at)).replace(REFERENCE, (whole, tie: string, command: string, label: string) => {
    const found = numbers.get(label)
    if (!found) return whole
    const isNamed = command === 'autoref' || command === 'cref' || command === 'Cref'
    return `${tie}${isNamed ? `${found.kind}~` : ''}${found.number}`
  })
}
