/**
 * A checker or an interactor that is a program, and what its end means. Three conventions are understood:
 * this site's exit codes (0 or 100 right, 99 partial, 101 presentation, 102 wrong, 103 error), testlib's
 * own codes, told by the words on stderr, and whatever mixes them.
 */

import { BASE_ENV, type Program } from '../compile.ts'
import { exitMessage, toolboxFor } from '../limits.ts'
import { say } from '../messages.ts'
import type { Place } from '../place.ts'
import type { Limits, MessageKey } from '../protocol.ts'
import type { BoxFile, RunLimits, RunOutcome, RunSpec, SlotSpec } from '../sandbox/box.ts'
import { head, type Scratch } from '../scratch.ts'
import { accepted, type CheckedFiles, type Checker, type Finding, judgeError } from './finding.ts'

const MIB = 1024 * 1024

/** The limits of checkers, whatever the problem allows its contestants. */
const CHECKER_LIMITS: Limits = {
  timeMs: 16_000,
  memoryMb: 512,
  stackMb: 128,
  outputBytes: 16 * MIB,
  processes: 64,
}
const CHECKER_BOX: RunLimits = {
  cpuMs: 16_000,
  wallMs: 48_000,
  memoryBytes: 512 * MIB,
  stackBytes: 128 * MIB,
  outputBytes: 16 * MIB,
  processes: 128,
}
/** A checker may write a little beside its verdict; an interactor its second argument. */
const WRITABLE_BYTES = 64 * MIB
/** Words beyond this are not kept. */
const WORDS_BYTES = 64 * 1024

/** The names under which a checking program finds the files of a case. */
const IN_BOX = { input: 'input', output: 'user_output', answer: 'answer' } as const

/** The slot of a checking program, with what its author put beside it. */
export function checkingSlot(
  { language, toolchain, path }: Program,
  beside: Record<string, string>,
): SlotSpec {
  const placed: BoxFile[] = Object.entries(beside).map(([name, content]) => ({ name, content }))
  placed.push({ name: language.product, path, mode: 0o755 })
  return {
    profile: 'checker',
    files: placed,
    writableBytes: WRITABLE_BYTES,
    roots: toolchain.roots,
    fullProc: language.fullProc ?? false,
  }
}

/** How a checking program is called: input, the contestant's output (an interactor may write it), answer. */
export function checkingRun(
  { language, toolchain }: Program,
  files: Omit<CheckedFiles, 'output'> & { output: string | null },
  streams: { stdout: string | null; stderr: string },
  limits: RunLimits = CHECKER_BOX,
): RunSpec {
  const placed: BoxFile[] = [
    { name: IN_BOX.input, path: files.input },
    { name: IN_BOX.answer, path: files.answer },
  ]
  if (files.output) placed.push({ name: IN_BOX.output, path: files.output })
  const argv = language.run(toolboxFor(CHECKER_LIMITS, language, toolchain.tool))
  return {
    argv: [...argv, `/w/${IN_BOX.input}`, `/w/${IN_BOX.output}`, `/w/${IN_BOX.answer}`],
    env: { ...BASE_ENV, ...language.runEnv },
    stdin: null,
    ...streams,
    stderrBytes: WORDS_BYTES,
    files: placed,
    limits: {
      ...limits,
      memoryBytes: limits.memoryBytes + language.runtimeMb * MIB,
      processes: limits.processes + language.runtimeProcesses,
    },
  }
}

/** A checker in a slot of its own; its words go to two files in `scratch`. */
export function programChecker(program: Program, place: Place, scratch: Scratch): Checker {
  const streams = { stdout: scratch.file('checker.out'), stderr: scratch.file('checker.err') }
  return async (files) => {
    const spec = checkingRun(program, files, streams)
    const outcome = await place.use(
      (slot) => slot.run(spec),
      ({ reason }) => reason === 'failed',
    )
    const [stdout, stderr] = [await head(streams.stdout, 4096), await head(streams.stderr, WORDS_BYTES)]
    return findingOf(outcome, stdout, stderr, 'checkerFailed')
  }
}

const MESSAGE_BYTES = 1024

/** What the end of a checking program means. */
export function findingOf(outcome: RunOutcome, stdout: string, stderr: string, failure: MessageKey): Finding {
  const words = stderr.trim().slice(0, MESSAGE_BYTES) || null
  const failed = (why: string) => judgeError(say(failure, {}, [why, words].filter(Boolean).join('\n')))
  if (outcome.reason === 'failed') return judgeError(say('boxFailed', {}, outcome.detail ?? ''))
  if (outcome.reason === 'signalled') return failed(exitMessage(outcome))
  if (outcome.reason !== 'exited') return failed(`${outcome.reason} limit exceeded`)

  switch (outcome.code) {
    case 0:
    case 100:
      return { ...accepted, message: words }
    case 99:
      return partial(percentage(stdout), words)
    case 101:
      return { verdict: 'PRESENTATION_ERROR', share: null, message: words }
    case 102:
      return { verdict: 'WRONG_ANSWER', share: null, message: words }
    case 103:
      return failed('')
    default:
      return byWords(stderr.trim(), words) ?? failed(exitMessage(outcome))
  }
}

/** What testlib says before the message of each verdict. */
function byWords(text: string, words: string | null): Finding | null {
  if (text.startsWith('ok ')) return { ...accepted, message: words }
  if (text.startsWith('wrong answer')) return { verdict: 'WRONG_ANSWER', share: null, message: words }
  if (text.startsWith('wrong output format')) return { verdict: 'WRONG_ANSWER', share: null, message: words }
  const points = /^(?:partially correct \((\d+(?:\.\d+)?)\)|points (\d+(?:\.\d+)?))/.exec(text)
  return points ? partial(percentage(points[1] ?? points[2] ?? ''), words) : null
}

/** A number of percent at the start of a text, as a share; null when there is none. */
function percentage(text: string): number | null {
  const number = /^\s*(\d+(?:\.\d+)?)/.exec(text)?.[1]
  return number === undefined ? null : Math.min(Number(number), 100) / 100
}

/** A hundred percent is right; a partial result without a number earns nothing. */
const partial = (share: number | null, message: string | null): Finding =>
  share === 1 ? { ...accepted, message } : { verdict: 'PARTIALLY_ACCEPTED', share, message }
