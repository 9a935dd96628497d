import type { CheckingProgram } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { adaptChecker } from '../checkerAdapter.ts'
import { type PackageCase, type PackageProblem, type PackageReader, PLAIN } from '../format.ts'
import { checkingProgram, judgingOf, outputsAsked } from '../oi/programs.ts'
import { settingsReader } from '../oi/settingsReader.ts'
import { limitsTaken, statementBesideTests } from '../oi/statement.ts'
import type { Notes } from '../report.ts'
import { casesOfSubtasks } from '../scoring/caseFiles.ts'
import { type Loose, listOf, mapOf, numberOf, parseYaml, textOf } from '../yaml.ts'
import { INIT, SAYS } from './archive.ts'
import { checkerOf } from './dmojChecker.ts'
import { subtasksOf } from './dmojTests.ts'

/** DMOJ's data: a folder with `init.yml`, and the tests beside it or in the archive that it names. */
export const dmoj: PackageReader = settingsReader({
  key: 'dmoj',
  names: [INIT],
  says: SAYS,
  read: (files, _, notes) => readDmoj(files, notes),
})

type Words = { [key: string]: Loose }

/** Settings whose problems are judged by programs of DMOJ itself, or with the contestant's program linked to another. */
const UNUSABLE = ['custom_judge', 'grader', 'signature_grader', 'generator']

function readDmoj(files: PackageFiles, notes: Notes): PackageProblem {
  const file = files.full(INIT)
  const config = mapOf(parseYaml(files.needText(INIT), file))
  for (const key of UNUSABLE)
    if (config[key] !== undefined && config[key] !== null)
      throw new Refusal('PACKAGE_UNUSABLE', { file, what: key })
  const interactor = interactorOf(files, config, notes)
  const checker = interactor ? PLAIN.checker : checkerOf(files, config, { file }, notes)
  const judging = { ...judgingOf({ checker, interactor }), file }
  const archive = textOf(config.archive)
  const archived = archive && files.foldersIn('').includes(archive) ? files.within(archive) : files
  const subtasks = subtasksOf(config, { ...judging, archived }, notes)
  const { cases, caseMode } = casesOfSubtasks(besideOf(files, archived, archive), subtasks, judging, notes)
  const title = files.name || archive?.replace(/\.zip$/i, '') || INIT
  return {
    ...PLAIN,
    ...statementBesideTests(files, { title, locale: 'en-US' }, notes),
    ...limitsTaken(notes),
    ...scoringOf(cases, caseMode),
    outputBytes: numberOf(config.output_limit_length),
    fileIo: fileIoOf(config),
    checker,
    interactor,
    outputOnly: outputsAsked(config.output_only === true, notes),
  }
}

/** Points of the cases; where all are worth nothing, the first that fails decides. */
const scoringOf = (
  cases: PackageCase[],
  caseMode: PackageProblem['caseMode'],
): Pick<PackageProblem, 'scoring' | 'caseMode' | 'testcases'> =>
  cases.some(({ score }) => score > 0)
    ? { scoring: 'OI', caseMode, testcases: cases }
    : { scoring: 'ACM', caseMode: 'ALL', testcases: cases.map((one) => ({ ...one, subtask: 0 })) }

/** The files of the archive, and those beside it, which come first. */
function besideOf(files: PackageFiles, archived: PackageFiles, archive: string | null): PackageFiles {
  if (archived === files) return files
  const beside = files.paths.filter((path) => !path.startsWith(`${archive}/`))
  return archived.and(new Map(beside.map((path) => [path, files.bytes(path) ?? new Uint8Array()])))
}

/**
 * An interactor in C++ for testlib, or in C or C++ that gets the input and the answer and says no with exit code 1. The
 * others of DMOJ are in Python, or answer in ways of their own.
 */
function interactorOf(files: PackageFiles, config: Words, notes: Notes): CheckingProgram | null {
  if (config.interactive === undefined || config.interactive === null) return null
  const said = mapOf(config.interactive)
  const name = textOf(said.files) ?? textOf(Array.isArray(said.files) ? said.files[0] : undefined)
  const type = textOf(said.type) ?? 'default'
  const refuse = (what: string) =>
    new Refusal('PACKAGE_UNUSABLE', { file: files.full(INIT), what: `interactive: ${what}` })
  if (!name || (type !== 'testlib' && type !== 'default')) throw refuse(type)
  for (const key of ['args', 'flags']) if (listOf(said[key]).length > 0) throw refuse(key)
  const program = checkingProgram(files, name)
  notes.understood('interactor', {}, files.full(name))
  if (type === 'testlib') return program
  if (!/^c(?:pp|\d)/.test(program.language)) throw refuse(`${type}, ${program.language}`)
  return { ...program, source: adaptChecker(program.source, { answerFirst: true, anyFailureIsWrong: false }) }
}

/** `file_io`: programs read and write files. */
function fileIoOf(config: Words): PackageProblem['fileIo'] {
  const { input, output } = mapOf(config.file_io)
  const [read, written] = [textOf(input), textOf(output)]
  return read && written ? { input: read, output: written } : null
}
