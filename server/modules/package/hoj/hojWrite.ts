import { LANGUAGES } from '#judge/languages.ts'
import { passesOf } from '#judge/needs.ts'
import {
  CASE_MODE_WORD,
  DIFFICULTY_CODE,
  JUDGE_MODE_WORD,
  removesEndBlank,
  SCORING_CODE,
  samplesText,
  VISIBILITY_CODE,
} from '../../problem/restCodes.ts'
import { languageNameOf } from '../../site/language.ts'
import { extensionFor } from '../../solution/languages.ts'
import { fullScoreOf } from '../../testset/testset.ts'
import { ownOf, type Places } from '../extension.ts'
import type { PackageProblem, PackageWriter, Written } from '../format.ts'
import { putRefereeTests } from '../refereeTests.ts'
import type { Notes } from '../report.ts'
import { OWN_KEY } from './hoj.ts'

/** Writes a problem in HOJ's zip: HOJ's fields, and the rest under one key that it ignores. */
export const writeHoj: PackageWriter = (problem, notes) => {
  const written: Written = new Map()
  const put = (path: string, content: string | Uint8Array) => {
    written.set(path, { content: typeof content === 'string' ? Buffer.from(content) : content })
    return path
  }
  const stem = `problem_${problem.displayId.replace(/[^A-Za-z0-9_-]/g, '_')}`
  const beside = `extra_${stem}`
  const named = (files: Record<string, string>, folder: string) =>
    Object.fromEntries(
      Object.entries(files).map(([name, text]) => [put(`${beside}/${folder}/${name}`, text), name]),
    )
  const program = problem.interactor ?? (problem.checker.kind === 'program' ? problem.checker : null)
  const checkerPath =
    problem.checker.kind === 'program' ? put(`${beside}/checker.txt`, problem.checker.source) : null
  const cases = problem.testcases.map(({ input, answer, name }, at) => ({
    input: put(`${stem}/${at + 1}.in`, input),
    answer: keepAnswer(put(`${stem}/${at + 1}.out`, answer ?? new Uint8Array()), answer),
    name,
  }))
  const places: Places = {
    checker: checkerPath,
    interactor: problem.interactor ? put(`${beside}/interactor.txt`, problem.interactor.source) : null,
    templates: named(problem.templates, 'templates'),
    userFiles: named(problem.userFiles, 'user'),
    judgeFiles: named(problem.judgeFiles, 'judge'),
    annexes: problem.annexes.map(({ name, content }) => ({
      name,
      file: put(`${beside}/annexes/${name}`, content),
    })),
    cases,
    solutions: problem.solutions.map(({ source, language }, at) => ({
      file: put(`${beside}/solutions/${at + 1}.${extensionFor(language)}`, source),
      added: '',
    })),
    makers: problem.makers.map(({ source, language, files }, at) => ({
      file: put(`${beside}/makers/${at + 1}.${extensionFor(language)}`, source),
      files: named(files, `makers/${at + 1}`),
    })),
    refereeTests: putRefereeTests(
      problem.refereeTests,
      put,
      ({ role }) => `${beside}/tests/${role.toLowerCase()}`,
    ),
  }
  sayWhatIsForeign(problem, notes)
  const own = ownOf(problem, places, {
    statements: problem.statements,
    samples: problem.samples,
    sources: {},
  })
  put(`${stem}.json`, `${JSON.stringify({ ...wordsOf(problem, program), [OWN_KEY]: own }, null, 2)}\n`)
  return written
}

const keepAnswer = (path: string, answer: Uint8Array | null) => (answer === null ? null : path)

function sayWhatIsForeign(problem: PackageProblem, notes: Notes): void {
  const { checker, annexes, solutions, statements } = problem
  if (checker.kind !== 'program' && checker.kind !== 'default')
    notes.converted('checkerClosest', { name: checker.kind })
  const program = problem.interactor ?? (checker.kind === 'program' ? checker : null)
  if (program?.convention === 'kattis') notes.leftOut('checkerArguments')
  if (program?.convention === 'polygon') notes.leftOut('interactorChecker')
  const passes = passesOf(problem)
  if (passes > 1) notes.leftOut('passes', { passes })
  if (problem.outputOnly) notes.leftOut('outputOnly')
  if (annexes.length > 0) notes.converted('attachments', { count: annexes.length })
  if (solutions.length > 0) notes.converted('solutions', { count: solutions.length })
  if (statements.length > 1) notes.converted('language', { language: statements[1]?.locale ?? '' })
}

/** The languages of a problem; none are named where all are allowed. */
const namedKeys = ({ languageKeys }: PackageProblem): readonly string[] =>
  languageKeys.length > 0 ? languageKeys : LANGUAGES.map(({ key }) => key)

/** The JSON of HOJ; ids, times and groups are assigned by the importer. */
function wordsOf(
  problem: PackageProblem & { displayId: string },
  program: { language: string; source: string } | null,
) {
  const statement = problem.statements.find(({ locale }) => locale === 'zh-CN') ?? problem.statements[0]
  const mode = problem.interactor ? 'INTERACTIVE' : problem.checker.kind === 'program' ? 'CHECKER' : 'DEFAULT'
  const { input = '', output = '' } = problem.fileIo ?? {}
  return {
    judgeMode: JUDGE_MODE_WORD[mode],
    // HOJ takes an empty list for no language.
    languages: namedKeys(problem).map(languageNameOf),
    samples: problem.testcases.map(({ score, subtask }, at) => ({
      input: `${at + 1}.in`,
      output: `${at + 1}.out`,
      ...(problem.scoring === 'OI' ? { score } : {}),
      ...(subtask > 0 ? { groupNum: subtask } : {}),
    })),
    tags: problem.tags,
    problem: {
      problemId: problem.displayId,
      title: statement?.title ?? problem.displayId,
      description: statement?.description ?? '',
      input: statement?.input ?? '',
      output: statement?.output ?? '',
      hint: statement?.hint ?? '',
      source: statement?.source ?? '',
      examples: samplesText(problem.samples),
      type: SCORING_CODE[problem.scoring],
      auth: VISIBILITY_CODE[problem.visibility ?? 'PUBLIC'],
      difficulty: DIFFICULTY_CODE[problem.difficulty],
      timeLimit: problem.timeMs,
      memoryLimit: problem.memoryMb,
      stackLimit: problem.stackMb,
      ioScore: fullScoreOf(problem.scoring, problem.caseMode, problem.testcases),
      codeShare: problem.codeShare,
      openCaseResult: problem.openCases,
      isRemoveEndBlank: removesEndBlank(problem.checker),
      judgeMode: JUDGE_MODE_WORD[mode],
      judgeCaseMode: CASE_MODE_WORD[problem.caseMode],
      spjCode: program?.source ?? null,
      spjLanguage: program ? (program.language.startsWith('c11') ? 'C' : 'C++') : null,
      isFileIO: problem.fileIo !== null,
      ioReadFileName: input || null,
      ioWriteFileName: output || null,
    },
    codeTemplates: Object.entries(problem.templates).map(([key, code]) => ({
      code,
      language: languageNameOf(key),
    })),
    userExtraFile: problem.userFiles,
    judgeExtraFile: problem.judgeFiles,
  }
}
