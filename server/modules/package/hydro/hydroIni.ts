import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { Loose } from '../yaml.ts'

/** Configuration of Hydro's predecessor. */
export const INI = 'config.ini'

/**
 * Reads `config.ini` as what `config.yaml` would say: the number of cases, then a line `input|output|seconds|points|KiB`
 * of each. Files may lie in `input/` and `output/`, in small letters.
 */
export function readIni(tests: PackageFiles): { [key: string]: Loose } {
  const [count = '', ...lines] = tests.needText(INI).split('\n')
  const wanted = Number.parseInt(count, 10)
  const rows = lines.filter((line) => line.trim()).slice(0, wanted)
  if (!(wanted > 0) || rows.length < wanted)
    throw new Refusal('PACKAGE_UNUSABLE', { file: tests.full(INI), what: count.trim().slice(0, 40) })
  return {
    subtasks: rows.map((row, at): Loose => {
      const [input = '', output = '', time = '', score = '', kibibytes = ''] = row
        .split('|')
        .map((part) => part.trim())
      const memory = Number.parseInt(kibibytes, 10)
      return {
        id: at + 1,
        type: 'sum',
        score: Number.parseInt(score, 10) || 0,
        ...(time && { time: `${time}s` }),
        ...(memory > 0 && { memory: `${memory}k` }),
        cases: [{ input: placeOf(tests, 'input', input), output: placeOf(tests, 'output', output) }],
      }
    }),
  }
}

function placeOf(tests: PackageFiles, folder: string, name: string): string {
  const places = [name, `${folder}/${name}`, name.toLowerCase(), `${folder}/${name.toLowerCase()}`]
  return places.find((place) => tests.has(place)) ?? name
}
