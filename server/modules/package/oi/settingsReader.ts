import type { PackageFiles } from '../../testset/files.ts'
import { rootsOf } from '../../testset/sections.ts'
import type { FormatKey, Found, PackageProblem, PackageReader } from '../format.ts'
import type { Notes } from '../report.ts'

type Format = {
  key: FormatKey
  /** Names of the file with the settings of a problem, and what its beginning says. */
  names: readonly string[]
  says: RegExp
  /** Reads the problem of a folder; `file`: name of its settings. */
  read: (files: PackageFiles, file: string, notes: Notes) => PackageProblem
}

/** Reader of a format whose problems are folders with a file of settings. */
export const settingsReader = ({ key, names, says, read }: Format): PackageReader => ({
  key,
  find: (files) =>
    rootsOf(files.paths, (name) => names.includes(name)).flatMap((root): Found[] => {
      const folder = files.within(root)
      const file = names.find((name) => folder.has(name)) ?? ''
      return says.test(folder.head(file)) ? [{ at: root, read: (notes) => read(folder, file, notes) }] : []
    }),
})
