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

import { TEMPLATES } from './templates.ts'

/** What a command line may depend on. */
export type Toolbox = {
  /** Path inside the box of a tool named in `tools`. */
  tool: (name: string) => string
  /** Memory of the program in MiB, after the factor. */
  memoryMb: number
  stackMb: number
}

export type CompileStep = {
  argv: (box: Toolbox) => string[]
  env?: Record<string, string>
  cpuMs: number
  wallMs: number
  memoryMb: number
  processes: number
  /** Shown on the introduction page instead of argv where argv would not help a reader. */
  shown?: string
}

export type Language = {
  /** Stable: stored in submissions and problems. */
  key: string
  name: string
  /** The toolchain's name, shown before its version. */
  toolchain: string
  /** Programs that must be found on a host; the first one is asked for the version. */
  tools: readonly string[]
  /** Arguments that make the first tool print its version, and where in the text it stands. */
  version: { args: readonly string[]; pattern: RegExp }
  /** Arguments that make the first tool print the root of its installation (it may be a launcher outside /usr). */
  home?: readonly string[]
  /** Directories outside /usr the toolchain reads, bound when they exist. */
  roots?: readonly string[]
  /** Needs more of /proc than a plain program (virtual machines read their own maps). */
  fullProc?: boolean
  source: string
  /** What the compiler leaves and the run needs; equal to `source` when nothing is compiled. */
  product: string
  compile: CompileStep | null
  run: (box: Toolbox) => string[]
  runEnv?: Record<string, string>
  timeFactor: 1 | 2
  memoryFactor: 1 | 2
  /** MiB granted on top for the runtime itself. */
  runtimeMb: number
  /** Threads the runtime starts on its own, granted on top of the problem's process limit. */
  runtimeProcesses: number
  /** Found in what a dying program says on stderr: it ran out of memory. */
  outOfMemory: RegExp | null
  /** May a checker or an interactor be written in it? */
  checker: boolean
  /** MIME type the REST clients expect. */
  contentType: string
  /** Language id of the editor. */
  monaco: string
  comment: { line: string | null; block: readonly [string, string] | null }
  /** Sorts before others with a smaller number, highest first. */
  order: number
  /** An A+B program. */
  template: string
  /** Compiled and run instead of the template when a host tries the language; prints nothing. */
  smoke?: string
}

const SLASHES = { line: '//', block: ['/*', '*/'] } as const
const HASHES = { line: '#', block: null } as const
const GCC_VERSION = { args: ['-dumpfullversion'], pattern: /^(\d+(?:\.\d+)*)/ } as const
const BAD_ALLOC = /std::bad_alloc/

/** Shared by all rows that are not C or C++. */
const MANAGED = { timeFactor: 2, memoryFactor: 2, checker: true, order: 0 } as const

const c = (key: string, name: string, flags: string[]): Language => ({
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
  run: () => ['/w/main'],
  timeFactor: 1,
  memoryFactor: 1,
  runtimeMb: 0,
  runtimeProcesses: 0,
  outOfMemory: null,
  checker: true,
  contentType: 'text/x-csrc',
  monaco: 'c',
  comment: SLASHES,
  order: 10,
  template: TEMPLATES.c,
})

/** Only the first row of C++ pays for <iostream> when a host starts: the others differ in flags alone. */
const cpp = (key: string, name: string, flags: string[]): Language => ({
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
  },
  outOfMemory: BAD_ALLOC,
  contentType: 'text/x-c++src',
  monaco: 'cpp',
  order: 5,
  template: TEMPLATES.cpp,
})

/** The compiled file is what runs, so that no case pays for parsing; the source's own errors are the log. */
const byteCompile = `import sys, py_compile
try:
    py_compile.compile('main.py', cfile='main.pyc', doraise=True)
except py_compile.PyCompileError as error:
    sys.exit(str(error))
`

