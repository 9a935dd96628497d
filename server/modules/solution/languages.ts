import { findLanguage, LANGUAGES } from '#judge/languages.ts'

/** Language keys by the names of other sites and by file extensions. */
const BY_EXTENSION: Record<string, string> = {
  c: 'c11o2',
  cc: 'cpp17o2',
  cpp: 'cpp17o2',
  cxx: 'cpp17o2',
  'c++': 'cpp17o2',
  C: 'cpp17o2',
  java: 'java',
  kt: 'kotlin',
  py: 'python3',
  py3: 'python3',
  py2: 'python2',
  go: 'go',
  rs: 'rust',
  js: 'node',
  ts: 'typescript',
  cs: 'csharp',
  rb: 'ruby',
  php: 'php',
  pas: 'pascal',
  dpr: 'pascal',
  hs: 'haskell',
}

/** Kattis names of our language families. */
const FAMILY: [RegExp, string][] = [
  [/^c11/, 'c'],
  [/^cpp/, 'cpp'],
  [/^(?:python3|pypy3)/, 'python3'],
  [/^node/, 'javascript'],
]

export const familyOf = (key: string): string => FAMILY.find(([pattern]) => pattern.test(key))?.[1] ?? key

const known = (key: string | undefined): string | null => (key && findLanguage(key) ? key : null)

export const extensionOf = (name: string): string => /\.([^./]+)$/.exec(name)?.[1] ?? ''

/** Language of a file by name; null when the site has none. */
export const languageOfFile = (name: string): string | null => {
  const extension = extensionOf(name)
  return known(BY_EXTENSION[extension] ?? BY_EXTENSION[extension.toLowerCase()])
}

/** Language of a source: both versions of Python share an extension, and the first line tells them apart. */
export function languageOfSource(name: string, source: string): string | null {
  const first = /^#![^\n]{0,200}/.exec(source)?.[0] ?? ''
  if (extensionOf(name) !== 'py' || first === '') return languageOfFile(name)
  if (/pypy3/.test(first)) return known('pypy3') ?? known('python3')
  return /(?:python2|pypy2?(?!\d))\b/.test(first) ? known('python2') : known('python3')
}

/** Extensions of languages that other judges have and this site does not. */
const ELSEWHERE = new Set(
  'scala ml lisp cl pl pro lua m f90 f95 adb ada cob cbl fs vb dart erl ex jl swift d nim scm rkt zig r bas ceylon sml'.split(
    ' ',
  ),
)

/** Whether a file is a source in any language. */
export const isSource = (name: string): boolean => {
  if (ELSEWHERE.has(extensionOf(name))) return true
  const extension = extensionOf(name)
  return (BY_EXTENSION[extension] ?? BY_EXTENSION[extension.toLowerCase()]) !== undefined
}

/** Our languages of a Kattis name. */
export const languagesOfFamily = (word: string): string[] =>
  LANGUAGES.filter(({ key }) => familyOf(key) === word || key === word).map(({ key }) => key)

/** Language of a checker or interactor by file name; few are supported. */
export const checkingLanguageOf = (name: string): string | null => {
  const key = languageOfFile(name)
  return key && findLanguage(key)?.checker ? key : null
}

const STANDARD: [RegExp, string][] = [
  [/\+\+.*(?:23|2b)/, 'cpp23o2'],
  [/\+\+.*(?:20|2a)/, 'cpp20o2'],
  [/\+\+.*(?:11|14|1y|0x)/, 'cpp14o2'],
]

/** Language of a Polygon source type such as `cpp.g++17` or `python.pypy3`. */
export function languageOfPolygon(type: string, path: string): string | null {
  if (type.startsWith('cpp')) {
    return known(STANDARD.find(([pattern]) => pattern.test(type))?.[1]) ?? known('cpp17o2')
  }
  if (/pypy.*3/.test(type)) return known('pypy3')
  if (/^python.*2/.test(type)) return known('python2')
  return languageOfFile(path)
}

/** Extension of a source in a language. */
export const extensionFor = (key: string): string => extensionOf(findLanguage(key)?.source ?? '') || 'txt'

/** Language names of FPS, QDUOJ and others. */
const BY_WORD: Record<string, string> = {
  c: 'c11o2',
  'c++': 'cpp17o2',
  cpp: 'cpp17o2',
  'g++': 'cpp17o2',
  clang: 'c11o2',
  'clang++': 'cpp17o2',
  pascal: 'pascal',
  java: 'java',
  python: 'python3',
  python2: 'python2',
  python3: 'python3',
  go: 'go',
  golang: 'go',
  ruby: 'ruby',
  php: 'php',
  'c#': 'csharp',
  javascript: 'node',
  rust: 'rust',
  kotlin: 'kotlin',
  haskell: 'haskell',
}

/** Language of a common name; null when there is none. */
export const languageOfWord = (word: string): string | null =>
  known(BY_WORD[word.trim().toLowerCase()]) ??
  LANGUAGES.find(({ name }) => name.toLowerCase() === word.trim().toLowerCase())?.key ??
  null

/** Languages of a Hydro id: `cc.cc17o2`, `py.py3`; a bare family means all its versions. */
export function languagesOfHydro(id: string): string[] {
  const [family = '', variant = ''] = id.split('.')
  if (family === 'cc') {
    const level = /(\d\d)/.exec(variant)?.[1]
    const keys = LANGUAGES.filter(({ key }) => key.startsWith('cpp')).map(({ key }) => key)
    if (!level) return keys
    const ofLevel = keys.filter((key) => key.startsWith(`cpp${level}`))
    return ofLevel.filter((key) => key.endsWith('o2') === variant.endsWith('o2'))
  }
  if (family === 'c') return languagesOfFamily('c')
  if (family === 'py') {
    if (/pypy3/.test(variant)) return languagesOfFamily('pypy3').filter((key) => key === 'pypy3')
    if (/2/.test(variant)) return languagesOfFamily('python2')
    return languagesOfFamily('python3')
  }
  const key = languageOfFile(`main.${family}`) ?? languageOfWord(family)
  return key ? [key] : []
}

/** Language of a checker or interactor by its Hydro id, the nearest version of C++; without a known id, by its file name. */
export function checkingLanguageOfHydro(id: string, name: string): string | null {
  const [family = '', variant = ''] = id.split('.')
  const level = /(\d\d)/.exec(variant)?.[1]
  const keys = languagesOfHydro(family === 'cc' && !level ? '' : id)
  const exact = keys.find((key) => findLanguage(key)?.checker)
  if (exact) return exact
  if (family === 'cc' && level) {
    const end = variant.endsWith('o2') ? 'o2' : ''
    return known(`${Number(level) > 90 || Number(level) < 11 ? 'cpp11' : 'cpp23'}${end}`) ?? known('cpp17o2')
  }
  return checkingLanguageOf(name) ?? (family === 'cc' ? known('cpp17o2') : null)
}
