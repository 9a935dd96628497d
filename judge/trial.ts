/** A test run with the user's own input: a judgement of one case that is not stored. */

import { writeFile } from 'node:fs/promises'
import { compareDefault } from './checkers/default.ts'
import { accepted } from './checkers/finding.ts'
import { compileReferee } from './checking.ts'
import type { Toolchain } from './languages/probe.ts'
import { say } from './messages.ts'
import { batchMode } from './modes/batch.ts'
import type { Stage } from './modes/mode.ts'
import { Place } from './place.ts'
import { PROTOCOL_VERSION, type TrialReport, type TrialTask, type Verdict } from './protocol.ts'
import { head, Scratch } from './store/scratch.ts'
import type { Workshop } from './worker.ts'

/** Characters of output and error output that are shown. */
const SHOWN = 1000

/** Called when the compiled program starts, and the signal that cancels. */
export type TrialDesk = { running: () => void; signal: AbortSignal }

/** Compiles and runs once; rejects when this host cannot, or when it is cancelled. */
export async function tryProgram(task: TrialTask, shop: Workshop, desk: TrialDesk): Promise<TrialReport> {
  if (task.version !== PROTOCOL_VERSION) return ended('JUDGE_ERROR', say('taskVersion'))
  const toolchain = shop.toolchains.get(task.language)
  if (!toolchain) return ended('JUDGE_ERROR', say('languageMissing', { language: task.language }))
  if (task.judging) return tryToCompile(task, task.judging.files, toolchain, shop, desk)
  const made = await shop.compiler.compile(toolchain, task.source, task.userFiles, desk.signal)
  if ('refused' in made) return ended('COMPILE_ERROR', made.refused)
  if ('failed' in made) return ended('JUDGE_ERROR', made.failed)

  const { program } = made
  const scratch = Scratch.open(shop.scratchFolder)
  const [input, answer] = [scratch.file('input'), scratch.file('expected')]
  const places: Place[] = []
  const stage: Stage = {
    task,
    program,
    scratch,
    sandbox: shop.sandbox,
    testset: { input: async () => input, answer: async () => answer, shortAnswer: async () => null },
    place: (spec) => {
      const place = new Place(shop.sandbox, desk.signal, spec)
      places.push(place)
      return place
    },
  }
  const mode = batchMode(stage, async (files) =>
    task.expected === null ? accepted : compareDefault(files, task.ignoreTrailingBlanks),
  )
  try {
    await writeFile(input, task.input)
    await writeFile(answer, task.expected ?? '')
    desk.running()
    const size = Buffer.byteLength(task.expected ?? '')
    const blob = { hash: '', size, name: '' }
    const { check } = await mode({ index: 1, subtask: 0, score: 0, input: blob, answer: blob })
    const { verdict, timeMs, memoryKb, message } = await check()
    const output = await excerpt(scratch.file('output1'))
    const errorOutput = await excerpt(scratch.file('errors1'))
    return { verdict, timeMs, memoryKb, output, errorOutput, message }
  } finally {
    await Promise.all(places.map((place) => place.close()))
    program.release()
    scratch.remove()
  }
}

/** Only compiles a checker or an interactor, the way it is compiled when it judges. */
async function tryToCompile(
  task: TrialTask,
  files: Record<string, string>,
  toolchain: Toolchain,
  shop: Workshop,
  { signal }: TrialDesk,
): Promise<TrialReport> {
  const made = await compileReferee(shop, toolchain, task, files, signal)
  if ('refused' in made) return ended('COMPILE_ERROR', made.refused)
  if ('failed' in made) return ended('JUDGE_ERROR', made.failed)
  made.program.release()
  return { ...ended('ACCEPTED', ''), message: null }
}

/** The first characters of a file, with dots where more followed. */
async function excerpt(path: string): Promise<string> {
  const characters = [...head(path, 4 * SHOWN + 4)]
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}...` : characters.join('')
}

const ended = (verdict: Verdict, message: string): TrialReport => ({
  verdict,
  timeMs: null,
  memoryKb: null,
  output: '',
  errorOutput: '',
  message,
})
