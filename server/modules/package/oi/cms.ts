import type { CheckerSpec } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import { checkingLanguageOf } from '../../solution/languages.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { type PackageProblem, type PackageReader, PLAIN } from '../format.ts'
import { annexLink } from '../latex/statement.ts'
import { sizeLimit, timeLimit } from '../limits.ts'
import type { Notes } from '../report.ts'
import { casesOfSubtasks } from '../scoring/caseFiles.ts'
import { type Loose, mapOf, parseYaml, textOf } from '../yaml.ts'
import { subtasksOf } from './cmsSubtasks.ts'
import { filesWithGrader, languagesOfGraders } from './graders.ts'
import { checkingProgram, judgingOf, outputsAsked, scoredChecker } from './programs.ts'
import { settingsReader } from './settingsReader.ts'

const TASK = 'task.yaml'
const SAYS =
  /^[ \t]*(?:n_input|score_mode|score_type|token_mode|public_testcases|risultati|nome_breve|infile)[ \t]*:/m

/** Tasks of CMS in the Italian format: a folder with `task.yaml`, `input/`, `output/`, `gen/GEN`, `sol/` and `check/`. */
export const cms: PackageReader = settingsReader({
  key: 'cms',
  names: [TASK],
  says: SAYS,
  read: (files, _, notes) => readCms(files, notes),
})

type Words = { [key: string]: Loose }

const SECOND = 1000

function readCms(files: PackageFiles, notes: Notes): PackageProblem {
  const file = files.full(TASK)
  const config = mapOf(parseYaml(files.needText(TASK), file))
  const refuse = (what: string) => new Refusal('PACKAGE_UNUSABLE', { file, what })
  if (files.paths.some((path) => /^(?:check|cor)\/manager(?:\.|$)/.test(path))) throw refuse('check/manager')
  const checker = checkerOf(files, notes)
  const judging = { ...judgingOf({ checker, interactor: null }), file }
  const { cases, caseMode } = casesOfSubtasks(files, subtasksOf(files, config, judging), judging, notes)
  const given = (...keys: string[]) => {
    const name = keys.find((key) => config[key] !== undefined) ?? keys[0] ?? ''
    return { name, value: config[name], file }
  }
  const timeMs = timeLimit(given('time_limit', 'timeout'), SECOND)
  const memoryMb = sizeLimit(given('memory_limit', 'memlimit'))
  if (timeMs === null) notes.converted('timeDefault', { milliseconds: PLAIN.timeMs })
  if (memoryMb === null) notes.converted('memoryDefault', { megabytes: PLAIN.memoryMb })
  const userFiles = besideProgram(files, notes)
  return {
    ...PLAIN,
    ...printed(files, config, notes),
    scoring: 'OI',
    caseMode,
    timeMs: timeMs ?? PLAIN.timeMs,
    memoryMb: memoryMb ?? PLAIN.memoryMb,
    checker,
    outputOnly: outputsAsked(config.output_only === true, notes),
    fileIo: fileIoOf(config),
    userFiles,
    languageKeys: languagesOfGraders(userFiles),
    testcases: cases,
  }
}

/** The source of the checker; the package itself runs the program that was built from it. */
function checkerOf(files: PackageFiles, notes: Notes): CheckerSpec {
  const isChecker = /^(?:check\/checker|cor\/correttore)(?:\.[^./]+)?$/
  const found = files.paths.filter((path) => isChecker.test(path))
  const source = found.find((path) => checkingLanguageOf(path) !== null)
  if (source) return scoredChecker(checkingProgram(files, source), 'cms', { file: files.full(source) }, notes)
  if (found[0]) throw new Refusal('PACKAGE_UNUSABLE', { file: files.full(found[0]), what: 'checker' })
  return { kind: 'lines' }
}

/** Files of programs; left empty, they are the standard streams. */
function fileIoOf(config: Words): PackageProblem['fileIo'] {
  const [input, output] = [config.infile, config.outfile].map((name) => textOf(name) ?? '')
  if (config.infile === undefined && config.outfile === undefined)
    return { input: 'input.txt', output: 'output.txt' }
  return input && output ? { input, output } : null
}

/** Graders and the headers beside them. */
function besideProgram(files: PackageFiles, notes: Notes): Record<string, string> {
  const names = files.filesIn('sol').filter((name) => /^grader\.[^.]+$|\.h$|lib\.pas$/.test(name))
  if (!names.some((name) => name.startsWith('grader.'))) return {}
  return filesWithGrader(files, { folder: 'sol', names, grader: 'grader' }, notes)
}

/** The printed statements: the only one, or one of each language, the English one first. */
function printedIn(files: PackageFiles): string[] {
  const only = ['statement/statement.pdf', 'testo/testo.pdf'].find((one) => files.has(one))
  if (only) return [only]
  const found = ['statement', 'testo'].flatMap((folder) =>
    files.filesIn(folder).flatMap((name) => (/\.pdf$/i.test(name) ? [`${folder}/${name}`] : [])),
  )
  const isEnglish = (path: string) => Number(/\/english\./i.test(path))
  return found.toSorted((a, b) => isEnglish(b) - isEnglish(a))
}

/** The title, the printed statements and the attachments. */
function printed(
  files: PackageFiles,
  config: Words,
  notes: Notes,
): Pick<PackageProblem, 'statements' | 'annexes'> {
  const paths = printedIn(files)
  notes.leftOut('noStatement', {}, paths[0] ? files.full(paths[0]) : null)
  const attached = files.filesIn('att')
  if (attached.length > 0) notes.understood('attachments', { count: attached.length })
  const title = textOf(config.title) ?? textOf(config.nome) ?? textOf(config.name) ?? files.name
  const annexes = [...paths, ...attached.map((name) => `att/${name}`)].map((one) => ({
    name: one.slice(one.lastIndexOf('/') + 1),
    content: files.bytes(one) ?? new Uint8Array(),
  }))
  const description = annexes
    .slice(0, paths.length)
    .map(({ name }) => `[${name}](${annexLink(name)})`)
    .join('\n\n')
  const words = {
    locale: 'en-US' as const,
    title: title || TASK,
    input: '',
    output: '',
    hint: '',
    source: '',
  }
  return { statements: [{ ...words, description }], annexes }
}
