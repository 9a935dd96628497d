import type { CheckingProgram } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { type PackageProblem, type PackageReader, PLAIN } from '../format.ts'
import { checkingProgram, judgingOf } from '../oi/programs.ts'
import { settingsReader } from '../oi/settingsReader.ts'
import { limitsTaken, statementBesideTests } from '../oi/statement.ts'
import type { Notes } from '../report.ts'
import { casesOfSubtasks } from '../scoring/caseFiles.ts'
import { type Loose, mapOf, numberOf, parseYaml, textOf } from '../yaml.ts'
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
  const tests = archive && files.foldersIn('').includes(archive) ? files.within(archive) : files
  if (config.pretest_test_cases !== undefined)
    notes.leftOut('key', { key: 'pretest_test_cases', value: '' }, file)
  const { cases, caseMode } = casesOfSubtasks(
    tests,
    subtasksOf(tests, config, judging, notes),
    judging,
    notes,
  )
  const title = files.name || archive?.replace(/\.zip$/i, '') || INIT
  return {
    ...PLAIN,
    ...statementBesideTests(files, { title, locale: 'en-US' }, notes),
    ...limitsTaken(notes),
    scoring: 'OI',
    caseMode,
    outputBytes: numberOf(config.output_limit_length),
    fileIo: fileIoOf(config),
    checker,
    interactor,
    testcases: cases,
  }
}

/** An interactor in C++ for testlib; the others of DMOJ are in Python, or answer in ways of their own. */
function interactorOf(files: PackageFiles, config: Words, notes: Notes): CheckingProgram | null {
  if (config.interactive === undefined || config.interactive === null) return null
  const said = mapOf(config.interactive)
  const name = textOf(said.files) ?? textOf(Array.isArray(said.files) ? said.files[0] : undefined)
  const type = textOf(said.type) ?? 'default'
  if (!name || type !== 'testlib')
    throw new Refusal('PACKAGE_UNUSABLE', { file: files.full(INIT), what: `interactive: ${type}` })
  notes.understood('interactor', {}, files.full(name))
  return checkingProgram(files, name)
}

/** `file_io`: programs read and write files. */
function fileIoOf(config: Words): PackageProblem['fileIo'] {
  const { input, output } = mapOf(config.file_io)
  const [read, written] = [textOf(input), textOf(output)]
  return read && written ? { input: read, output: written } : null
}
