/** C and C++, one row for every standard with and without -O2. */

import { TEMPLATES } from '../templates.ts'
import { C } from './crashes.ts'
import { type Language, type Preparation, SLASHES } from './language.ts'

const GCC_VERSION = { args: ['-dumpfullversion'], pattern: /^(\d+(?:\.\d+)*)/ } as const
/** Libraries are searched for what files before them lack. */
const LIBRARIES = ['-lm']
const BAD_ALLOC = /std::bad_alloc/

/** Language row for C; `flags` select the standard and the optimization. */
export const c = (key: string, name: string, flags: string[]): Language => ({
  key,
  name,
  toolchain: 'GCC',
  tools: ['gcc'],
  version: GCC_VERSION,
  source: 'main.c',
  product: 'main',
  compile: {
    argv: ({ tool }) => [
      tool('gcc'),
      '-DONLINE_JUDGE',
      ...flags,
      '-w',
      '-fmax-errors=3',
      'main.c',
      '-o',
      'main',
      '-lm',
    ],
    cpuMs: 5_000,
    wallMs: 15_000,
    memoryMb: 256,
    processes: 16,
  },
  linked: { names: /^grader\.c$/, words: LIBRARIES },
  run: () => ['/w/main'],
  timeFactor: 1,
  memoryFactor: 1,
  runtimeMb: 0,
  runtimeProcesses: 0,
  outOfMemory: null,
  crash: C,
  checker: true,
  contentType: 'text/x-csrc',
  monaco: 'c',
  comment: SLASHES,
  template: TEMPLATES.c,
})

/**
 * Sources that begin with this header, apart from comments: other text before it could change its meaning. A line
 * comment with a backslash (or its trigraph) can continue on the next line, so it does not match as a comment.
 */
const BEGINS_WITH_STDCXX =
  /^(?:\uFEFF)?(?:\s|\/\/[^\n\\?]*\n|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*#[ \t]*include[ \t]*<bits\/stdc\+\+\.h>/

/** Precompiled header; GCC uses it only when it was compiled with exactly the same options. */
const precompiledStdcxx = (flags: readonly string[]): Preparation => ({
  helps: (source) => BEGINS_WITH_STDCXX.test(source),
  files: { 'stdc++.h': '#include <bits/stdc++.h>\n' },
  argv: ({ tool }) => [
    tool('g++'),
    '-DONLINE_JUDGE',
    ...flags,
    '-w',
    '-x',
    'c++-header',
    'stdc++.h',
    '-o',
    'header',
  ],
  product: 'header',
  place: 'bits/stdc++.h.gch',
  cpuMs: 60_000,
  memoryMb: 1536,
  processes: 16,
  use: (folder) => ({ words: [`-I${folder}`], env: {} }),
})

/** Language row for C++. At host start only the first compiles <iostream>: the others differ in flags alone. */
export const cpp = (key: string, name: string, flags: string[]): Language => ({
  ...c(key, name, flags),
  ...(key !== 'cpp14' && { smoke: 'int main() {}\n' }),
  toolchain: 'G++',
  tools: ['g++'],
  source: 'main.cpp',
  compile: {
    argv: ({ tool }) => [
      tool('g++'),
      '-DONLINE_JUDGE',
      ...flags,
      '-w',
      '-fmax-errors=3',
      'main.cpp',
      '-o',
      'main',
      '-lm',
    ],
    cpuMs: 10_000,
    wallMs: 30_000,
    memoryMb: 512,
    processes: 16,
    prepared: precompiledStdcxx(flags),
  },
  linked: { names: /^grader\.(?:cpp|cc|cxx)$/, words: LIBRARIES },
  outOfMemory: BAD_ALLOC,
  contentType: 'text/x-c++src',
  monaco: 'cpp',
  template: TEMPLATES.cpp,
})
