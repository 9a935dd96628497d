import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SeedCase, SeedProblem } from '#prisma/seed/types.ts'

type Ended = { code: number | null; output: string; errors: string }

/** Runs a program to its end, without judge or sandbox. */
function run(program: string, args: string[], cwd: string, input = '') {
  return new Promise<Ended>((resolve, reject) => {
    const child = spawn(program, args, { cwd })
    let [output, errors] = ['', '']
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (errors += text))
    child.on('error', reject)
    // A program may end before it has read its input.
    child.stdin.on('error', () => {})
    child.on('close', (code) => resolve({ code, output, errors }))
    child.stdin.end(input)
  })
}

const compile = promisify(execFile)

/** Compiles a program in a folder of its own, which is gone when `use` has ended. */
async function withProgram<Result>(
  source: string,
  beside: Record<string, string>,
  use: (program: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'seed-'))
  try {
    for (const [name, content] of Object.entries({ ...beside, 'main.cpp': source }))
      await writeFile(join(folder, name), content)
    await compile('g++', ['-O2', '-std=c++17', '-w', 'main.cpp', '-o', 'main'], { cwd: folder })
    return await use(join(folder, 'main'), folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What a solution prints for an input. */
export const outputOf = ({ userFiles }: SeedProblem, source: string, input: string): Promise<string> =>
  withProgram(source, userFiles, async (program, folder) => (await run(program, [], folder, input)).output)

/** Verdict and share of the score by the exit code of a checker of the seed. */
function outcomeOf({ code, output, errors }: Ended): string {
  if (code === 0) return 'ACCEPTED 1'
  if (code === 99) return `PARTIALLY_ACCEPTED ${Number(output) / 100}`
  if (code === 101) return 'PRESENTATION_ERROR 0'
  if (code === 102) return 'WRONG_ANSWER 0'
  throw new Error(`a checker ended with ${code}: ${errors}`)
}

/** What the checker of a problem says of outputs for a testcase: verdict, and share of the score. */
export function checkedBy(
  { checker, judgeFiles, displayId }: SeedProblem,
  testcase: SeedCase,
  outputs: string[],
) {
  if (checker.kind !== 'program') throw new Error(`${displayId} has no checker of its own`)
  return withProgram(checker.source, judgeFiles, async (program, folder) => {
    const outcomes: string[] = []
    for (const output of outputs) {
      const files = { input: testcase.input, output, answer: testcase.answer ?? '' }
      for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
      outcomes.push(outcomeOf(await run(program, Object.keys(files), folder)))
    }
    return outcomes
  })
}
