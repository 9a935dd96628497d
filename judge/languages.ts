/**
 * Every language the site knows: how it is compiled and run, and what a page shows of it. Pure data and
 * pure functions, so that the server reads the same table; which of them a host really has is found out
 * by probe.ts. Adding a language is adding one entry.
 *
 * Memory: the peak that is measured is that of the whole process tree, so a virtual machine counts with
 * its own heap, code cache and threads. `memoryFactor` is the promise made to contestants (twice the
 * stated limit for everything but C and C++); `runtimeMb` is added to what the box enforces, because an
 * empty Java program peaks near 45 MB and an empty Node program near 50 MB and a problem with a limit of
 * 16 MB must still be solvable. Where the runtime can be told its heap limit it is, so that it collects
 * garbage before the box kills it; `outOfMemory` recognises the sentence it dies with.
 */

import { c, cpp } from './languages/gcc.ts'
import type { Language } from './languages/language.ts'
import { csharp, java, kotlin } from './languages/machines.ts'
import { go, haskell, pascal, rust } from './languages/native.ts'
import { scripts } from './languages/package.ts'
import { node, php, python, ruby } from './languages/scripts.ts'
import { typescript } from './languages/typescript.ts'

/** In the order the site offers them. */
export const LANGUAGES: readonly Language[] = [
  c('c11', 'C', ['-std=c11']),
  c('c11o2', 'C With O2', ['-O2', '-std=c11']),
  cpp('cpp14', 'C++', ['-std=c++14']),
  cpp('cpp14o2', 'C++ With O2', ['-O2', '-std=c++14']),
  cpp('cpp11', 'C++ 11', ['-std=c++11']),
  cpp('cpp11o2', 'C++ 11 With O2', ['-O2', '-std=c++11']),
  cpp('cpp17', 'C++ 17', ['-std=c++17']),
  cpp('cpp17o2', 'C++ 17 With O2', ['-O2', '-std=c++17']),
  cpp('cpp20', 'C++ 20', ['-std=c++20']),
  cpp('cpp20o2', 'C++ 20 With O2', ['-O2', '-std=c++20']),
  cpp('cpp23', 'C++ 23', ['-std=c++23']),
  cpp('cpp23o2', 'C++ 23 With O2', ['-O2', '-std=c++23']),
  java,
  kotlin,
  python('python3', 'Python3', 'python3', 'Python'),
  python('pypy3', 'PyPy3', 'pypy3', 'PyPy'),
  python('python2', 'Python2', 'python2', 'Python'),
  go,
  rust,
  node,
  typescript,
  csharp,
  ruby,
  php,
  pascal,
  haskell,
]

/** The key of checking programs that bring their own scripts; nobody submits in it. */
export const SCRIPTS = scripts.key

/** What a host can have: the languages that are offered, and the one that only checking programs are written in. */
export const TOOLCHAINS: readonly Language[] = [...LANGUAGES, scripts]

const byKey = new Map(LANGUAGES.map((language) => [language.key, language]))

/** The language of a key; null when the site does not know it. */
export const findLanguage = (key: string): Language | null => byKey.get(key) ?? null

/** The language of a checker or an interactor; null when none may be written in it. */
export const findCheckingLanguage = (key: string): Language | null =>
  TOOLCHAINS.find((language) => language.key === key && language.checker) ?? null

/** The compile command as a page shows it. */
export const compileCommand = ({ compile }: Language): string =>
  compile.shown ?? compile.argv({ tool: (name) => name, memoryMb: 256, stackMb: 64 }).join(' ')
