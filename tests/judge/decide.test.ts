import { expect, test } from 'vitest'
import type { Finding } from '#judge/checkers/finding.ts'
import type { Ending } from '#judge/limits.ts'
import { decide } from '#judge/modes/decide.ts'
import type { RunOutcome } from '#judge/sandbox/box.ts'

const MS = 1000
const ended = (reason: RunOutcome['reason'], code: number, wallMs: number, cpuMs = 1): RunOutcome => ({
  reason,
  code,
  wallUs: wallMs * MS,
  cpuUs: cpuMs * MS,
  peakBytes: 0,
  stdoutBytes: 0,
  stderrBytes: 0,
  detail: null,
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
  timeMs: 0,
  memoryKb: 0,
  message: null,
})

const well = ended('exited', 0, 100)
const exits = (code: number) => ended('exited', code, 100)
const LEFT = true
const STAYED = false

/** Whose word counts: `own` is the ending of the program. */
test.each<
  [string, RunOutcome, RunOutcome, boolean, Finding['verdict'], 'own' | 'interactor' | 'JUDGE_ERROR']
>([
  ['a conversation that went well', well, well, LEFT, 'ACCEPTED', 'interactor'],
  ['the same, the program first', well, well, STAYED, 'ACCEPTED', 'interactor'],
  ['one that went wrong', well, exits(1), LEFT, 'WRONG_ANSWER', 'interactor'],
  ['an interactor that crashed', well, ended('signalled', 11, 100), STAYED, 'JUDGE_ERROR', 'interactor'],
  ['a program that crashed', ended('signalled', 11, 100), exits(1), STAYED, 'WRONG_ANSWER', 'own'],
  ['found wrong, and crashing', ended('signalled', 6, 100), exits(1), LEFT, 'WRONG_ANSWER', 'interactor'],
  ['found wrong, and an exception at the end', exits(1), exits(1), LEFT, 'WRONG_ANSWER', 'interactor'],
  [
    'found malformed, and out of memory',
    ended('memory', 0, 99),
    well,
    LEFT,
    'PRESENTATION_ERROR',
    'interactor',
  ],
  ['found wrong, and waiting for ever', ended('wall', 0, 900), well, LEFT, 'WRONG_ANSWER', 'interactor'],
  ['found wrong, and computing on', ended('cpu', 0, 900, 800), well, LEFT, 'WRONG_ANSWER', 'interactor'],
  ['found right, and computing on', ended('cpu', 0, 900, 800), well, LEFT, 'ACCEPTED', 'own'],
  ['found right, and crashing', ended('signalled', 6, 100), well, LEFT, 'ACCEPTED', 'own'],
  [
    'found wrong, and killed by its pipe',
    ended('signalled', 13, 110),
    well,
    LEFT,
    'WRONG_ANSWER',
    'interactor',
  ],
  ['found right, and killed by its pipe', ended('signalled', 13, 900), well, LEFT, 'ACCEPTED', 'interactor'],
  ['dead of a signal of its own', ended('signalled', 13, 100), well, STAYED, 'WRONG_ANSWER', 'own'],
  ['both waiting', ended('wall', 0, 500), ended('exited', 1, 510), STAYED, 'WRONG_ANSWER', 'own'],
  [
    'waiting for an interactor that computes',
    ended('wall', 0, 500),
    ended('cpu', 0, 4000, 4000),
    ...([LEFT, 'JUDGE_ERROR', 'interactor'] as const),
  ],
  [
    'an interactor that runs wild when the program was ended for waiting',
    ended('wall', 0, 500),
    ended('cpu', 0, 2600, 2000),
    ...([STAYED, 'JUDGE_ERROR', 'own'] as const),
  ],
  [
    'waiting for one that computes too long',
    ended('wall', 0, 500),
    ended('exited', 0, 510, 480),
    ...([LEFT, 'ACCEPTED', 'JUDGE_ERROR'] as const),
  ],
  [
    'a crash of the interactor that startled the program',
    exits(1),
    ended('signalled', 6, 100),
    ...([LEFT, 'JUDGE_ERROR', 'interactor'] as const),
  ],
  [
    'a limit of the interactor that startled the program',
    ended('signalled', 13, 110),
    ended('cpu', 0, 100, 90),
    ...([LEFT, 'JUDGE_ERROR', 'interactor'] as const),
  ],
  ['an exit of the program that startled the interactor', exits(3), exits(1), STAYED, 'JUDGE_ERROR', 'own'],
  [
    'an interactor that fails long after the program',
    exits(3),
    ended('cpu', 0, 900, 800),
    ...([STAYED, 'JUDGE_ERROR', 'own'] as const),
  ],
  ['a box that failed', ended('failed', 0, 0), ended('exited', 0, 500), LEFT, 'JUDGE_ERROR', 'own'],
])('%s', (_, program, interactor, interactorLeft, verdict, whose) => {
  const finding: Finding = { verdict, share: null, message: null }
  const decided = decide({ program, interactor, interactorLeft, unheard: false }, endingOf(program), finding)
  if (whose === 'own') expect(decided).toBeNull()
  else if (whose === 'interactor') expect(decided).toBe(finding)
  else expect(decided?.verdict).toBe(whose)
})

/** What the program said (bytes) and whether it was still talking, and what the interactor had used of a limit. */
const SAID = 200_000
test.each<[string, RunOutcome, RunOutcome, { left?: boolean; said?: number; unheard?: boolean }, string]>([
  [
    'talked past its time',
    ended('signalled', 13, 2100),
    ended('cpu', 0, 2100, 2100),
    { left: true, said: SAID },
    'OUTPUT_LIMIT_EXCEEDED',
  ],
  [
    'out of time after a few words',
    ended('signalled', 13, 2100),
    ended('cpu', 0, 2100, 2100),
    { left: true, said: 100 },
    'JUDGE_ERROR',
  ],
  [
    'talked past its memory',
    well,
    { ...ended('memory', 0, 100), peakBytes: 256e6 },
    { left: true, said: 16e6 },
    'OUTPUT_LIMIT_EXCEEDED',
  ],
  [
    'out of memory after a few words',
    well,
    { ...ended('memory', 0, 100), peakBytes: 256e6 },
    { left: true, said: SAID },
    'JUDGE_ERROR',
  ],
  ['left alone, and never noticing', well, ended('cpu', 0, 2100, 2100), {}, 'WRONG_ANSWER'],
  ['crashing after much', well, ended('signalled', 11, 100), { left: true, said: 16e6 }, 'JUDGE_ERROR'],
])(
  'an interactor that is %s',
  (_, program, interactor, { left = false, said = 0, unheard = false }, verdict) => {
    const finding: Finding = { verdict: 'JUDGE_ERROR', share: null, message: null }
    const pair = { program, interactor, interactorLeft: left, unheard }
    expect(decide(pair, endingOf(program), finding, said)?.verdict).toBe(verdict)
  },
)

test('a program that is still talking when its time is up has not been kept waiting', () => {
  const pair = {
    program: ended('wall', 0, 500),
    interactor: ended('exited', 0, 510, 480),
    interactorLeft: true,
  }
  const finding: Finding = { verdict: 'ACCEPTED', share: null, message: null }
  const verdictOf = (unheard: boolean, said: number) =>
    decide({ ...pair, unheard }, endingOf(pair.program), finding, said)?.verdict ?? 'own'
  expect(verdictOf(false, 100)).toBe('JUDGE_ERROR')
  expect(verdictOf(true, 100)).toBe('own')
  expect(verdictOf(false, SAID)).toBe('own')
})
