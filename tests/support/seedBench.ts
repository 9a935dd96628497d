import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Verdict } from '#judge/protocol.ts'
import type { SeedCase, SeedProblem, SeedSolution } from '#prisma/seed/types.ts'
import { casesOf } from './seedCases.ts'

/**
 * A second opinion on the seed: its programs compiled and run by hand, without judge or sandbox, and their
 * outputs compared by the few lines below. What the judge has to say of them must be the same.
 */

type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string; errors: string }
type CaseOutcome = { verdict: Verdict; share: number }

const failed = (verdict: Verdict): CaseOutcome => ({ verdict, share: 0 })
const passed: CaseOutcome = { verdict: 'ACCEPTED', share: 1 }

/** Run a command to its end. */
function run(command: string, args: string[], cwd: string, input = '') {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(command, args, { cwd })
    const output: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (bytes: Buffer) => output.push(bytes))
    child.stderr.on('data', (bytes: Buffer) => errors.push(bytes))
    // A program that ends without reading everything is no failure of ours.
    child.stdin.on('error', () => {})
    child.on('error', reject)
    child.on('close', (code, signal) =>
      resolve({ code, signal, output: `${Buffer.concat(output)}`, errors: `${Buffer.concat(errors)}` }),
    )
    child.stdin.end(input)
  })
}

/** The arguments that make a shell put its limits on before it becomes the program. */
const limited = ({ timeMs, memoryMb, stackMb }: SeedProblem['limits'], program: string) => [
  '-c',
  // Besides its data the address space holds the libraries; eight megabytes are enough for those.
  `ulimit -t ${Math.ceil(timeMs / 1000)} -v ${(memoryMb + 8) * 1024} -s ${Math.min(stackMb, memoryMb) * 512}; exec "$0"`,
  program,
]

/** What the end of a program says, before anybody looks at its output. */
function verdictOfEnd({ code, signal, errors }: Ended): Verdict {
  if (signal === 'SIGXCPU' || signal === 'SIGKILL') return 'TIME_LIMIT_EXCEEDED'
  if (errors.includes('bad_alloc')) return 'MEMORY_LIMIT_EXCEEDED'
  return code === 0 ? 'ACCEPTED' : 'RUNTIME_ERROR'
}

const words = (text: string) => text.split(/\s+/).filter(Boolean)
const rows = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((row) => row.trimEnd())
const isSame = (left: string[], right: string[]) => left.join('\n') === right.join('\n')

function compare(checker: SeedProblem['checker'], output: string, answer: string): Verdict {
  const right = (() => {
    switch (checker.kind) {
      case 'tokens': {
        const fold = (text: string) => (checker.caseSensitive ? text : text.toLowerCase())
        return isSame(words(fold(output)), words(fold(answer)))
      }
      case 'floats': {
        const [given, wanted] = [words(output).map(Number), words(answer).map(Number)]
        const isNear = (value: number, i: number) => {
          const error = Math.abs((given[i] ?? Number.NaN) - value)
          return error <= checker.absolute || error <= checker.relative * Math.abs(value)
        }
        return given.length === wanted.length && wanted.every(isNear)
      }
      case 'lines':
        return isSame(rows(output), rows(answer))
      case 'default':
        return checker.ignoreTrailingBlanks ? isSame(rows(output), rows(answer)) : output === answer
      default:
        throw new Error(`no comparison for ${checker.kind}`)
    }
  })()
  if (right) return 'ACCEPTED'
  const exact = checker.kind === 'default' && !checker.ignoreTrailingBlanks
  return exact && isSame(words(output.replace(/\s+/g, '')), words(answer.replace(/\s+/g, '')))
    ? 'PRESENTATION_ERROR'
    : 'WRONG_ANSWER'
}

/** The exit codes that a checker or interactor of the seed may end with. */
function verdictOfChecker({ code, output, errors }: Ended): CaseOutcome {
  if (code === 0) return passed
  if (code === 99) return { verdict: 'PARTIALLY_ACCEPTED', share: Number(output) / 100 }
  if (code === 101) return failed('PRESENTATION_ERROR')
  if (code === 102) return failed('WRONG_ANSWER')
  throw new Error(`a checker ended with ${code}: ${errors}`)
}

/** Verdict and score of a whole submission, from those of its cases. */
function conclude(problem: SeedProblem, cases: SeedCase[], outcomes: CaseOutcome[]) {
  const failure = outcomes.find(({ verdict }) => verdict !== 'ACCEPTED')
  if (problem.scoring === 'ACM') return { verdict: failure?.verdict ?? 'ACCEPTED', score: null }
  const earned = cases.map(({ subtask, score }, i) => ({
    subtask,
    score: Math.floor(score * (outcomes[i]?.share ?? 0)),
  }))
  const groups = [...new Set(cases.map(({ subtask }) => subtask))].map((subtask) =>
    earned.filter((it) => it.subtask === subtask).map((it) => it.score),
  )
  const sum = (scores: number[]) => scores.reduce((total, score) => total + score, 0)
  const scoreOfGroup = {
    ALL: sum,
    UNTIL_FAILURE: sum,
    SUBTASK_LOWEST: (scores: number[]) => Math.min(...scores),
    SUBTASK_AVERAGE: (scores: number[]) => Math.round(sum(scores) / scores.length),
  }[problem.caseMode]
  const verdict: Verdict = failure ? 'PARTIALLY_ACCEPTED' : 'ACCEPTED'
  return { verdict, score: sum(groups.map(scoreOfGroup)) }
}

