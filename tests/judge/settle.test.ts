import { expect, test } from 'vitest'
import type { Finding } from '#judge/checkers/finding.ts'
import type { Ending } from '#judge/limits.ts'
import { settle } from '#judge/modes/settle.ts'
import type { RunOutcome } from '#judge/sandbox/box.ts'

const MS = 1000
const ended = (reason: RunOutcome['reason'], code: number, wallMs: number, cpuMs = 1): RunOutcome => ({
  ...{ reason, code, wallUs: wallMs * MS, cpuUs: cpuMs * MS },
  ...{ peakBytes: 0, stdoutBytes: 0, stderrBytes: 0, detail: null },
})
const VERDICT: Partial<Record<RunOutcome['reason'], Ending['verdict']>> = {
  signalled: 'RUNTIME_ERROR',
  cpu: 'TIME_LIMIT_EXCEEDED',
  wall: 'TIME_LIMIT_EXCEEDED',
  memory: 'MEMORY_LIMIT_EXCEEDED',
  output: 'OUTPUT_LIMIT_EXCEEDED',
  failed: 'JUDGE_ERROR',
}
const endingOf = ({ reason, code }: RunOutcome): Ending => ({
  verdict: reason === 'exited' ? (code === 0 ? null : 'RUNTIME_ERROR') : (VERDICT[reason] ?? null),
  ...{ timeMs: 0, memoryKb: 0, message: null },
})

const well = ended('exited', 0, 100)
const AT_ONCE = 110
const LATER = 900

/** Whose word counts: `own` is the ending of the program. */
test.each<[string, RunOutcome, RunOutcome, Finding['verdict'], 'own' | 'interactor' | 'JUDGE_ERROR']>([
  ['a conversation that went well', well, well, 'ACCEPTED', 'interactor'],
  ['one that went wrong', well, ended('exited', 1, 100), 'WRONG_ANSWER', 'interactor'],
  ['an interactor that crashed', well, ended('signalled', 11, 100), 'JUDGE_ERROR', 'interactor'],
  ['a program that crashed', ended('signalled', 11, 100), ended('exited', 1, AT_ONCE), 'WRONG_ANSWER', 'own'],
  ['found wrong, and waiting for ever', ended('wall', 0, LATER), well, 'WRONG_ANSWER', 'interactor'],
  ['found wrong, and computing on', ended('cpu', 0, LATER, 800), well, 'WRONG_ANSWER', 'interactor'],
  ['found right, and computing on', ended('cpu', 0, LATER, 800), well, 'ACCEPTED', 'own'],
  [
    'found wrong, and killed by its pipe',
    ended('signalled', 13, AT_ONCE),
    well,
    'WRONG_ANSWER',
    'interactor',
  ],
  ['found right, and killed by its pipe', ended('signalled', 13, AT_ONCE), well, 'ACCEPTED', 'interactor'],
  ['found right, and talking on long after', ended('signalled', 13, LATER), well, 'ACCEPTED', 'own'],
  ['both waiting', ended('wall', 0, 500), ended('exited', 1, 510), 'WRONG_ANSWER', 'own'],
  [
    'waiting for an interactor that computes',
    ended('wall', 0, 500),
    ended('cpu', 0, 4000, 4000),
    'JUDGE_ERROR',
    'interactor',
  ],
  [
    'an interactor that runs wild when the program was ended for waiting',
    ended('wall', 0, 500),
    ended('cpu', 0, 2600, 2000),
    'JUDGE_ERROR',
    'own',
  ],
  [
    'waiting for one that computes too long',
    ended('wall', 0, 500),
    ended('exited', 0, 510, 480),
    'ACCEPTED',
    'JUDGE_ERROR',
  ],
  [
    'a crash of the interactor that startled the program',
    ended('exited', 1, AT_ONCE),
    ended('signalled', 6, 100),
    'JUDGE_ERROR',
    'interactor',
  ],
  [
    'a limit of the interactor that startled the program',
    ended('signalled', 13, AT_ONCE),
    ended('cpu', 0, 100, 90),
    'JUDGE_ERROR',
    'interactor',
  ],
  [
    'an exit of the program that startled the interactor',
    ended('exited', 3, 100),
    ended('exited', 1, AT_ONCE),
    'JUDGE_ERROR',
    'own',
  ],
  [
    'an interactor that fails long after the program',
    ended('exited', 3, 100),
    ended('cpu', 0, LATER, 800),
    'JUDGE_ERROR',
    'own',
  ],
  [
    'a program that runs wild after the interactor crashed',
    ended('cpu', 0, LATER, 800),
    ended('signalled', 11, 100),
    'JUDGE_ERROR',
    'interactor',
  ],
  ['a box that failed', ended('failed', 0, 0), ended('exited', 0, 500), 'JUDGE_ERROR', 'own'],
])('%s', (_, program, interactor, verdict, whose) => {
  const finding: Finding = { verdict, share: null, message: null }
  const settled = settle({ program, interactor }, endingOf(program), finding)
  if (whose === 'own') expect(settled).toBeNull()
  else if (whose === 'interactor') expect(settled).toBe(finding)
  else expect(settled?.verdict).toBe(whose)
})
