/** Vocabulary of latex.ts: Markdown of each command and environment. */

/** Markdown around the argument of a command. */
export const WRAPPED: Record<string, [string, string]> = {
  textbf: ['**', '**'],
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
  underline: ['', ''],
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
  paragraph: ['\n\n**', '** '],
  caption: ['\n\n*', '*\n\n'],
  heading: ['\n\n## ', '\n\n'],
  footnote: [' (', ')'],
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
  S: '§',
  copyright: '©',
  aa: 'å',
  AA: 'Å',
  o: 'ø',
  O: 'Ø',
  ae: 'æ',
  AE: 'Æ',
  ss: 'ß',
}

/** Layout commands that are dropped, with their number of arguments. */
export const SILENT: Record<string, number> = {
  noindent: 0,
  indent: 0,
  centering: 0,
  raggedright: 0,
  smallskip: 0,
  medskip: 0,
  bigskip: 0,
  newpage: 0,
  clearpage: 0,
  pagebreak: 0,
  tiny: 0,
  scriptsize: 0,
  footnotesize: 0,
  small: 0,
  normalsize: 0,
  large: 0,
  Large: 0,
  LARGE: 0,
  huge: 0,
  Huge: 0,
  maketitle: 0,
  nextsample: 0,
  remainingsamples: 0,
  displaystyle: 0,
  label: 1,
  vspace: 1,
  'vspace*': 1,
  hspace: 1,
  'hspace*': 1,
  usepackage: 1,
  documentclass: 1,
  setlength: 2,
  selectlanguage: 1,
  protect: 0,
}

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

export const MATH = new Set([
  'equation',
  'equation*',
  'align',
  'align*',
  'displaymath',
  'gather',
  'gather*',
  'eqnarray',
])
export const VERBATIM = new Set(['verbatim', 'lstlisting', 'Verbatim', 'minted'])
export const TRANSPARENT = new Set([
  'center',
  'document',
  'problem',
  'flushleft',
  'flushright',
  'minipage',
  'figure',
  'wrapfigure',
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
}

/** Puts one empty line between paragraphs, and drops the source's indentation outside code. */
export function tidy(markdown: string): string {
  const parts = markdown.split(/(\n```[\s\S]*?\n```)/)
  return parts
    .map((part) =>
      part.startsWith('\n```')
        ? part
        : part.replace(/[ \t]{1,99}\n/g, (end) => (end === '  \n' ? end : '\n')).replace(/\n{3,}/g, '\n\n'),
    )
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Wraps words in emphasis marks, which must touch them. */
export function wrapWords(words: string, before: string, after: string): string {
  if (before === '' || before.startsWith('\n') || before === ' (') return before + words.trim() + after
  const core = words.trim()
  const start = words.indexOf(core)
  return core ? words.slice(0, start) + before + core + after + words.slice(start + core.length) : words
}

/** Inline code, with LaTeX escapes undone. */
export function code(raw: string): string {
  const words = raw
    .replace(/\\textbackslash(?:\{\}|\s)?/g, '\\')
    .replace(/\\([%&#_{}$])/g, '$1')
    .replace(/~/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
  if (/\$[^$]+\$/.test(words)) return words
  return words.includes('`') ? `\`\` ${words} \`\`` : `\`${words}\``
}
