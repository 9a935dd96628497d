import type { PackageFiles } from '../../testset/files.ts'
import type { Notes } from '../report.ts'
import { childrenOf, descend, type Xml } from '../xml.ts'

/** Files that programs include, by name. */
type Resources = { userFiles: Record<string, string>; judgeFiles: Record<string, string> }

/** Resources that every Polygon package has: testlib.h is replaced by ours, the others print statements. */
const STANDARD = new Set(['testlib.h', 'olymp.sty', 'problem.tex', 'statements.ftl', 'tutorial.tex'])

const JUDGING = ['checker', 'interactor', 'validator']

/** Assets and stages of a resource, in lower case; empty: all. */
const namesIn = (file: Xml, list: string, name: string) =>
  childrenOf(descend(file, list), name).map(({ attributes }) => (attributes.name ?? '').toLowerCase())

/**
 * Resources of a package: files that solutions are compiled with, such as graders and their headers, and headers of the
 * checker and interactor.
 */
export function readPolygonResources(files: PackageFiles, problem: Xml, notes: Notes): Resources {
  const resources: Resources = { userFiles: {}, judgeFiles: {} }
  for (const file of childrenOf(descend(problem, 'files', 'resources'), 'file')) {
    const { path = '' } = file.attributes
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (STANDARD.has(name)) continue
    const assets = namesIn(file, 'assets', 'asset')
    const stages = namesIn(file, 'stages', 'stage')
    const isForJudge = assets.some((asset) => JUDGING.includes(asset))
    const isForUser = assets.includes('solution') && (stages.length === 0 || stages.includes('compile'))
    const text = files.text(path)
    if (isForUser && text !== null) resources.userFiles[name] = text
    if ((isForJudge || (assets.length === 0 && /\.(?:h|hpp)$/.test(name))) && text !== null)
      resources.judgeFiles[name] = text
    else if (!isForUser || text === null) notes.leftOut('files', {}, files.full(path))
  }
  const count = Object.keys(resources.userFiles).length
  if (count > 0) notes.understood('files', { count })
  return resources
}
