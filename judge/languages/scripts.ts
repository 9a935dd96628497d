/** Languages that are run from their source, or what was made of it in a moment. */

import { TEMPLATES } from '../templates.ts'
import { NODE, PHP, PYTHON, RUBY } from './crashes.ts'
import { type CompileStep, HASHES, type Language, MANAGED, SLASHES } from './language.ts'

/**
 * Where nothing is compiled the source is still read once before it is run: a slip of the pen is a compile error,
 * with the words of the interpreter, instead of a crash on every case. What pages show is how it is run.
 */
const syntaxCheck = (argv: CompileStep['argv'], shown: string): CompileStep => ({
  argv,
  shown,
  cpuMs: 5_000,
  wallMs: 15_000,
  memoryMb: 256,
  processes: 64,
})

/** Node's check knows scripts only; whether it runs a module as well is left to the run. */
const MODULE_SYNTAX = "outside a module|'import.meta'|Unexpected token 'export'|await is only valid"

/** The compiled file is what runs, so that no case pays for parsing; the source's own errors are the log. */
const byteCompile = `import sys, py_compile
try:
    py_compile.compile('main.py', cfile='main.pyc', doraise=True)
except py_compile.PyCompileError as error:
    sys.exit(str(error))
`

/** What PyPy takes when it cannot measure the cache of the processor; told so, it does not complain of it. */
const NURSERY = { PYPY_GC_NURSERY: '4M' }

/** A row of Python, for any of its interpreters. */
export const python = (key: string, name: string, tool: string, toolchain: string): Language => ({
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
    env: NURSERY,
    cpuMs: 5_000,
    wallMs: 15_000,
    memoryMb: 256,
    processes: 16,
    shown: `${tool} -m py_compile main.py`,
  },
  modules: /\.py$/,
  run: (box) => [box.tool(tool), '/w/main.pyc'],
  runEnv: { PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1', ...NURSERY },
  runtimeMb: tool === 'pypy3' ? 64 : 16,
  runtimeProcesses: 0,
  outOfMemory: /^MemoryError/m,
  crash: PYTHON,
  contentType: 'text/x-python',
  monaco: 'python',
  comment: HASHES,
  template: TEMPLATES.python,
})

export const node: Language = {
  ...MANAGED,
  key: 'node',
  name: 'JavaScript Node',
  toolchain: 'Node.js',
  tools: ['node'],
  version: { args: ['--version'], pattern: /v(\d+(?:\.\d+)*)/ },
  fullProc: true,
  source: 'main.js',
  product: 'main.js',
  compile: syntaxCheck(
    ({ tool }) => [
      '/bin/sh',
      '-c',
      `${tool('node')} --check main.js 2>said || grep -Eq "${MODULE_SYNTAX}" said || { cat said >&2; exit 1; }`,
    ],
    'node main.js',
  ),
  checker: false,
  modules: /\.(?:c?js|json)$/,
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
  crash: NODE,
  contentType: 'text/javascript',
  monaco: 'javascript',
  comment: SLASHES,
  template: TEMPLATES.node,
}

export const ruby: Language = {
  ...MANAGED,
  key: 'ruby',
  name: 'Ruby',
  toolchain: 'Ruby',
  tools: ['ruby'],
  version: { args: ['--version'], pattern: /ruby (\d+(?:\.\d+)*)/ },
  roots: ['/var/lib/gems'],
  source: 'main.rb',
  product: 'main.rb',
  compile: syntaxCheck(({ tool }) => [tool('ruby'), '-c', '-W0', 'main.rb'], 'ruby main.rb'),
  checker: false,
  modules: /\.rb$/,
  run: ({ tool }) => [tool('ruby'), '/w/main.rb'],
  runtimeMb: 32,
  runtimeProcesses: 8,
  outOfMemory: /failed to allocate memory/,
  crash: RUBY,
  contentType: 'text/x-ruby',
  monaco: 'ruby',
  comment: HASHES,
  template: TEMPLATES.ruby,
}

export const php: Language = {
  ...MANAGED,
  key: 'php',
  name: 'PHP',
  toolchain: 'PHP',
  tools: ['php'],
  version: { args: ['-n', '--version'], pattern: /PHP (\d+(?:\.\d+)*)/ },
  source: 'main.php',
  product: 'main.php',
  compile: syntaxCheck(
    ({ tool }) => [tool('php'), '-d', 'display_errors=stderr', '-l', 'main.php'],
    'php main.php',
  ),
  checker: false,
  modules: /\.(?:php|inc)$/,
  // Errors are not output: they would be compared with the answer, and nobody would look for them there.
  run: ({ tool, memoryMb }) => [
    ...[tool('php'), '-d', 'display_errors=stderr', '-d', `memory_limit=${memoryMb}M`],
    '/w/main.php',
  ],
  runtimeMb: 32,
  runtimeProcesses: 0,
  outOfMemory: /Allowed memory size of \d+ bytes exhausted/,
  crash: PHP,
  contentType: 'text/x-php',
  monaco: 'php',
  comment: SLASHES,
  template: TEMPLATES.php,
}
