/** Languages that run on a virtual machine. */

import { TEMPLATES } from '../templates.ts'
import { CSHARP, JAVA } from './crashes.ts'
import { javaNames } from './javaNames.ts'
import { type Language, MANAGED, SLASHES, type Toolbox } from './language.ts'

/** Initial heap (MiB). By default the JVM takes a fraction of the host's memory. */
const FIRST_HEAP = 256

/** JVM options: one collector thread, no shared-memory files, a bounded heap, the stack limit of the problem. */
const jvm = ({ memoryMb, stackMb }: Toolbox) => [
  '-XX:+UseSerialGC',
  '-XX:-UsePerfData',
  '-XX:+ExitOnOutOfMemoryError',
  // Messages of the JVM go to stdout otherwise, among the program's own output.
  '-XX:+DisplayVMOutputToStderr',
  `-Xms${Math.min(memoryMb, FIRST_HEAP)}m`,
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
  crash: JAVA,
  // The second pattern is the JVM's message when it cannot allocate memory for itself.
  outOfMemory: /java\.lang\.OutOfMemoryError|insufficient memory for the Java Runtime/,
} as const

/** JVM options for compilers: they end before the optimizing JIT could pay off. */
const HASTY = ['-J-XX:+UseSerialGC', '-J-XX:-UsePerfData', '-J-XX:TieredStopAtLevel=1']

export const java: Language = {
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
    // One file leaves the box, so all classes are packed into a jar with the start class in its manifest. `HASTY`
    // suits both tools, which are short-lived. The arguments $1 to $3 come from `unit` and are not shell code.
    argv: ({ tool }) => [
      '/bin/sh',
      '-c',
      `${tool('javac')} ${HASTY.join(' ')} -J-Xmx320m -encoding UTF-8 -nowarn -d classes "$1"` +
        ` && { [ -e "classes/$3" ] || { echo "$1: error: there is no class to start" >&2; exit 1; }; }` +
        ` && ${tool('jar')} ${HASTY.join(' ')} -c -f main.jar -e "$2" -C classes .`,
      'javac',
    ],
    cpuMs: 10_000,
    wallMs: 30_000,
    memoryMb: 640,
    processes: 96,
    shown: 'javac -encoding UTF-8 Main.java',
  },
  unit: (source) => {
    const { file, start } = javaNames(source)
    return { file, words: [file, start, `${start.replaceAll('.', '/')}.class`] }
  },
  run: (box) => [box.tool('java'), ...jvm(box), '-jar', '/w/main.jar'],
  contentType: 'text/x-java',
  monaco: 'java',
  comment: SLASHES,
  template: TEMPLATES.java,
}

export const kotlin: Language = {
  ...MANAGED,
  ...JVM,
  key: 'kotlin',
  name: 'Kotlin',
  toolchain: 'Kotlin',
  tools: ['kotlinc', 'java'],
  version: { args: [...HASTY, '-version'], pattern: /kotlinc-jvm (\d+(?:\.\d+)*)/ },
  source: 'Main.kt',
  product: 'main.jar',
  compile: {
    // The pattern *.kt includes the extra files of the problem.
    argv: ({ tool }) => [
      '/bin/sh',
      '-c',
      `exec ${tool('kotlinc')} -J-Xmx700m ${HASTY.join(' ')} -J-XX:-PrintWarnings -nowarn *.kt -include-runtime -d main.jar`,
    ],
    shown: 'kotlinc -nowarn Main.kt -include-runtime -d main.jar',
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
}

/** Library of big integers, which not every Mono installation has. */
const NUMERICS = '/usr/lib/mono/4.5/System.Numerics.dll'
/** Discards messages of the runtime (for example about a denied thread priority), else printed to stdout. */
const QUIET = { MONO_LOG_DEST: '/dev/null' }

export const csharp: Language = {
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
    // The pattern *.cs includes the extra files of the problem.
    argv: ({ tool }) => [
      '/bin/sh',
      '-c',
      `[ -e ${NUMERICS} ] && set -- -r:System.Numerics.dll; exec ${tool('mcs')} -optimize+ -define:ONLINE_JUDGE -out:main.exe "$@" *.cs`,
    ],
    env: QUIET,
    shown: 'mcs -optimize+ -define:ONLINE_JUDGE -out:main.exe Main.cs',
    cpuMs: 10_000,
    wallMs: 30_000,
    memoryMb: 512,
    processes: 64,
  },
  run: ({ tool }) => [tool('mono'), '/w/main.exe'],
  runEnv: QUIET,
  runtimeMb: 64,
  runtimeProcesses: 32,
  outOfMemory: /OutOfMemoryException/,
  crash: CSHARP,
  contentType: 'text/x-csharp',
  monaco: 'csharp',
  comment: SLASHES,
  template: TEMPLATES.csharp,
}
