/** Checking programs with their own build and run scripts, as in problem packages of ICPC and Kattis. */

import { HASHES, type Language, MANAGED } from './language.ts'

const MIB = 1024 * 1024

/** Largest archive (bytes) of a built program; it is unpacked for every case. */
const MOST_BUILT = 32 * MIB

/**
 * Copies the program into a separate folder and builds it there, because scripts refer to files beside them. The
 * script `run` is one of these files, or `build` makes it.
 */
const BUILD = `set -e
mkdir .program
cp -R ./[!.]* .program/
cd .program
chmod -R u+rwx .
./build </dev/null
[ -f run ] || { echo 'build left no program called run' >&2; exit 1; }
chmod -R a+rX . && chmod a+rx run
tar -cf ../program.tar .
[ "$(wc -c < ../program.tar)" -le ${MOST_BUILT} ] || { echo 'build left more than ${MOST_BUILT / MIB} MiB' >&2; exit 1; }
`

const RUN = 'mkdir /w/.program && tar -xf /w/program.tar -C /w/.program && exec /w/.program/run "$@"'

/** Language of checking programs only: `source` is the script `build`, with the rest of the program beside it. */
export const scripts: Language = {
  ...MANAGED,
  key: 'scripts',
  name: 'build and run',
  toolchain: 'Shell scripts',
  tools: ['tar', 'sh'],
  version: { args: ['--version'], pattern: /^.*?(\d+(?:\.\d+)+)/ },
  source: 'build',
  product: 'program.tar',
  compile: {
    argv: () => ['/bin/sh', '-c', BUILD],
    cpuMs: 60_000,
    wallMs: 120_000,
    memoryMb: 2048,
    processes: 64,
    shown: './build',
  },
  run: () => ['/bin/sh', '-c', RUN, 'run'],
  unpacked: { roomBytes: 2 * MOST_BUILT },
  runtimeMb: 64,
  runtimeProcesses: 16,
  outOfMemory: null,
  crash: { said: /(?!)/, kinds: [], line: null },
  contentType: 'text/x-sh',
  monaco: 'shell',
  comment: HASHES,
  template: "#!/bin/sh\nprintf '#!/bin/sh\\nexit 42\\n' > run\n",
  smoke: "#!/bin/sh\nprintf '#!/bin/sh\\nexit 0\\n' > run\n",
}