/** A folder with a problem's checker or interactor compiled, in which its solutions are judged. */
export async function openBench(problem: SeedProblem) {
  const room = await mkdtemp(join(tmpdir(), 'seed-'))
  const cases = casesOf(problem)
  let programs = 0

  /** The path of the program, or null when the source does not compile. */
  async function compile(source: string, beside: Record<string, string>) {
    const folder = join(room, `program${programs++}`)
    await mkdir(folder)
    for (const [name, content] of Object.entries({ ...beside, 'main.cpp': source })) {
      await writeFile(join(folder, name), content)
    }
    const { code } = await run('g++', ['-O2', '-std=c++17', '-w', 'main.cpp', '-o', 'main'], folder)
    return code === 0 ? join(folder, 'main') : null
  }

  const helper = problem.interactor ?? (problem.checker.kind === 'program' ? problem.checker : null)
  const judge = helper ? await compile(helper.source, problem.judgeFiles) : null
  if (helper && !judge) throw new Error(`the checker or interactor of ${problem.displayId} does not compile`)

  /** What the problem's own checker says of an output. */
  async function check(testcase: SeedCase, output: string): Promise<CaseOutcome> {
    if (!judge) {
      const verdict = compare(problem.checker, output, testcase.answer ?? '')
      return verdict === 'ACCEPTED' ? passed : failed(verdict)
    }
    const files = { input: testcase.input, output, answer: testcase.answer ?? '' }
    for (const [name, content] of Object.entries(files)) await writeFile(join(room, name), content)
    return verdictOfChecker(await run(judge, Object.keys(files), room))
  }

  async function runBatch(program: string, testcase: SeedCase): Promise<CaseOutcome> {
    if (problem.fileIo) {
      await writeFile(join(room, problem.fileIo.input), testcase.input)
      await rm(join(room, problem.fileIo.output), { force: true })
    }
    const end = await run(
      'bash',
      limited(problem.limits, program),
      room,
      problem.fileIo ? '' : testcase.input,
    )
    const verdict = verdictOfEnd(end)
    if (verdict !== 'ACCEPTED') return failed(verdict)
    if (!problem.fileIo) return check(testcase, end.output)
    return check(testcase, await readFile(join(room, problem.fileIo.output), 'utf8').catch(() => ''))
  }

  /** Both programs at once, each one's output the other's input; the interactor has the word. */
  async function runTalk(program: string, testcase: SeedCase): Promise<CaseOutcome> {
    await writeFile(join(room, 'input'), testcase.input)
    const contestant = spawn('bash', limited(problem.limits, program), { stdio: ['pipe', 'pipe', 'ignore'] })
    const interactor = spawn(judge ?? '', ['input', 'record', 'answer'], { cwd: room })
    contestant.stdin.on('error', () => {})
    interactor.stdin.on('error', () => {})
    contestant.stdout.pipe(interactor.stdin)
    interactor.stdout.pipe(contestant.stdin)
    let errors = ''
    interactor.stderr.on('data', (bytes: Buffer) => {
      errors += bytes
    })
    const [code] = await Promise.all([
      new Promise<number | null>((resolve) => interactor.on('close', resolve)),
      new Promise((resolve) => contestant.on('close', resolve)),
    ])
    return verdictOfChecker({ code, signal: null, output: '', errors })
  }

  return {
    cases,
    check,

    /** What a program prints for an input that comes from standard input. */
    async outputOf(solution: SeedSolution, input: string) {
      const program = await compile(solution.source, problem.userFiles)
      return (await run(program ?? '', [], room, input)).output
    },

    /** Verdict and score of a solution on the whole test set; in ACM the first failure decides and ends it. */
    async judge(solution: SeedSolution) {
      const program = await compile(solution.source, problem.userFiles)
      if (!program) return { verdict: 'COMPILE_ERROR', score: null }
      const outcomes: CaseOutcome[] = []
      for (const testcase of cases) {
        const outcome = await (problem.interactor ? runTalk : runBatch)(program, testcase)
        outcomes.push(outcome)
        if (problem.scoring === 'ACM' && outcome.verdict !== 'ACCEPTED') break
      }
      return conclude(problem, cases, outcomes)
    },

    close: () => rm(room, { recursive: true }),
  }
}
