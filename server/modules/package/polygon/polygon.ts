import type { CheckerSpec, CheckingProgram, Verdict } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import { checkingLanguageOf, languageOfPolygon } from '../../solution/languages.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { rootsOf } from '../../testset/sections.ts'
import {
  type Found,
  type PackageMaker,
  type PackageProblem,
  type PackageReader,
  type PackageSolution,
  PLAIN,
  shownSample,
} from '../format.ts'
import { Annexes } from '../latex/statement.ts'
import { wordOfPath } from '../makers.ts'
import { judgingOf } from '../oi/programs.ts'
import { readPolygonRefereeTests } from '../refereeTests.ts'
import type { Notes } from '../report.ts'
import { childrenOf, descend, parseXml, type Xml } from '../xml.ts'
import { readPolygonResources } from './polygonResources.ts'
import { readPolygonStatements } from './polygonStatement.ts'
import { pathOf, readPolygonTests } from './polygonTests.ts'
import { STANDARD_CHECKERS } from './standardCheckers.ts'

/** Polygon packages; only full ones, with the generated tests. */
export const polygon: PackageReader = {
  key: 'polygon',
  find: (files) =>
    rootsOf(files.paths, (name) => name === 'problem.xml')
      .filter((root) => /<problem[\s>]/.test(files.within(root).text('problem.xml')?.slice(0, 4096) ?? ''))
      .map((root): Found => ({ at: root, read: (notes) => readPolygon(files.within(root), notes) })),
}

function readPolygon(files: PackageFiles, notes: Notes): PackageProblem {
  const problem = parseXml(files.bytes('problem.xml') ?? '', files.full('problem.xml'))
  const judging = descend(problem, 'judging')
  const assets = descend(problem, 'assets')
  const annexes = new Annexes()
  const { statements, samples: shown } = readPolygonStatements(files, problem, annexes, notes)
  const { userFiles, judgeFiles } = readPolygonResources(files, problem, notes)
  const interactor = interactorOf(files, assets, judgeFiles, notes)
  const runCount = Number(judging?.attributes['run-count'] ?? '1')
  if (runCount > 1) {
    throw new Refusal('PACKAGE_UNUSABLE', {
      file: files.full('problem.xml'),
      what: `run-count="${runCount}"`,
    })
  }
  const checker =
    interactor && interactor.convention !== 'polygon' ? PLAIN.checker : checkerOf(files, assets, notes)
  const { isPartial } = judgingOf({ checker, interactor })
  const tests = readPolygonTests(files, { judging, isPartial }, notes)
  leaveOut(files, notes)
  return {
    ...PLAIN,
    packageKey: problem.attributes['short-name'],
    scoring: tests.scored ? 'OI' : 'ACM',
    caseMode: tests.caseMode,
    timeMs: tests.timeMs ?? PLAIN.timeMs,
    memoryMb: tests.memoryMb ?? PLAIN.memoryMb,
    stackMb: tests.memoryMb ?? PLAIN.stackMb,
    checker,
    interactor,
    fileIo: fileIoOf(files, judging),
    userFiles,
    judgeFiles,
    statements,
    samples: (shown.length > 0 ? shown : tests.samples).map(shownSample),
    testcases: tests.cases,
    tags: childrenOf(descend(problem, 'tags'), 'tag').flatMap(({ attributes }) => attributes.value ?? []),
    annexes: annexes.list,
    solutions: solutionsOf(files, assets, notes),
    makers: makersOf(files, problem, assets, notes),
    script: tests.script,
    refereeTests: readPolygonRefereeTests(files, assets, pathOf),
  }
}

/** Input and output file; refuses one without the other, which the judge does not offer. */
function fileIoOf(files: PackageFiles, judging: Xml | undefined): PackageProblem['fileIo'] {
  const { 'input-file': input = '', 'output-file': output = '' } = judging?.attributes ?? {}
  if (input && output) return { input, output }
  if (!input && !output) return null
  throw new Refusal('PACKAGE_UNUSABLE', {
    file: files.full('problem.xml'),
    what: `input-file="${input}" output-file="${output}"`,
  })
}

const TOKENS: CheckerSpec = { kind: 'tokens', caseSensitive: true }
function checkerOf(files: PackageFiles, assets: Xml | undefined, notes: Notes): CheckerSpec {
  const checker = descend(assets, 'checker')
  const name = (checker?.attributes.name ?? '').replace(/^std::/, '')
  const isStandard = checker?.attributes.name?.startsWith('std::')
  const standard = isStandard ? STANDARD_CHECKERS[name.replace(/\.cpp$/, '')] : undefined
  if (standard) {
    notes.converted('checkerBuiltIn', { name: `std::${name} → ${standard.kind}` })
    return standard
  }
  const program = programOf(files, descend(checker, 'source'))
  if (!program) {
    if (!checker) return TOKENS
    throw new Refusal('PACKAGE_UNUSABLE', { file: files.full('problem.xml'), what: 'checker' })
  }
  notes.understood('checkerProgram', {}, files.full(descend(checker, 'source')?.attributes.path ?? ''))
  return { kind: 'program', ...program }
}

