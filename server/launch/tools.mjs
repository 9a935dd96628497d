import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, delimiter, dirname } from 'node:path'
import { ROOT } from './root.mjs'

/** Tools that must be installed before anything runs, and their packages. */
const TOOLS = [
  {
    name: 'a C compiler',
    anyOf: ['cc', 'gcc', 'clang'],
    packages: { apt: 'gcc libc6-dev', dnf: 'gcc glibc-devel', apk: 'gcc musl-dev linux-headers' },
  },
  { name: 'make', anyOf: ['make', 'gmake'], packages: { apt: 'make', dnf: 'make', apk: 'make' } },
]

const has = (command) => spawnSync('sh', ['-c', 'command -v "$0"', command]).status === 0

/** PATH of the user's shell, without the folders that npm puts in front of it. */
export const shellPath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => {
      const isOfProject =
        folder.endsWith('/node_modules/.bin') && `${ROOT}/`.startsWith(`${dirname(dirname(folder))}/`)
      return folder && !isOfProject && basename(folder) !== 'node-gyp-bin'
    })
    .join(delimiter)

/** Command that installs these packages on this machine. */
function installCommand(tools) {
  const root = process.getuid?.() === 0 ? '' : 'sudo '
  const list = (kind) => tools.map((tool) => tool.packages[kind]).join(' ')
  if (process.platform === 'darwin') return 'xcode-select --install'
  if (existsSync('/usr/bin/apt-get')) return `${root}apt-get install -y ${list('apt')}`
  if (existsSync('/usr/bin/dnf')) return `${root}dnf install -y ${list('dnf')}`
  if (existsSync('/sbin/apk')) return `${root}apk add ${list('apk')}`
  return `install ${list('apt')} with the package manager of this system`
}

/** Whether this Node is 20.19 or later of 20, or 22.12 or later, as `engines` in package.json. */
export function nodeSuits(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
}

/** Throws when a tool is missing, with the command that installs it. */
export function checkTools() {
  if (!nodeSuits(process.version)) {
    throw new Error(
      `This needs Node 20.19 or newer (found ${process.version}). Install it from https://nodejs.org or with your version manager, for example: nvm install 22`,
    )
  }
  const missing = TOOLS.filter((tool) => !tool.anyOf.some(has))
  if (missing.length === 0) return
  const names = missing.map((tool) => `${tool.name} (${tool.anyOf.join(' or ')})`).join(' and ')
  throw new Error(`Missing: ${names}. Install with:\n\n    ${installCommand(missing)}\n`)
}
