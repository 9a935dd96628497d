/** Vocabulary of latex.ts: Markdown of each command and environment. */

import { MARKS, withoutMarks } from '../../../core/html/emphasis.ts'

/** What a table says of a name in a text; names such as `constructor` are in no table. */
export const entryOf = <T>(table: Record<string, T>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Signs in a row that stand for another one, the longest first. */
export const LIGATURES: [from: string, to: string][] = [
  ['"---', '—'],
  ['---', '—'],
  ['--', '–'],
  ['``', '“'],
  ['`', '‘'],
  ["''", '”'],
  [',,', '„'],
  ['<<', '«'],
  ['>>', '»'],
]

/** Whether a sign begins a list or quote in Markdown, and would be lost: it is the first of its line. */
export const beginsBlock = (text: string, at: number): boolean =>
  /[+>]/.test(text[at] ?? '') && /(?:^|\n)[ \t]{0,99}$/.test(text.slice(Math.max(0, at - 100), at))

/** Markdown around the argument of a command. */
export const WRAPPED: Record<string, [string, string]> = {
  textbf: ['**', '**'],
  bfseries: ['**', '**'],
  itshape: ['*', '*'],
  slshape: ['*', '*'],
  ttfamily: ['`', '`'],
  bf: ['**', '**'],
  textit: ['*', '*'],
  it: ['*', '*'],
  emph: ['*', '*'],
  em: ['*', '*'],
  sl: ['*', '*'],
  textsl: ['*', '*'],
  texttt: ['`', '`'],
  t: ['`', '`'],
  tt: ['`', '`'],
  sout: ['~~', '~~'],
  st: ['~~', '~~'],
  underline: ['', ''],
  uline: ['', ''],
  hbox: ['', ''],
  textmd: ['', ''],
  textup: ['', ''],
  textnormal: ['', ''],
  textsc: ['', ''],
  textrm: ['', ''],
  textsf: ['', ''],
  mbox: ['', ''],
  text: ['', ''],
  section: ['\n\n## ', '\n\n'],
  'section*': ['\n\n## ', '\n\n'],
  subsection: ['\n\n### ', '\n\n'],
  'subsection*': ['\n\n### ', '\n\n'],
  subsubsection: ['\n\n#### ', '\n\n'],
  'subsubsection*': ['\n\n#### ', '\n\n'],
  paragraph: ['\n\n**', '** '],
  caption: ['\n\n*', '*\n\n'],
  heading: ['\n\n## ', '\n\n'],
  footnote: [' (', ')'],
  footnotetext: [' (', ')'],
  enquote: ['“', '”'],
  say: ['“', '”'],
}

/** Commands that change the rest of their group when no brace follows. */
export const SWITCHES = new Set([
  ...['bf', 'it', 'em', 'sl', 'tt', 'bfseries', 'itshape', 'slshape', 'ttfamily'],
])

/** Commands whose last argument is shown alone, with the number of those before it. */
export const LAST_ARGUMENT: Record<string, number> = {
  textcolor: 1,
  hypertarget: 1,
  hyperref: 0,
  colorbox: 1,
  fcolorbox: 2,
  multicolumn: 2,
  multirow: 2,
  fbox: 0,
  framebox: 0,
  makebox: 0,
  makecell: 0,
  shortstack: 0,
  thead: 0,
  parbox: 1,
  raisebox: 1,
  subcaptionbox: 1,
  rotatebox: 1,
  scalebox: 1,
  resizebox: 2,
  centerline: 0,
}

/** Replacement of a command without arguments. */
export const SIGNS: Record<string, string> = {
  ldots: '…',
  dots: '…',
  textellipsis: '…',
  textbackslash: '\\\\',
  textasciitilde: '~',
  textasciicircum: '^',
  textless: '<',
  textgreater: '>',
  textbar: '|',
  textquotesingle: "'",
  textendash: '–',
  textemdash: '—',
  textdegree: '°',
  quad: ' ',
  qquad: ' ',
  newline: '  \n',
  linebreak: '  \n',
  par: '\n\n',
  LaTeX: 'LaTeX',
  TeX: 'TeX',
  hline: '',
  thinspace: ' ',
  No: '№',
  textnumero: '№',
  degree: '°',
  slash: '/',
  textquotedblleft: '“',
  textquotedblright: '”',
  guillemotleft: '«',
  guillemotright: '»',
  S: '§',
  copyright: '©',
  aa: 'å',
  AA: 'Å',
  o: 'ø',
  O: 'Ø',
  ae: 'æ',
  AE: 'Æ',
  ss: 'ß',
  l: 'ł',
  L: 'Ł',
  lq: '‘',
  rq: '’',
  textquoteleft: '‘',
  textquoteright: '’',
  glqq: '„',
  grqq: '“',
  euro: '€',
  texteuro: '€',
  pounds: '£',
  texttimes: '×',
  textmu: 'µ',
  textrightarrow: '→',
  textbullet: '•',
  textregistered: '®',
  texttrademark: '™',
  dag: '†',
  ddag: '‡',
  textdagger: '†',
  i: 'ı',
  j: 'ȷ',
  flqq: '«',
  frqq: '»',
  textquotedbl: '"',
  textcelsius: '℃',
  textperthousand: '‰',
  permil: '‰',
  numero: '№',
  textunderscore: '\\_',
  textdollar: '\\$',
  enspace: ' ',
  enskip: ' ',
  xspace: '',
}

const dropped = (count: number, ...lines: string[]): [string, number][] =>
  lines.flatMap((line) => line.split(' ').map((name): [string, number] => [name, count]))

/** Layout commands that are dropped, with their number of arguments. */
export const SILENT: Record<string, number> = Object.fromEntries([
  ...dropped(
    0,
    'noindent indent centering raggedright smallskip medskip bigskip newpage clearpage pagebreak',
    'tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge maketitle',
    'nextsample remainingsamples displaystyle protect hfill vfill break normalfont rmfamily',
    'sffamily mdseries upshape toprule midrule bottomrule makeatletter makeatother relax null',
    'raggedleft raggedbottom sloppy nopagebreak allowbreak footnotemark smallbreak medbreak',
    'bigbreak columnbreak nobreak nolinebreak hrule',
  ),
  ...dropped(
    1,
    'label vspace vspace* hspace hspace* usepackage documentclass selectlanguage color cline',
    'cmidrule captionsetup phantom hphantom vphantom cite pagestyle thispagestyle enlargethispage',
    'linespread setlist hyphenation graphicspath lstset',
  ),
  ...dropped(2, 'setlength setcounter addtocounter addtolength newcolumntype rule'),
])

/** Statement sections, as Kattis and olymp.sty name them. */
export const SECTIONS: Record<string, string> = {
  Input: 'Input',
  Output: 'Output',
  Interaction: 'Interaction',
  InputFile: 'Input',
  OutputFile: 'Output',
  Example: 'Example',
  Examples: 'Examples',
  Note: 'Hint',
  Notes: 'Hint',
  Scoring: 'Scoring',
}

/** Section commands of olymp.sty. */
export const SECTION_COMMANDS: Record<string, string> = {
  ...SECTIONS,
  InputData: 'Input',
  OutputData: 'Output',
}

export const VERBATIM = new Set(['verbatim', 'lstlisting', 'Verbatim', 'minted'])
/** Environments whose content no reader of a page understands: drawings, which are listed as unknown, and comments. */
export const DROPPED = new Set(['comment', 'tikzpicture', 'pgfpicture', 'pspicture', 'asy', 'filecontents'])
export const TRANSPARENT = new Set([
  'center',
  'document',
  'problem',
  'flushleft',
  'flushright',
  'minipage',
  'figure',
  'wrapfigure',
  'floatingfigure',
  'SCfigure',
  'figure*',
  'subfigure',
  'subtable',
  'wraptable',
  'table*',
  'adjustbox',
  'samepage',
  'subequations',
  'sloppypar',
  'framed',
  'mdframed',
  'tcolorbox',
  'scriptsize',
  'normalsize',
  'large',
  'table',
  'multicols',
  'small',
  'footnotesize',
])

export const ACCENTS: Record<string, string> = {
  "'": '\u0301',
  '`': '\u0300',
  '"': '\u0308',
  '^': '\u0302',
  '~': '\u0303',
  c: '\u0327',
  v: '\u030c',
  u: '\u0306',
  k: '\u0328',
  r: '\u030a',
  H: '\u030b',
  '.': '\u0307',
  '=': '\u0304',
}

/** Puts one empty line between paragraphs, and drops blanks at the ends of lines outside code. */
export function tidy(markdown: string): string {
  const out: string[] = []
  let fence = ''
  let isEmpty = false
  for (const line of markdown.split('\n')) {
    const [mark = ''] = /^`{3,}/.exec(line.trimStart()) ?? []
    if (fence !== '') {
      out.push(line)
      if (line.trim() === fence) fence = ''
    } else {
      fence = mark
      const words = line.trimEnd()
      if (words !== '') out.push(/[^ \t] {2}$/.test(line) ? `${words}  ` : words)
      else if (!isEmpty) out.push('')
    }
    isEmpty = out.at(-1) === '' && fence === ''
  }
  return out.join('\n').trim()
}

/** A block of code, between fences that are longer than those in it. */
export function fenced(lines: string): string {
  const longest = Math.max(2, ...[...lines.matchAll(/`{3,}/g)].map(([marks]) => marks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${lines}\n${fence}`
}

/** A raised or lowered part as a formula. */
export function script(command: string, raw: string): string {
  const words = raw.replaceAll('$', '').trim()
  if (words === '') return ''
  const sign = command === 'textsuperscript' ? '^' : '_'
  return /^(?:[^a-zA-Z]*|[a-zA-Z])$/.test(words) ? `$${sign}{${words}}$` : `$${sign}{\\text{${words}}}$`
}

/** Wraps words in emphasis, which must touch them; `emphasized` writes its signs. */
export function wrapWords(words: string, before: string, after: string): string {
  if (before === '' || before.startsWith('\n') || before === ' (') return before + words.trim() + after
  const core = words.trim()
  const start = words.indexOf(core)
  const [begin, end] = MARKS[before] ?? [before, after]
  return core ? words.slice(0, start) + begin + core + end + words.slice(start + core.length) : words
}

const FORMATS =
  /\\(?:textbf|textit|emph|bf|it|underline|textrm|mbox|text)\s?\{([^{}]{0,1000})\}|\\(?:bf|it|bfseries|itshape|tiny|scriptsize|footnotesize|small|normalsize|large|Large|LARGE|huge|Huge)(?![a-zA-Z])\s?/g

/** Inline code, each of its lines alone. */
export function code(raw: string): string {
  const lines = raw.split(/\\\\(?:\[[^\][]{0,20}\])?\s{1,99}/)
  const written = lines.length === 1 ? lines : lines.filter((line) => line.trim() !== '')
  return written.map(lineOfCode).join('  \n')
}

/** Code in one line, with LaTeX escapes undone; formulas in it stand between pieces of code. */
function lineOfCode(raw: string): string {
  const words = withoutMarks(raw)
    // Ties, before commands that stand for a tilde.
    .replace(/(?<!\\)~/g, ' ')
    .replace(FORMATS, '$1')
    .replace(/\\textcolor\s?\{[^{}]{0,99}\}\s?\{([^{}]{0,1000})\}/g, '$1')
    .replace(/\\([a-zA-Z]{1,30})(?:\{\}|\s)?/g, (whole, name: string) =>
      name === 'textbackslash' ? '\\' : (entryOf(SIGNS, name)?.trim() ?? whole),
    )
    .replace(/\\([~^])\{\}/g, (_, sign: string) => sign)
    // An empty group, which keeps signs from joining.
    .replace(/(?<!\\)\{\}/g, '')
    .replace(/\\([%&#_{}])/g, '$1')
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trimStart()
  const pieces = words.split(/((?<!\\)\$[^$]{1,1000}(?<!\\)\$)/)
  if (pieces.length === 1) return quoted(words.replaceAll('\\$', '$'))
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : codeWithin(piece.replaceAll('\\$', '$')))).join('')
}

const quoted = (words: string) => (words.includes('`') ? `\`\` ${words} \`\`` : `\`${words}\``)

const codeWithin = (words: string): string =>
  words.trim() === ''
    ? words
    : words.replace(/^(\s*)([\s\S]*\S)(\s*)$/, (_, before, inner, after) => before + quoted(inner) + after)
