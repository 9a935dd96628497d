/** Case of a Hydro problem that was found by the names of its files. */
export type NamedCase = {
  input: string
  /** Null: there is none. */
  output: string | null
  /** Order within its subtask. */
  id: number
  subtask: number
  /** Whether the name says the subtask; its cases are graded together then. */
  isGrouped: boolean
}

type Place = Pick<NamedCase, 'id' | 'subtask' | 'isGrouped'>
type Reading = { place: Place; answers: string[] }

const ANSWERS = ['out', 'ans', 'out.txt', 'ans.txt']

const asOutput = (stem: string) => stem.replaceAll('input', 'output').replaceAll('INPUT', 'OUTPUT')

const loose = (id: number): Place => ({ id, subtask: 1, isGrouped: false })

/** `data1-2.in` is case 2 of subtask 1; `data2.in`, `input2.txt`, `input/2.txt` and `2.in.txt` are case 2. */
function endingInNumber(name: string): Reading | null {
  const match = /^((?:input\/)?[\w.-]*?(?:(\d*)[-_])?(\d+))\.(?:in|txt|in\.txt)$/i.exec(name)
  if (!match) return null
  const [, stem = '', subtask, id] = match
  const output = asOutput(stem)
  return {
    place: subtask ? { id: Number(id), subtask: Number(subtask), isGrouped: true } : loose(Number(id)),
    answers: [
      ...ANSWERS.flatMap((end) => [`${stem}.${end}`, `${output}.${end}`]),
      ...(output === stem ? [] : [`${output}.txt`]),
    ],
  }
}

/** `data.in2` is case 2, with `data.ou2` or `data.out2`. */
function numberedEnding(name: string): Reading | null {
  const [, stem, id] = /^(\D*)\.in(\d+)$/i.exec(name) ?? []
  if (stem === undefined) return null
  const stems = [stem, asOutput(stem)]
  return {
    place: loose(Number(id)),
    answers: stems.flatMap((one) => [`${one}.ou${id}`, `${one}.out${id}`]),
  }
}

/** `数据1-2.in` is case 2 of subtask 1; `2-large.in` is case 2; other names stand in their order. */
function otherName(name: string): Reading | null {
  const [, stem] = /^(.*)\.in$/i.exec(name) ?? []
  if (stem === undefined) return null
  const output = asOutput(stem)
  const [, subtask, number] = /^\D*(\d+)[-_](\d+)$/.exec(stem) ?? []
  const [, first] = /^(?:input\/)?(\d+)[-_]/.exec(stem) ?? []
  return {
    place:
      subtask === undefined
        ? loose(first === undefined ? Number.MAX_SAFE_INTEGER : Number(first))
        : { id: Number(number), subtask: Number(subtask), isGrouped: true },
    answers: ['out', 'ans'].flatMap((end) => [`${stem}.${end}`, `${output}.${end}`]),
  }
}

const RULES = [endingInNumber, numberedEnding, otherName]

/** The name with its extension in small letters: `a.IN` and `a.in` are one. */
const plain = (name: string) =>
  name.replace(/\.(?:in|ou|out|ans)?(?:\d+|\.txt)?$|\.txt$/i, (end) => end.toLowerCase())

/**
 * Finds cases as Hydro does for a problem that lists none: by the first rule whose answer file is there. Names that fit
 * no rule of Hydro are paired as `X.in` with `X.out` or `X.ans`.
 */
export function casesByName(names: readonly string[]): NamedCase[] {
  const known = new Map(names.map((name) => [plain(name), name]))
  return names
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .flatMap((input): NamedCase[] => {
      const readings = RULES.flatMap((read) => read(input) ?? [])
      for (const { place, answers } of readings) {
        const output = answers.map((answer) => known.get(plain(answer))).find((one) => one && one !== input)
        if (output) return [{ input, output, ...place }]
      }
      const [first] = /\.in$/i.test(input) ? readings : []
      return first ? [{ input, output: null, ...first.place }] : []
    })
    .toSorted((a, b) => a.subtask - b.subtask || a.id - b.id)
}
