/** Finds the languages that this host can judge, with their versions and folders. */

import { execFile } from 'node:child_process'
import { access, constants, readdir, readlink, realpath, writeFile } from 'node:fs/promises'
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Compiler } from '../compile.ts'
import { BASE_ENV } from '../environment.ts'
import { allowance, toolboxFor } from '../limits.ts'
import type { Limits } from '../protocol.ts'
import type { Sandbox } from '../sandbox/box.ts'
import { head, Scratch } from '../store/scratch.ts'
import type { Language } from './language.ts'

/** A language as installed on this host. */
export type Toolchain = {
  language: Language
  /** As the tool prints it: `12.2.0`. */
  version: string
  /** Path of a tool, the same inside the box and outside. */
  tool: (name: string) => string
  /** Folders outside the base tree that the box must bind. */
  roots: string[]
}

const run = promisify(execFile)

/** Folders that every box binds. */
const IN_BASE = /^\/(usr|bin|sbin|lib|lib32|lib64|libx32)\//

/**
 * Folders of a PATH without those that npm puts in front: the packages of this project and of its parent folders,
 * and npm's own folder. Tools that build this project do not count as languages of this host.
 */
function foldersOf(path: string): string[] {
  const here = import.meta.dirname
  const isOfNpm = (folder: string) =>
    basename(folder) === 'node-gyp-bin' ||
    (folder.endsWith('/node_modules/.bin') && isWithin(here, dirname(dirname(folder))))
  return path.split(delimiter).filter((folder) => folder && !isOfNpm(folder))
}

const isWithin = (path: string, folder: string) => !relative(folder, path).startsWith('..')

/** Finds every language of `languages` whose tools are installed; runs nothing in a box. */
export async function findToolchains(languages: readonly Language[], path: string): Promise<Toolchain[]> {
  const folders = ['/usr/bin', '/usr/local/bin', ...foldersOf(path)]
  const found = await Promise.all(languages.map((language) => locate(language, folders).catch(() => null)))
  return found.filter((toolchain) => toolchain !== null)
}

async function locate(language: Language, folders: readonly string[]): Promise<Toolchain | null> {
  const tools = new Map<string, string>()
  const roots = new Set<string>()
  for (const name of language.tools) {
    const found = await which(name, folders)
    if (!found) return null
    const real = await realpath(found)
    if (IN_BASE.test(real)) {
      tools.set(name, real)
      for (const root of await outsideLinks(name, real)) roots.add(root)
      continue
    }
    const home = await homeOf(language, name, found, real)
    tools.set(name, home.tool)
    roots.add(home.root)
  }
  for (const root of language.roots ?? []) {
    if (await exists(root)) roots.add(root)
  }
  const first = tools.get(language.tools[0] ?? '')
  const version = first && (await versionOf(language, first))
  if (!version) return null
  const tool = (name: string) => {
    const path = tools.get(name)
    if (!path) throw new Error(`${language.key} uses ${name} without naming it as a tool`)
    return path
  }
  return { language, version, tool, roots: [...roots] }
}

/** Path of a tool; null when it is missing. Distribution packages come first: every box binds them already. */
async function which(name: string, folders: readonly string[]): Promise<string | null> {
  const own = name === 'node' ? [process.execPath] : []
  for (const path of [...folders.map((folder) => join(folder, name)), ...own]) {
    if (await exists(path, constants.X_OK)) return path
  }
  return null
}

/** Toolchain folder of a tool outside the base tree, perhaps a version manager's launcher: only that is bound. */
async function homeOf(language: Language, name: string, found: string, real: string) {
  if (language.home && name === language.tools[0]) {
    const root = await realpath((await run(found, [...language.home])).stdout.trim())
    return { root, tool: await realpath(join(root, 'bin', name)) }
  }
  return { root: dirname(dirname(real)), tool: real }
}

/** Folders in /etc with the configuration of a distribution's JDK, found by its links; empty for other tools. */
async function outsideLinks(name: string, real: string): Promise<string[]> {
  if (name !== 'java' && name !== 'javac') return []
  const home = dirname(dirname(real))
  const found: string[] = []
  for (const folder of [home, join(home, 'lib'), join(home, 'conf')]) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (!entry.isSymbolicLink()) continue
      const target = resolve(folder, await readlink(join(folder, entry.name)))
      const top = /^\/etc\/[^/]*(?:java|jdk|jre)[^/]*/.exec(target)?.[0]
      if (top && (await exists(top))) found.push(top)
    }
  }
  return found
}

async function versionOf({ version }: Language, tool: string): Promise<string | null> {
  const { stdout, stderr } = await run(tool, [...version.args], { timeout: 30_000 })
  return version.pattern.exec(stdout)?.[1] ?? version.pattern.exec(stderr)?.[1] ?? null
}

const exists = (path: string, mode = constants.F_OK) =>
  access(path, mode).then(
    () => true,
    () => false,
  )

const TRIAL_LIMITS: Limits = { timeMs: 5_000, memoryMb: 256, stackMb: 64, outputBytes: null, processes: 32 }

/** Tests each toolchain: compiles a program in the box, with the files `beside`, and runs it. */
export async function tryOut(
  toolchains: readonly Toolchain[],
  sandbox: Sandbox,
  compiler: Compiler,
  scratchFolder: string,
  beside: Record<string, string> = {},
): Promise<{ working: Toolchain[]; broken: { toolchain: Toolchain; reason: string }[] }> {
  const reasons = await Promise.all(
    toolchains.map((toolchain) =>
      faultOf(toolchain, sandbox, compiler, scratchFolder, beside).catch((error: unknown) => String(error)),
    ),
  )
  return {
    working: toolchains.filter((_, i) => reasons[i] === null),
    broken: toolchains.flatMap((toolchain, i) => {
      const reason = reasons[i]
      return reason ? [{ toolchain, reason }] : []
    }),
  }
}

async function faultOf(
  toolchain: Toolchain,
  sandbox: Sandbox,
  compiler: Compiler,
  scratchFolder: string,
  beside: Record<string, string>,
): Promise<string | null> {
  const { language, tool, roots } = toolchain
  const source = language.smoke ?? language.template
  const made = await compiler.compile(toolchain, source, beside, new AbortController().signal)
  if (!('program' in made)) return 'refused' in made ? made.refused : made.failed
  const scratch = Scratch.open(scratchFolder)
  const slot = await sandbox.acquire({
    profile: 'run',
    files: [{ name: language.product, path: made.program.path, mode: 0o755 }],
    writableBytes: language.unpacked?.roomBytes ?? 0,
    roots,
    fullProc: language.fullProc ?? false,
  })
  try {
    await writeFile(scratch.file('in'), '1 2\n')
    const outcome = await slot.run({
      argv: language.run(toolboxFor(TRIAL_LIMITS, language, tool)),
      env: { ...BASE_ENV, ...language.runEnv },
      stdin: scratch.file('in'),
      stdout: scratch.file('out'),
      stderr: scratch.file('err'),
      stderrBytes: 4096,
      limits: allowance(TRIAL_LIMITS, language, 0).box,
    })
    const out = head(scratch.file('out'), 100).trim()
    if (outcome.reason === 'exited' && outcome.code === 0 && out === (language.smoke ? '' : '3')) return null
    const err = head(scratch.file('err'), 1000)
    return `${outcome.reason} ${outcome.code} ${outcome.detail ?? ''} printed ${JSON.stringify(out)} ${err}`.trim()
  } finally {
    await slot.release()
    made.program.release()
    scratch.remove()
  }
}
