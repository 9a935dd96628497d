import { Refusal } from '../../core/errors.ts'
import type { PackageFiles } from '../testset/files.ts'
import type { FormatKey, Found, PackageReader, PackageWriter, WrittenFormat } from './format.ts'
import { fps } from './fps.ts'
import { hoj } from './hoj/hoj.ts'
import { writeHoj } from './hoj/hojWrite.ts'
import { qduoj } from './hoj/qduoj.ts'
import { hydro } from './hydro/hydro.ts'
import { icpc } from './icpc/icpc.ts'
import { writeIcpc } from './icpc/icpcWrite.ts'
import { polygon } from './polygon/polygon.ts'

/** Readers, most specific first; later ones match more loosely. */
const READERS: readonly PackageReader[] = [polygon, hydro, icpc, qduoj, hoj, fps]

export const WRITERS: Record<WrittenFormat, PackageWriter> = { icpc: writeIcpc, hoj: writeHoj }

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
  throw new Refusal('PACKAGE_UNKNOWN')
}