const python = (key: string, name: string, tool: string, toolchain: string): Language => ({
  ...MANAGED,
  key,
  name,
  toolchain,
  tools: [tool],
  version: {
    args: [
      '-c',
      'import sys; print(".".join(map(str, (getattr(sys, "pypy_version_info", sys.version_info))[:3])))',
    ],
    pattern: /^(\d+(?:\.\d+)*)/,
  },
  home: ['-c', 'import sys; print(getattr(sys, "base_prefix", sys.prefix))'],
  source: 'main.py',
  product: 'main.pyc',
  compile: {
    argv: (box) => [box.tool(tool), '-c', byteCompile],
    cpuMs: 5_000,
    wallMs: 15_000,
    memoryMb: 256,
    processes: 16,
    shown: `${tool} -m py_compile main.py`,
  },
  run: (box) => [box.tool(tool), '/w/main.pyc'],
  runEnv: { PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' },
  runtimeMb: tool === 'pypy3' ? 64 : 16,
  runtimeProcesses: 0,
  outOfMemory: /^MemoryError/m,
  contentType: 'text/x-python',
  monaco: 'python',
  comment: HASHES,
  template: TEMPLATES.python,
})

/** One collector thread and no shared-memory files; a bounded heap, and a stack as deep as the problem allows. */
const jvm = ({ memoryMb, stackMb }: Toolbox) => [
  '-XX:+UseSerialGC',
  '-XX:-UsePerfData',
  '-XX:+ExitOnOutOfMemoryError',
  // It says so on stdout otherwise, among the program's own output.
  '-XX:+DisplayVMOutputToStderr',
  `-Xmx${memoryMb}m`,
  `-Xss${Math.min(Math.max(stackMb, 1), 1000)}m`,
  '-Dfile.encoding=UTF-8',
  '-Dsun.stdout.encoding=UTF-8',
  '-DONLINE_JUDGE=true',
]

const JVM = {
  fullProc: true,
  runtimeMb: 160,
  runtimeProcesses: 64,
  // The second is what the machine itself says when there is no room for its own needs.
  outOfMemory: /java\.lang\.OutOfMemoryError|insufficient memory for the Java Runtime/,
} as const

/** In the order the site offers them. */
export const LANGUAGES: readonly Language[] = [
  c('c11', 'C', ['-std=c11']),
  c('c11o2', 'C With O2', ['-O2', '-std=c11']),
  cpp('cpp14', 'C++', ['-std=c++14']),
  cpp('cpp14o2', 'C++ With O2', ['-O2', '-std=c++14']),
  cpp('cpp17', 'C++ 17', ['-std=c++17']),
  cpp('cpp17o2', 'C++ 17 With O2', ['-O2', '-std=c++17']),
  cpp('cpp20', 'C++ 20', ['-std=c++20']),
  cpp('cpp20o2', 'C++ 20 With O2', ['-O2', '-std=c++20']),
  cpp('cpp23', 'C++ 23', ['-std=c++23']),
  cpp('cpp23o2', 'C++ 23 With O2', ['-O2', '-std=c++23']),
  {
    ...MANAGED,
    ...JVM,
    key: 'java',
    name: 'Java',
    toolchain: 'OpenJDK',
    tools: ['java', 'javac', 'jar'],
    version: { args: ['-version'], pattern: /version "([^"]+)"/ },
    source: 'Main.java',
    product: 'main.jar',
    compile: {
      // Many classes may come out and one file leaves the box, so they are packed; both programs are
      // short-lived, which is what the flags are about.
      argv: ({ tool }) => [
        '/bin/sh',
        '-c',
        `${tool('javac')} -J-XX:+UseSerialGC -J-XX:-UsePerfData -J-XX:TieredStopAtLevel=1 -J-Xmx320m -encoding UTF-8 -nowarn -d classes Main.java` +
          ` && ${tool('jar')} -J-XX:+UseSerialGC -J-XX:-UsePerfData -J-XX:TieredStopAtLevel=1 -c -f main.jar -C classes .`,
      ],
      cpuMs: 10_000,
      wallMs: 30_000,
      memoryMb: 640,
      processes: 96,
      shown: 'javac -encoding UTF-8 Main.java',
    },
    run: (box) => [box.tool('java'), ...jvm(box), '-cp', '/w/main.jar', 'Main'],
    contentType: 'text/x-java',
    monaco: 'java',
    comment: SLASHES,
    template: TEMPLATES.java,
  },
  {
    ...MANAGED,
    ...JVM,
    key: 'kotlin',
    name: 'Kotlin',
    toolchain: 'Kotlin',
    tools: ['kotlinc', 'java'],
    version: { args: ['-version'], pattern: /kotlinc-jvm (\d+(?:\.\d+)*)/ },
    source: 'Main.kt',
    product: 'main.jar',
    compile: {
      argv: ({ tool }) => [
        tool('kotlinc'),
        '-J-Xmx700m',
        '-nowarn',
        'Main.kt',
        '-include-runtime',
        '-d',
        'main.jar',
      ],
      cpuMs: 30_000,
      wallMs: 60_000,
      memoryMb: 1024,
      processes: 128,
    },
    run: (box) => [box.tool('java'), ...jvm(box), '-jar', '/w/main.jar'],
    contentType: 'text/x-kotlin',
    monaco: 'kotlin',
    comment: SLASHES,
    template: TEMPLATES.kotlin,
  },
  python('python3', 'Python3', 'python3', 'Python'),
  python('pypy3', 'PyPy3', 'pypy3', 'PyPy'),
  python('python2', 'Python2', 'python2', 'Python'),
  {
    ...MANAGED,
    key: 'go',
    name: 'Golang',
    toolchain: 'Golang',
    tools: ['go'],
    version: { args: ['version'], pattern: /go(\d+(?:\.\d+)*)/ },
    source: 'main.go',
    product: 'main',
    compile: {
      argv: ({ tool }) => [tool('go'), 'build', '-o', 'main', 'main.go'],
      env: {
        GOCACHE: '/w/.cache',
        GOPATH: '/w/go',
        GO111MODULE: 'off',
        CGO_ENABLED: '0',
        GOTOOLCHAIN: 'local',
        GOTELEMETRY: 'off',
      },
      // Since Go 1.20 the standard library comes as source and is compiled along.
      cpuMs: 60_000,
      wallMs: 90_000,
      memoryMb: 1024,
      processes: 128,
    },
    run: () => ['/w/main'],
    runEnv: { GODEBUG: 'madvdontneed=1' },
    runtimeMb: 16,
    runtimeProcesses: 32,
    outOfMemory: /runtime: (?:out of memory|cannot allocate memory)/,
    contentType: 'text/x-go',
    monaco: 'go',
    comment: SLASHES,
    template: TEMPLATES.go,
  },
  {
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
    contentType: 'text/x-rustsrc',
    monaco: 'rust',
    comment: SLASHES,
    template: TEMPLATES.rust,
  },
  {
    ...MANAGED,
    key: 'node',
    name: 'JavaScript Node',
    toolchain: 'Node.js',
    tools: ['node'],
    version: { args: ['--version'], pattern: /v(\d+(?:\.\d+)*)/ },
    fullProc: true,
    source: 'main.js',
    product: 'main.js',
    compile: null,
    checker: false,
    // V8 is told less stack than the box grants: it checks its own depth and needs the rest to say so.
    run: ({ tool, memoryMb, stackMb }) => [
      tool('node'),
      `--max-old-space-size=${memoryMb}`,
      `--stack-size=${Math.floor(Math.max(stackMb, 2) * 1024 * 0.8)}`,
      '/w/main.js',
    ],
    runtimeMb: 96,
    runtimeProcesses: 32,
    outOfMemory: /JavaScript heap out of memory/,
    contentType: 'text/javascript',
    monaco: 'javascript',
    comment: SLASHES,
    template: TEMPLATES.node,
  },
  {
    ...MANAGED,
    key: 'csharp',
    name: 'C#',
    toolchain: 'Mono',
    tools: ['mono', 'mcs'],
    version: { args: ['--version'], pattern: /version (\d+(?:\.\d+)*)/ },
    roots: ['/etc/mono'],
    fullProc: true,
    source: 'Main.cs',
    product: 'main.exe',
    compile: {
      argv: ({ tool }) => [tool('mcs'), '-optimize+', '-define:ONLINE_JUDGE', '-out:main.exe', 'Main.cs'],
      cpuMs: 10_000,
      wallMs: 30_000,
      memoryMb: 512,
      processes: 64,
    },
    run: ({ tool }) => [tool('mono'), '/w/main.exe'],
    // What the runtime has to say (it may not set the priority of a thread, say) goes to stdout otherwise.
    runEnv: { MONO_LOG_DEST: '/dev/null' },
    runtimeMb: 64,
    runtimeProcesses: 32,
    outOfMemory: /OutOfMemoryException/,
    contentType: 'text/x-csharp',
    monaco: 'csharp',
    comment: SLASHES,
    template: TEMPLATES.csharp,
  },
  {
    ...MANAGED,
    key: 'ruby',
    name: 'Ruby',
    toolchain: 'Ruby',
    tools: ['ruby'],
    version: { args: ['--version'], pattern: /ruby (\d+(?:\.\d+)*)/ },
    roots: ['/var/lib/gems'],
    source: 'main.rb',
    product: 'main.rb',
    compile: null,
    checker: false,
    run: ({ tool }) => [tool('ruby'), '/w/main.rb'],
    runtimeMb: 32,
    runtimeProcesses: 8,
    outOfMemory: /failed to allocate memory/,
    contentType: 'text/x-ruby',
    monaco: 'ruby',
    comment: HASHES,
    template: TEMPLATES.ruby,
  },
  {
    ...MANAGED,
    key: 'php',
    name: 'PHP',
    toolchain: 'PHP',
    tools: ['php'],
    version: { args: ['-n', '--version'], pattern: /PHP (\d+(?:\.\d+)*)/ },
    source: 'main.php',
    product: 'main.php',
    compile: null,
    checker: false,
    // Errors are not output: they would be compared with the answer, and nobody would look for them there.
    run: ({ tool, memoryMb }) => [
      ...[tool('php'), '-n', '-d', 'display_errors=stderr', '-d', `memory_limit=${memoryMb}M`],
      '/w/main.php',
    ],
    runtimeMb: 32,
    runtimeProcesses: 0,
    outOfMemory: /Allowed memory size of \d+ bytes exhausted/,
    contentType: 'text/x-php',
    monaco: 'php',
    comment: SLASHES,
    template: TEMPLATES.php,
  },
  {
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
      // Without the system's configuration file, which lives in /etc.
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
      memoryMb: 256,
      processes: 16,
      shown: 'fpc -dONLINE_JUDGE -O2 -omain main.pas',
    },
    run: () => ['/w/main'],
    runtimeMb: 0,
    runtimeProcesses: 0,
    outOfMemory: /Runtime error 203/,
    contentType: 'text/x-pascal',
    monaco: 'pascal',
    comment: { line: '//', block: ['{', '}'] },
    template: TEMPLATES.pascal,
  },
  {
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
    contentType: 'text/x-haskell',
    monaco: 'haskell',
    comment: { line: '--', block: ['{-', '-}'] },
    template: TEMPLATES.haskell,
  },
]

const byKey = new Map(LANGUAGES.map((language) => [language.key, language]))

/** The language of a key; null when the site does not know it. */
export const findLanguage = (key: string): Language | null => byKey.get(key) ?? null

/** The compile command as a page shows it; null for what is not compiled. */
export function compileCommand({ compile }: Language): string | null {
  if (!compile) return null
  return compile.shown ?? compile.argv({ tool: (name) => name, memoryMb: 256, stackMb: 64 }).join(' ')
}
