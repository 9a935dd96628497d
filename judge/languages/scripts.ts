/** Languages that are run from their source. */

import { TEMPLATES } from '../templates.ts'
import { HASHES, type Language, MANAGED, SLASHES } from './language.ts'

/** The compiled file is what runs, so that no case pays for parsing; the source's own errors are the log. */
const byteCompile = `import sys, py_compile
try:
    py_compile.compile('main.py', cfile='main.pyc', doraise=True)
except py_compile.PyCompileError as error:
    sys.exit(str(error))
`

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
}
