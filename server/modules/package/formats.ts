import { Refusal } from '../../core/errors.ts'
import { type PackageFiles, shown } from '../testset/files.ts'
import { dmoj } from './dmoj/dmoj.ts'
import type { FormatKey, Found, PackageReader, PackageWriter, WrittenFormat } from './format.ts'
import { fps } from './fps.ts'
import { hoj } from './hoj/hoj.ts'
import { writeHoj } from './hoj/hojWrite.ts'
import { qduoj } from './hoj/qduoj.ts'
import { hydro, hydroTests } from './hydro/hydro.ts'
import { icpc } from './icpc/icpc.ts'
import { writeIcpc } from './icpc/icpcWrite.ts'
import { cms } from './oi/cms.ts'
import { luogu } from './oi/luogu.ts'
import { syzoj } from './oi/syzoj.ts'
import { uoj } from './oi/uoj.ts'
import { polygon } from './polygon/polygon.ts'

/** Readers, most specific first; later ones match more loosely. */
const READERS: readonly PackageReader[] = [
  polygon,
  hydro,
  icpc,
  uoj,
  syzoj,
  dmoj,
  cms,
  luogu,
  hydroTests,
  qduoj,
  hoj,
  fps,
]

export const WRITERS: Record<WrittenFormat, PackageWriter> = { icpc: writeIcpc, hoj: writeHoj }

/** Settings of judges whose packages are not read, by file name. */
const FOREIGN: Readonly<Record<string, { format: string; says: RegExp }>> = {
  'problem.yml': { format: 'SYZOJ Tools', says: /^[ \t]*(?:cases|cases-global|subtasks)\s*:/m },
}

/** Settings of another judge in a package, and its name. */
function foreignFile(files: PackageFiles): { file: string; format: string } | null {
  for (const path of files.paths) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const foreign = Object.hasOwn(FOREIGN, name) ? FOREIGN[name] : undefined
    if (foreign?.says.test(files.head(path))) return { file: shown(files.full(path)), format: foreign.format }
  }
  return null
}

/** Format of a package, and its problems. */
export function findProblems(files: PackageFiles): { format: FormatKey; found: Found[] } {
  for (const { key, find } of READERS) {
    const found = find(files)
    if (found.length > 0) return { format: key, found }
  }
  // The zip may hold a folder that holds the package.
  const [only, ...others] = files.foldersIn('')
  if (only !== undefined && others.length === 0 && files.filesIn('').length === 0) {
    return findProblems(files.within(only))
  }
  const foreign = foreignFile(files)
  throw new Refusal('PACKAGE_UNKNOWN', foreign ? { context: 'foreign', ...foreign } : {})
}
