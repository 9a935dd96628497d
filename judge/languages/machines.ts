/** Languages that run on a virtual machine of their own. */

import { TEMPLATES } from '../templates.ts'
import { CSHARP, JAVA } from './crashes.ts'
import { javaNames } from './javaNames.ts'
import { type Language, MANAGED, SLASHES, type Toolbox } from './language.ts'

/** The heap a program starts with (MiB): without a word the machine takes a part of what the host has. */
const FIRST_HEAP = 256

/** One collector thread and no shared-memory files; a bounded heap, and a stack as deep as the problem allows. */
const jvm = ({ memoryMb, stackMb }: Toolbox) => [
  '-XX:+UseSerialGC',
  '-XX:-UsePerfData',
  '-XX:+ExitOnOutOfMemoryError',
  // It says so on stdout otherwise, among the program's own output.
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
  // The second is what the machine itself says when there is no room for its own needs.
  crash: JAVA,
  outOfMemory: /java\.lang\.OutOfMemoryError|insufficient memory for the Java Runtime/,
} as const

/** A compiler is a short-lived program: it ends before thorough compilation of itself could pay. */
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
    // Many classes may come out and one file leaves the box, so they are packed, with a note of where to start; both
    // programs are short-lived, which is what the flags are about. The words are those of `unit`, and only words.
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
    // With the extra files of the problem.
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

/** Big integers are a library of their own, which not every installation has. */
const NUMERICS = '/usr/lib/mono/4.5/System.Numerics.dll'
/** What the runtime has to say (it may not set the priority of a thread, say) goes to stdout otherwise. */
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
    // With the extra files of the problem.
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
