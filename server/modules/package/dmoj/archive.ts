import { type PackageBounds, PackageFiles } from '../../testset/files.ts'
import { type Unpacked, unpackZip } from '../../testset/unpack.ts'
import { mapOf, parseYaml, textOf } from '../yaml.ts'

/** Settings of a DMOJ problem. */
export const INIT = 'init.yml'
export const SAYS = /^[ \t]*(?:archive|test_cases|pretest_test_cases|checker|interactive)[ \t]*:/m

/**
 * Unpacks the archives with the tests of DMOJ problems: the files of `tests.zip`, which the `init.yml` beside it names, are
 * in a folder of that name then. All files together stay within the bounds.
 */
export async function unpackArchives(unpacked: Unpacked, bounds: PackageBounds): Promise<Unpacked> {
  const files = new PackageFiles(unpacked)
  for (const path of files.paths.filter((one) => one === INIT || one.endsWith(`/${INIT}`))) {
    const isSaid = SAYS.test(files.head(path))
    const archive = isSaid ? textOf(mapOf(parseYaml(files.needText(path), path)).archive) : null
    const place = archive && `${path.slice(0, -INIT.length)}${archive}`
    const packed = place ? unpacked.get(place) : undefined
    if (!place || !packed) continue
    unpacked.delete(place)
    const held = [...unpacked.values()].reduce((sum, { length }) => sum + length, 0)
    const left = {
      ...bounds,
      entries: bounds.entries - unpacked.size,
      totalBytes: Math.max(0, bounds.totalBytes - held),
    }
    const inside = await unpackZip(packed, { name: place, bounds: left })
    for (const [name, bytes] of inside) unpacked.set(`${place}/${name}`, bytes)
    const skipped = (inside.left ?? []).map(({ file, key }) => ({ file: `${place}/${file}`, key }))
    unpacked.left = [...(unpacked.left ?? []), ...skipped]
  }
  return unpacked
}
