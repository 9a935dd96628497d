/** Languages that run from source or from byte code. */

import { TEMPLATES } from '../templates.ts'
import { NODE, PHP, PYTHON, RUBY } from './crashes.ts'
import { type CompileStep, HASHES, type Language, MANAGED, SLASHES } from './language.ts'

/**
 * Syntax check of a source that is not compiled: a syntax error is a compile error with the interpreter's
 * message, instead of a crash on every case. Pages show the run command (`shown`).
 */
const syntaxCheck = (argv: CompileStep['argv'], shown: string): CompileStep => ({
  argv,
  shown,
  cpuMs: 5_000,
  wallMs: 15_000,
  memoryMb: 256,
  processes: 64,
})

/** Errors of `node --check` about module syntax, which it does not know: such a source passes until its run. */
const MODULE_SYNTAX = "outside a module|'import.meta'|Unexpected token 'export'|await is only valid"

/** Compiles a source to byte code, so that no case pays for parsing; prints its syntax errors as compiler log. */
const byteCompile = `import sys, py_compile
try:
    py_compile.compile('main.py', cfile='main.pyc', doraise=True)
except py_compile.PyCompileError as error:
    sys.exit(str(error))
`

/** Nursery size that PyPy uses when it cannot measure the processor's cache; setting it avoids a warning. */
const NURSERY = { PYPY_GC_NURSERY: '4M' }

/** Language row for a Python interpreter; `tool` is its command. */
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
  // V8 gets 80% of the box's stack: it checks the depth itself and needs the rest to report an overflow.
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
  // Errors go to stderr: on stdout they would be compared with the answer, and nobody would look for them there.
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
