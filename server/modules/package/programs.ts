import { isUtf8 } from 'node:buffer'
import { SCRIPTS } from '#judge/languages.ts'
import { Refusal } from '../../core/errors.ts'
import { checkingLanguageOf } from '../solution/languages.ts'
import type { PackageFiles } from '../testset/files.ts'
import type { Notes } from './report.ts'

/** A program of a package: its source or build script, and its files by name. */
export type FoundProgram = { path: string; language: string; source: string; beside: Record<string, string> }

/** A file of a program: its name, and its path in the package. */
export type ProgramPart = { name: string; path: string }

/** File names that the site accepts for programs. */
const FILE_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/
const MAX_FILE = 262_144

/** Whether the site can store this file of a program. */
export const isKeepable = (name: string, content: string): boolean =>
  FILE_NAME.test(name) && content.length <= MAX_FILE

/** Build and run scripts of the format. */
const SCRIPT = /^(?:build|run)$/
const NOTHING_TO_BUILD = '#!/bin/sh\n'

export const isScript = (name: string): boolean => SCRIPT.test(name)

/** Files of a folder that is one program. Refuses subfolders, which its build may need. */
export function partsOf(files: PackageFiles, folder: string): ProgramPart[] {
  const [inner] = files.foldersIn(folder).filter((name) => name !== '__pycache__')
  if (inner) throw new Refusal('PACKAGE_VALIDATOR_FILE', { file: files.full(`${folder}/${inner}/`) })
  return files.filesIn(folder).map((name) => ({ name, path: `${folder}/${name}` }))
}

/** Text of a part; null when the site cannot store it. */
export function keepableText(files: PackageFiles, { name, path }: ProgramPart): string | null {
  const bytes = files.bytes(path) ?? new Uint8Array()
  const text = files.text(path) ?? ''
  return isUtf8(bytes) && !bytes.includes(0) && isKeepable(name, text) ? text : null
}

/**
 * A program of several files, built by its own scripts, else by those of its format for one language. `entry`
 * is the main source; null: found by name. Refuses parts that cannot be stored.
 */
export function programOfParts(
  files: PackageFiles,
  parts: readonly ProgramPart[],
  { at, entry = null }: { at: string; entry?: string | null },
  notes: Notes,
): FoundProgram {
  const kept: Record<string, string> = {}
  for (const part of parts) {
    if (part.name.startsWith('.')) {
      notes.leftOut('fileName', {}, files.full(part.path))
      continue
    }
    const text = keepableText(files, part)
    if (text === null) throw new Refusal('PACKAGE_VALIDATOR_FILE', { file: files.full(part.path) })
    kept[part.name] = text
  }
  const own = parts.some(({ name }) => isScript(name))
  const { build, ...beside } = own ? kept : { ...kept, ...scriptsFor(kept, files.full(at), entry) }
  return { path: at, language: SCRIPTS, source: build ?? NOTHING_TO_BUILD, beside }
}

const PYTHON_ENTRIES = ['__main__.py', 'main.py', 'validate.py', 'validator.py']

/** Build and run scripts of the format for a folder of sources in one language. */
function scriptsFor(
  kept: Record<string, string>,
  file: string,
  entry: string | null,
): Record<string, string> {
  const sources = Object.keys(kept).filter((name) => checkingLanguageOf(name) !== null)
  const [language, ...others] = new Set(sources.map((name) => checkingLanguageOf(name)))
  const compiler =
    language === 'c11o2' ? 'gcc -std=gnu11' : language === 'cpp17o2' ? 'g++ -std=gnu++17' : null
  if (others.length > 0 || (!compiler && language !== 'python3'))
    throw new Refusal('PACKAGE_VALIDATOR', { file })
  if (compiler) return { build: `#!/bin/sh\nexec ${compiler} -O2 -o run ${sources.join(' ')} -lm\n` }
  const main =
    entry ??
    PYTHON_ENTRIES.find((name) => sources.includes(name)) ??
    sources.find((name) => kept[name]?.includes('__main__')) ??
    sources[0]
  return { run: `#!/bin/sh\nexec python3 "$(dirname "$0")/${main}" "$@"\n` }
}
