/** Between the limits of a problem and those of a box, and between what a box says and a verdict. */

import { constants } from 'node:os'
import { crashMessage, crashOf } from './health/crash.ts'
import type { Language, Toolbox } from './languages/language.ts'
import { say } from './messages.ts'
import type { Limits, Verdict } from './protocol.ts'
import type { RunLimits, RunOutcome } from './sandbox/box.ts'

const MIB = 1024 * 1024

/** No program is cut off below this much output, however short the answer is. */
export const OUTPUT_FLOOR = 32 * MIB

/** The same for what a program says to an interactor, which may keep many times as much of it in memory. */
export const TALK_FLOOR = OUTPUT_FLOOR / 2

/** The limits that count for a program: those of the problem times the factors of its language. */
export type Allowance = {
  timeMs: number
  memoryBytes: number
  /** What the box enforces, with the share of the runtime. */
  box: RunLimits
}

/**
 * The rule at the edge of the time limit. The verdict is decided by the CPU time that was measured, so the box
 * kills a program not at its limit but a twentieth later, which no program gets to keep. One that ended by itself
 * in that twentieth may owe it to what else the host was doing: it is run once more, and the shorter time counts.
 * One within its limit has nothing to gain, so its first run stands. Wall time is a backstop against programs
 * that sleep.
 */
const EDGE = 0.05
/** The box looks no closer than this. */
const LEAST_SLACK_MS = 20

/** In real time every run has so much more than its CPU time, for its start and its end. */
const STARTING_MS = 200

/** What a program of a language may use on one case whose expected output is `expectedBytes` long. */
export function allowance(
  limits: Limits,
  language: Language,
  expectedBytes: number,
  floor = OUTPUT_FLOOR,
): Allowance {
  const timeMs = limits.timeMs * language.timeFactor
  const memoryBytes = limits.memoryMb * language.memoryFactor * MIB
  return {
    timeMs,
    memoryBytes,
    box: {
      cpuMs: timeMs + Math.max(LEAST_SLACK_MS, Math.ceil(EDGE * timeMs)),
      wallMs: 3 * (timeMs + STARTING_MS),
      memoryBytes: memoryBytes + language.runtimeMb * MIB,
      stackBytes: limits.stackMb * MIB,
      outputBytes: limits.outputBytes ?? Math.max(2 * expectedBytes, floor),
      processes: limits.processes + language.runtimeProcesses,
    },
  }
}

/**
 * How long all cases of a submission together may take in real time: twice what their programs may compute. Each case
 * has a wall limit of its own, three times its share, but many that wait long would hold a place of the judge for
 * minutes. A program that computes never comes near.
 */
export const wallBudget = ({ timeMs }: Allowance, cases: number): number => 2 * cases * (timeMs + STARTING_MS)

/** What the command line of a program may depend on. */
export const toolboxFor = (limits: Limits, language: Language, tool: Toolbox['tool']): Toolbox => ({
  tool,
  memoryMb: limits.memoryMb * language.memoryFactor,
  stackMb: limits.stackMb,
})

/** How a run ended, before anybody has looked at its output: `verdict` is null when it ended well. */
export type Ending = { verdict: Verdict | null; timeMs: number; memoryKb: number; message: string | null }

// Backwards, because of two names for one number the first is the one people know.
const SIGNAL_NAMES = new Map(
  Object.entries(constants.signals)
    .toReversed()
    .map(([name, number]) => [number, name]),
)

/** `SIGSEGV` for 11; null for a number without a name. */
export const signalName = (number: number): string | null => SIGNAL_NAMES.get(number) ?? null

/** Did a wall kill hit a program that was computing? Then the host was busy, not the program idle. */
export const starved = (outcome: RunOutcome) =>
  outcome.reason === 'wall' && outcome.cpuUs * 12 > outcome.wallUs

/** What of a submission's real time a run took (ms): of one that computed only that, for the rest the host was busy. */
export const heldMs = (cpuUs: number, wallUs: number): number =>
  (cpuUs * 12 > wallUs ? Math.min(cpuUs, wallUs) : wallUs) / 1000

/** Did a program end by itself so little past its limit that the host may be to blame? */
export const barelyLate = ({ reason, cpuUs }: RunOutcome, { timeMs }: Allowance) =>
  reason === 'exited' && cpuUs > timeMs * 1000 && cpuUs <= timeMs * 1000 * (1 + EDGE)

/**
 * The verdict of a run, in the order that counts: box, memory, time, output, exit. Figures stop at the limits; `lines`
 * is how many the source has.
 */
export function endingOf(
  outcome: RunOutcome,
  allowed: Allowance,
  language: Language,
  stderr: string,
  lines = 0,
): Ending {
  const measured = {
    timeMs: Math.min(Math.floor(outcome.cpuUs / 1000), allowed.timeMs),
    memoryKb: Math.floor(Math.min(outcome.peakBytes, allowed.memoryBytes) / 1024),
  }
  const ended = (verdict: Verdict | null, message: string | null = null): Ending => ({
    ...measured,
    verdict,
    message,
  })

  if (outcome.reason === 'failed') return ended('JUDGE_ERROR', say('boxFailed', {}, outcome.detail ?? ''))
  if (outcome.reason === 'memory' || outcome.peakBytes > allowed.box.memoryBytes) {
    return { ...ended('MEMORY_LIMIT_EXCEEDED'), memoryKb: allowed.memoryBytes / 1024 }
  }
  if (outcome.reason === 'cpu' || outcome.cpuUs > allowed.timeMs * 1000) {
    return { ...ended('TIME_LIMIT_EXCEEDED'), timeMs: allowed.timeMs }
  }
  if (outcome.reason === 'wall')
    return { ...ended('TIME_LIMIT_EXCEEDED', say('idle')), timeMs: allowed.timeMs }
  if (outcome.reason === 'output') return ended('OUTPUT_LIMIT_EXCEEDED')
  if (outcome.reason === 'exited' && outcome.code === 0) return ended(null)
  if (language.outOfMemory?.test(stderr)) {
    return { ...ended('MEMORY_LIMIT_EXCEEDED'), memoryKb: allowed.memoryBytes / 1024 }
  }
  const crash = crashOf(language.crash, stderr, lines)
  return ended('RUNTIME_ERROR', crash ? crashMessage(crash) : exitMessage(outcome))
}

/** "Exited with code 3" or "killed by SIGSEGV". A shell's 128 + n is told as the signal it stands for. */
export function exitMessage(outcome: RunOutcome): string {
  if (outcome.reason !== 'signalled') return say('exitCode', { code: outcome.code })
  return say('signal', { signal: outcome.code, name: signalName(outcome.code) ?? `SIG${outcome.code}` })
}