/** Whether a source of an interactor may write the file that Polygon hands to the checker. */
const mayWrite = (source: string) =>
  /\b(?:tout|argv|fopen|freopen|fstream|ofstream|open)\b/.test(
    source.replace(/\bregisterInteraction\s*\(.*?\)|\bmain\s*\(.*?\)/gs, ''),
  )

/**
 * Reads the interactor. As on Polygon, the checker judges what it writes to a file; of one that writes none, the checker
 * could see nothing and is left out.
 */
function interactorOf(
  files: PackageFiles,
  assets: Xml | undefined,
  judgeFiles: Record<string, string>,
  notes: Notes,
): CheckingProgram | null {
  const interactor = descend(assets, 'interactor')
  if (!interactor) return null
  const source = descend(interactor, 'source')
  const program = programOf(files, source)
  if (!program) throw new Refusal('PACKAGE_UNUSABLE', { file: files.full('problem.xml'), what: 'interactor' })
  notes.understood('interactor', {}, files.full(source?.attributes.path ?? ''))
  if (!descend(assets, 'checker')) return program
  if ([program.source, ...Object.values(judgeFiles)].some(mayWrite))
    return { ...program, convention: 'polygon' }
  notes.leftOut('checkerProgram', {}, files.full('problem.xml'))
  return program
}

function programOf(files: PackageFiles, source: Xml | undefined): CheckingProgram | null {
  const path = source?.attributes.path
  if (!path) return null
  const found = languageOfPolygon(source.attributes.type ?? '', path)
  const language = found?.startsWith('cpp') || found?.startsWith('c11') ? found : checkingLanguageOf(path)
  const text = files.text(path)
  return language && text !== null ? { language, source: text, convention: 'testlib' } : null
}

const WRONG: Verdict[] = ['WRONG_ANSWER', 'PRESENTATION_ERROR']
const SLOW: Verdict[] = ['TIME_LIMIT_EXCEEDED']
const LARGE: Verdict[] = ['MEMORY_LIMIT_EXCEEDED', 'RUNTIME_ERROR']
const ANY: Verdict[] = [...WRONG, ...SLOW, ...LARGE, 'OUTPUT_LIMIT_EXCEEDED']

const EXPECTED: Record<string, Verdict[]> = {
  main: ['ACCEPTED'],
  accepted: ['ACCEPTED'],
  'wrong-answer': WRONG,
  'presentation-error': WRONG,
  'time-limit-exceeded': SLOW,
  'time-limit-exceeded-or-accepted': [...SLOW, 'ACCEPTED'],
  'time-limit-exceeded-or-memory-limit-exceeded': [...SLOW, ...LARGE],
  'memory-limit-exceeded': LARGE,
  failed: ['RUNTIME_ERROR', 'OUTPUT_LIMIT_EXCEEDED'],
  rejected: ANY,
}

function solutionsOf(files: PackageFiles, assets: Xml | undefined, notes: Notes): PackageSolution[] {
  const solutions = childrenOf(descend(assets, 'solutions'), 'solution').flatMap((solution) => {
    const { path = '', type = '' } = descend(solution, 'source')?.attributes ?? {}
    const source = files.text(path)
    const language = languageOfPolygon(type, path)
    if (source === null || language === null) {
      notes.leftOut('solutionLanguage', {}, files.full(path))
      return []
    }
    const expected = EXPECTED[solution.attributes.tag ?? ''] ?? []
    return [{ name: path.slice(path.lastIndexOf('/') + 1), language, source, expected, score: null }]
  })
  if (solutions.length > 0) notes.understood('solutions', { count: solutions.length })
  return solutions
}

/** Validators are listed as such; generators are the other programs that a test calls. */
function makersOf(files: PackageFiles, problem: Xml, assets: Xml | undefined, notes: Notes): PackageMaker[] {
  const called = new Set(
    childrenOf(descend(problem, 'judging'), 'testset').flatMap((set) =>
      childrenOf(descend(set, 'tests'), 'test').map(
        ({ attributes }) => attributes.cmd?.trim().split(/\s+/)[0],
      ),
    ),
  )
  const read = (role: PackageMaker['role'], source: Xml | undefined): PackageMaker[] => {
    const { path = '', type = '' } = source?.attributes ?? {}
    const text = files.text(path)
    const language = languageOfPolygon(type, path)
    if (text === null || language === null) {
      if (path) notes.leftOut('otherFiles', {}, files.full(path))
      return []
    }
    return [{ role, name: wordOfPath(path), language, source: text, files: {}, convention: 'testlib' }]
  }
  const executables = childrenOf(descend(problem, 'files', 'executables'), 'executable')
  const validators = childrenOf(descend(assets, 'validators'), 'validator')
  return [
    ...executables
      .map((one) => descend(one, 'source'))
      .filter((source) => called.has(wordOfPath(source?.attributes.path ?? '').replace(/\.[^.]*$/, '')))
      .flatMap((source) => read('GENERATOR', source)),
    ...validators.flatMap((one) => read('VALIDATOR', descend(one, 'source'))),
  ]
}

function leaveOut(files: PackageFiles, notes: Notes): void {
  for (const folder of ['scripts', 'tutorial', 'stresses']) {
    if (files.paths.some((path) => path.startsWith(`${folder}/`))) {
      notes.leftOut('otherFiles', {}, files.full(folder))
    }
  }
}
