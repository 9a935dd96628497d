/** Languages that are compiled to native programs. */

import { TEMPLATES } from '../templates.ts'
import { GO, HASKELL, PASCAL, RUST } from './crashes.ts'
import { type Language, MANAGED, type Preparation, SLASHES } from './language.ts'

/**
 * Build cache of the Go standard library. Since Go 1.20 the library comes as source and would be compiled with
 * every program. The cache can be read-only: what it lacks is compiled in the box and discarded.
 */
const GO_PACKAGES: Preparation = {
  helps: (_, version) => /\b1\.(?:[2-9]\d|\d{3,})/.test(version),
  files: {},
  argv: ({ tool }) => ['/bin/sh', '-c', `${tool('go')} build std && tar -cf cache.tar -C .cache .`],
  product: 'cache.tar',
  place: 'cache.tar',
  unpack: true,
  cpuMs: 300_000,
  memoryMb: 2048,
  processes: 128,
  use: (folder) => ({ words: [], env: { GOCACHE: folder } }),
}

export const go: Language = {
  ...MANAGED,
  key: 'go',
  name: 'Golang',
  toolchain: 'Golang',
  tools: ['go'],
  version: { args: ['version'], pattern: /go(\d+(?:\.\d+)*)/ },
  source: 'main.go',
  product: 'main',
  compile: {
    // The pattern *.go includes the extra files of the problem.
    argv: ({ tool }) => ['/bin/sh', '-c', `exec ${tool('go')} build -o main *.go`],
    shown: 'go build -o main main.go',
    env: {
      GOCACHE: '/w/.cache',
      GOPATH: '/w/go',
      GO111MODULE: 'off',
      CGO_ENABLED: '0',
      GOTOOLCHAIN: 'local',
      GOTELEMETRY: 'off',
    },
    // The first program of a host may also have to compile the standard library.
    cpuMs: 60_000,
    wallMs: 90_000,
    memoryMb: 1024,
    processes: 128,
    prepared: GO_PACKAGES,
  },
  run: () => ['/w/main'],
  runEnv: { GODEBUG: 'madvdontneed=1' },
  runtimeMb: 16,
  runtimeProcesses: 32,
  outOfMemory: /runtime: (?:out of memory|cannot allocate memory)/,
  crash: GO,
  contentType: 'text/x-go',
  monaco: 'go',
  comment: SLASHES,
  template: TEMPLATES.go,
}

export const rust: Language = {
  ...MANAGED,
  key: 'rust',
  name: 'Rust',
  toolchain: 'Rust',
  tools: ['rustc', 'gcc'],
  version: { args: ['--version'], pattern: /rustc (\d+(?:\.\d+)*)/ },
  home: ['--print', 'sysroot'],
  source: 'main.rs',
  product: 'main',
  compile: {
    argv: ({ tool }) => [
      tool('rustc'),
      '-O',
      '-Awarnings',
      '--edition=2021',
      '--cfg',
      'online_judge',
      '-C',
      `linker=${tool('gcc')}`,
      '-o',
      'main',
      'main.rs',
    ],
    cpuMs: 10_000,
    wallMs: 30_000,
    memoryMb: 768,
    processes: 64,
    shown: 'rustc -O --edition=2021 -o main main.rs',
  },
  run: () => ['/w/main'],
  runtimeMb: 4,
  runtimeProcesses: 0,
  outOfMemory: /memory allocation of \d+ bytes failed/,
  crash: RUST,
  contentType: 'text/x-rustsrc',
  monaco: 'rust',
  comment: SLASHES,
  template: TEMPLATES.rust,
}

export const pascal: Language = {
  ...MANAGED,
  key: 'pascal',
  name: 'Pascal',
  toolchain: 'Free Pascal',
  tools: ['fpc'],
  version: { args: ['-iV'], pattern: /^(\d+(?:\.\d+)*)/ },
  roots: ['/etc/alternatives'],
  source: 'main.pas',
  product: 'main',
  compile: {
    // The option -n ignores the system's configuration file, which is in /etc.
    argv: ({ tool }) => [
      tool('fpc'),
      '-n',
      '-Fu/usr/lib/x86_64-linux-gnu/fpc/$fpcversion/units/$fpctarget/*',
      '-dONLINE_JUDGE',
      '-O2',
      '-Xs',
      '-v0e',
      '-omain',
      'main.pas',
    ],
    cpuMs: 10_000,
    wallMs: 30_000,
    // Generic collections need more compiler memory than anything else.
    memoryMb: 512,
    processes: 16,
    shown: 'fpc -dONLINE_JUDGE -O2 -omain main.pas',
  },
  run: () => ['/w/main'],
  runtimeMb: 0,
  runtimeProcesses: 0,
  outOfMemory: /Runtime error 203/,
  crash: PASCAL,
  contentType: 'text/x-pascal',
  monaco: 'pascal',
  comment: { line: '//', block: ['{', '}'] },
  template: TEMPLATES.pascal,
}

export const haskell: Language = {
  ...MANAGED,
  key: 'haskell',
  name: 'Haskell',
  toolchain: 'GHC',
  tools: ['ghc'],
  version: { args: ['--numeric-version'], pattern: /^(\d+(?:\.\d+)*)/ },
  roots: ['/var/lib/ghc', '/etc/alternatives'],
  source: 'main.hs',
  product: 'main',
  compile: {
    argv: ({ tool }) => [tool('ghc'), '-O2', '-DONLINE_JUDGE', '-v0', '-o', 'main', 'main.hs'],
    cpuMs: 20_000,
    wallMs: 60_000,
    memoryMb: 1024,
    processes: 64,
  },
  run: () => ['/w/main'],
  runtimeMb: 8,
  runtimeProcesses: 8,
  outOfMemory: /heap overflow|out of memory/,
  crash: HASKELL,
  contentType: 'text/x-haskell',
  monaco: 'haskell',
  comment: { line: '--', block: ['{-', '-}'] },
  template: TEMPLATES.haskell,
}
