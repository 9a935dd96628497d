import type { BankLanguage } from '../bank.ts'

/** What the API wants to know of code besides the code. */
export type CompileOptions = { language: string; compileAndRunOptions: Record<string, string> }

type Row = BankLanguage & CompileOptions

const gnu = (language: 'c' | 'cpp', compiler: 'gcc' | 'clang', year: number, level: 0 | 2): Row => {
  const isCpp = language === 'cpp'
  const program = isCpp ? { gcc: 'g++', clang: 'clang++' }[compiler] : compiler
  return {
    id: `${language}-${compiler}-${year}-O${level}`,
    name: `${isCpp ? 'C++' : 'C'} ${year}${level ? ` O${level}` : ''} (${program})`,
    contentType: isCpp ? 'text/x-c++src' : 'text/x-csrc',
    language,
    compileAndRunOptions: {
      compiler: program,
      std: `${isCpp ? 'c++' : 'c'}${year}`,
      O: String(level),
      m: '64',
    },
  }
}

/** A language with a version as its only choice: `python-3.10`. */
const versioned = (language: string, version: string, name: string, contentType: string): Row => ({
  id: `${language}-${version}`,
  name,
  contentType,
  language,
  compileAndRunOptions: { version },
})

const rust = (version: string): Row => ({
  ...versioned('rust', version, `Rust ${version}`, 'text/x-rustsrc'),
  compileAndRunOptions: { version, optimize: '0' },
})

const ROWS: readonly Row[] = [
  gnu('cpp', 'gcc', 17, 2),
  gnu('cpp', 'gcc', 11, 2),
  gnu('cpp', 'clang', 17, 2),
  gnu('cpp', 'clang', 11, 2),
  gnu('cpp', 'gcc', 17, 0),
  gnu('cpp', 'gcc', 11, 0),
  gnu('cpp', 'clang', 17, 0),
  gnu('cpp', 'clang', 11, 0),
  gnu('c', 'gcc', 17, 0),
  gnu('c', 'gcc', 11, 0),
  gnu('c', 'clang', 17, 0),
  gnu('c', 'clang', 11, 0),
  { id: 'java', name: 'Java', contentType: 'text/x-java', language: 'java', compileAndRunOptions: {} },
  {
    ...versioned('kotlin', '1.8', 'Kotlin 1.8 (JVM)', 'text/x-kotlin'),
    compileAndRunOptions: { version: '1.8', platform: 'jvm' },
  },
  {
    id: 'pascal',
    name: 'Pascal',
    contentType: 'text/x-pascal',
    language: 'pascal',
    compileAndRunOptions: { optimize: '-' },
  },
  versioned('python', '3.10', 'Python 3.10', 'text/x-python'),
  versioned('python', '3.9', 'Python 3.9', 'text/x-python'),
  versioned('python', '2.7', 'Python 2.7', 'text/x-python'),
  rust('2021'),
  rust('2018'),
  rust('2015'),
  versioned('go', '1.x', 'Go 1.x', 'text/x-go'),
  versioned('csharp', '9', 'C# 9', 'text/x-csharp'),
  versioned('csharp', '7.3', 'C# 7.3', 'text/x-csharp'),
]

export const LANGUAGES: readonly BankLanguage[] = ROWS.map(({ id, name, contentType }) => ({
  id,
  name,
  contentType,
}))

/** Null: no language has the id. */
export const compileOptionsOf = (id: string): CompileOptions | null => {
  const row = ROWS.find((row) => row.id === id)
  return row ? { language: row.language, compileAndRunOptions: row.compileAndRunOptions } : null
}
