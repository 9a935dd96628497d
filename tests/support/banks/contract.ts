import type { Verdict } from '#judge/protocol.ts'
import { atcoder } from '#server/modules/bank/atcoder/atcoder.ts'
import type { Bank, BankFault, BankFaultKind, BankSending } from '#server/modules/bank/bank.ts'
import { codeforces, gym } from '#server/modules/bank/codeforces/codeforces.ts'
import { hdu } from '#server/modules/bank/hdu/hdu.ts'
import { libreoj } from '#server/modules/bank/libreoj/libreoj.ts'
import { poj } from '#server/modules/bank/poj/poj.ts'
import { spoj } from '#server/modules/bank/spoj/spoj.ts'
import { COMPILER as ATCODER_COMPILER } from './atcoder.ts'
import { COMPILER as CODEFORCES_COMPILER } from './codeforces.ts'
import type { FakeFault, FakeVerdict, RequestKind } from './fakeBank.ts'
import { COMPILER as LIBREOJ_COMPILER } from './libreoj.ts'

/** What a bank is asked for without sending code. */
export type Reading = 'problem' | 'signIn' | 'runs' | 'poll'

export type Refusal = [
  name: string,
  change: Partial<BankSending>,
  kind: BankFaultKind,
  /** What the detail has, or all of it. */
  words: string | RegExp,
]

/** What the contract has to know of one bank and its fake. */
export type ContractRow = {
  bank: Bank
  problemId: string
  languageId: string
  /** Language of a run in the fake, where that is not its id. */
  storedLanguage?: string
  /** A second problem, with one of its languages. */
  other: Pick<BankSending, 'problemId' | 'languageId'>
  /** Ids of problems that the bank does not have. */
  missing: string[]

  /** Details of faults: a wrong password, an unknown name, a locked account, code too soon after the last. */
  says: { wrong: string; unknown?: string; locked: string; fast: string | RegExp }
  /** Whether signing in with a session that lasts sends no password. */
  keepsSignIn?: true
  /** Readings that need a session. */
  forMembers: Reading[]
  /** Readings by POST, after which nobody knows whether the request arrived. */
  posts: Reading[]
  /** Kinds of faults that are not the usual ones. */
  faults?: Partial<Record<FakeFault, Partial<Record<Reading | 'form', BankFaultKind>>>>

  refusals: Refusal[]
  /** Whether the answer to code names its run. */
  namesRun?: true
  /** Whether the list has the runs of the session's account, whatever name is asked for. */
  listsOwnRuns?: true
  /** Whether halves of characters arrive as they are. */
  keepsHalves?: true
  /** The page that is asked for before code is sent. */
  form?: RequestKind
  /** The page that a redirect leads to after code was taken. */
  landing?: RequestKind
  /** The fault of a form that was sent with a session, and arrived without one. */
  lost?: Pick<BankFault, 'kind' | 'isSent'>

  /** States before the verdict. */
  states: ('WAITING' | 'COMPILING' | 'RUNNING')[]
  verdicts: Partial<Record<FakeVerdict, Verdict>>
  figures: Figures
  /** Figures of verdicts but acceptance, where they are others. */
  figuresOfOthers?: Figures
  /** Of a run that did not compile. */
  compileError: (id: string) => Figures & { message: string }
  /** Whether what the compiler said is on a page of its own. */
  hasMessagePage?: true
  /** Answer to an unknown id of a run: a state or a fault. */
  gone: { state: 'WAITING' } | { kind: BankFaultKind; detail: string }
}

type Figures = { timeMs: number | null; memoryKb: number | null }

const NOTHING: Figures = { timeMs: null, memoryKb: null }
const ZERO: Figures = { timeMs: 0, memoryKb: 0 }
const USUAL_STATES: ContractRow['states'] = ['WAITING', 'COMPILING', 'RUNNING']
const BASIC_VERDICTS = {
  AC: 'ACCEPTED',
  WA: 'WRONG_ANSWER',
  TLE: 'TIME_LIMIT_EXCEEDED',
  RE: 'RUNTIME_ERROR',
} as const
const LIMITS = { MLE: 'MEMORY_LIMIT_EXCEEDED', OLE: 'OUTPUT_LIMIT_EXCEEDED' } as const
const OLD_VERDICTS = { ...BASIC_VERDICTS, ...LIMITS, PE: 'PRESENTATION_ERROR' } as const

const HDU: ContractRow = {
  bank: hdu,
  problemId: '1001',
  languageId: '0',
  other: { problemId: '1002', languageId: '0' },
  missing: ['9999', 'x'],
  says: { wrong: '', locked: 'locked', fast: "Please don't re-submit in 5 seconds, thank you." },
  forMembers: [],
  posts: [],
  refusals: [
    ['short code', { source: 'short' }, 'REFUSED', 'Code length is improper'],
    ['long code', { source: 'x'.repeat(70_000) }, 'REFUSED', 'Code length is improper'],
    ['an unknown language', { languageId: '77' }, 'REFUSED', 'Language Error'],
    ['an unknown problem', { problemId: '9999' }, 'NO_PROBLEM', ''],
  ],
  landing: 'runs',
  states: USUAL_STATES,
  verdicts: OLD_VERDICTS,
  figures: { timeMs: 46, memoryKb: 1716 },
  compileError: (id) => ({
    ...ZERO,
    message: `0_${id}.cpp: In function 'int main()':\n0_${id}.cpp:3:5: error: 'cout' was not declared in this scope\n    cout<<1;\n    ^`,
  }),
  hasMessagePage: true,
  gone: { state: 'WAITING' },
}

const POJ: ContractRow = {
  bank: poj,
  problemId: '1001',
  languageId: '0',
  other: { problemId: '1002', languageId: '0' },
  missing: ['9999'],
  says: { wrong: '', locked: 'disabled', fast: "Sorry, please don't submit again within 10 seconds." },
  forMembers: ['poll'],
  posts: [],
  // The home page, which it asks for next, still shows the sign-in form.
  faults: { CHANGED: { signIn: 'WRONG_PASSWORD' } },
  refusals: [
    ['short code', { source: 'short' }, 'REFUSED', 'Source code too short'],
    ['long code', { source: 'x'.repeat(70_000) }, 'REFUSED', 'Source code too long'],
    ['an unknown language', { languageId: '77' }, 'REFUSED', 'Please choose a language'],
    ['an unknown problem', { problemId: '9999' }, 'NO_PROBLEM', ''],
  ],
  landing: 'runs',
  states: USUAL_STATES,
  verdicts: OLD_VERDICTS,
  figures: { timeMs: 16, memoryKb: 388 },
  figuresOfOthers: NOTHING,
  compileError: (id) => ({
    ...NOTHING,
    message: `Main.cpp\nf:\\temp\\${id}.cpp(3) : error C2065: 'cout' : undeclared identifier\nf:\\temp\\${id}.cpp(3) : error: <iostream> is missing`,
  }),
  hasMessagePage: true,
  gone: { state: 'WAITING' },
}

const CF: ContractRow = {
  bank: codeforces,
  problemId: '4242A',
  languageId: '54',
  other: { problemId: '4242B1', languageId: '54' },
  missing: ['4242Z', '99999A', 'nonsense'],
  says: {
    wrong: 'Invalid handle/email or password',
    locked: 'Your account is blocked',
    fast: 'You submit too often',
  },
  keepsSignIn: true,
  forMembers: ['runs', 'poll'],
  posts: ['poll'],
  // A page without the link to sign out is a visitor's.
  faults: { CHANGED: { runs: 'SIGNED_OUT', poll: 'SIGNED_OUT', form: 'SIGNED_OUT' } },
  refusals: [['a text that is no id', { problemId: 'nonsense' }, 'NO_PROBLEM', '']],
  listsOwnRuns: true,
  form: 'other',
  landing: 'runs',
  // The form leads to the sign-in page, and that to the home page.
  lost: { kind: 'CHANGED', isSent: true },
  states: USUAL_STATES,
  verdicts: {
    ...BASIC_VERDICTS,
    MLE: 'MEMORY_LIMIT_EXCEEDED',
    PE: 'PRESENTATION_ERROR',
    IDLE: 'RUNTIME_ERROR',
    PARTIAL: 'PARTIALLY_ACCEPTED',
    REJECTED: 'JUDGE_ERROR',
    SKIPPED: 'JUDGE_ERROR',
    FAILED: 'SUBMISSION_FAILED',
  },
  figures: { timeMs: 30, memoryKb: 200 },
  compileError: () => ({ ...ZERO, message: CODEFORCES_COMPILER.replaceAll('\r\n', '\n').trim() }),
  gone: { kind: 'SIGNED_OUT', detail: '' },
}

const GYM: ContractRow = {
  ...CF,
  bank: gym,
  problemId: '100777A',
  other: { problemId: '100777B', languageId: '54' },
  missing: ['100777Z', '100999A', 'nonsense'],
  hasMessagePage: true,
}

const AC: ContractRow = {
  bank: atcoder,
  problemId: 'tea042_a',
  languageId: '6017',
  other: { problemId: 'old003_4', languageId: '6017' },
  missing: ['tea042_z', 'nothing1_a', 'x'],
  says: {
    wrong: 'Username or Password is incorrect.',
    locked: 'This account is suspended.',
    fast: /^Wait for 5 second to submit again\.$/,
  },
  keepsSignIn: true,
  forMembers: ['runs', 'poll'],
  posts: [],
  refusals: [
    ['long code', { source: 'x'.repeat(600_000) }, 'REFUSED', /^Source code is too long\.$/],
    ['an unknown problem', { problemId: 'tea042_z' }, 'REFUSED', 'Invalid task.'],
    ['a text that is no id', { problemId: 'x' }, 'NO_PROBLEM', ''],
  ],
  form: 'other',
  landing: 'runs',
  // The form leads to the sign-in page, and that to the home page.
  lost: { kind: 'CHANGED', isSent: true },
  states: ['WAITING', 'RUNNING', 'RUNNING'],
  verdicts: { ...BASIC_VERDICTS, ...LIMITS, IDLE: 'RUNTIME_ERROR', FAILED: 'RUNTIME_ERROR' },
  figures: { timeMs: 42, memoryKb: 3656 },
  compileError: () => ({ ...NOTHING, message: ATCODER_COMPILER }),
  gone: { kind: 'CHANGED', detail: 'the run is gone' },
}

const SPOJ: ContractRow = {
  bank: spoj,
  problemId: 'ORCHARD',
  languageId: '44',
  other: { problemId: 'OLD_GATE', languageId: '11' },
  missing: ['NOTHING'],
  says: {
    wrong: '',
    locked: 'This account has been blocked.',
    fast: 'You submit too often.',
  },
  forMembers: [],
  posts: ['poll'],
  // Its captcha is known by its words, where an account signs in and sends.
  faults: { CAPTCHA: { problem: 'CHANGED', runs: 'CHANGED', poll: 'CHANGED' } },
  refusals: [
    [
      'a language that the problem does not take',
      { languageId: '10', problemId: 'OLD_GATE' },
      'REFUSED',
      "You can't submit in this language for this problem.",
    ],
    ['long code', { source: 'x'.repeat(60_000) }, 'REFUSED', 'Your solution is too long.'],
    ['an unknown problem', { problemId: 'NOTHING' }, 'NO_PROBLEM', ''],
  ],
  namesRun: true,
  states: USUAL_STATES,
  verdicts: BASIC_VERDICTS,
  figures: { timeMs: 20, memoryKb: 5427 },
  compileError: () => ({
    ...NOTHING,
    message: `prog.cpp: In function 'int main()':\nprog.cpp:3:1: error: 'cout' was not declared in this scope <iostream>`,
  }),
  hasMessagePage: true,
  gone: { state: 'WAITING' },
}

const LIBRE: ContractRow = {
  bank: libreoj,
  problemId: '6001',
  languageId: 'cpp-gcc-17-O2',
  storedLanguage: 'cpp {"compiler":"g++","std":"c++17","O":"2","m":"64"}',
  other: { problemId: '6002', languageId: 'cpp-gcc-17-O2' },
  missing: ['7000', '6003', 'x'],
  says: { wrong: 'WRONG_PASSWORD', unknown: 'NO_SUCH_USER', locked: 'USER_BANNED', fast: '' },
  forMembers: [],
  posts: ['problem', 'runs', 'poll'],
  refusals: [
    ['long code', { source: 'x'.repeat(50_001) }, 'REFUSED', '50000 characters'],
    ['an unknown language', { languageId: 'cobol' }, 'REFUSED', 'cobol'],
    ['an unknown problem', { problemId: '7000' }, 'NO_PROBLEM', ''],
  ],
  namesRun: true,
  keepsHalves: true,
  form: 'problem',
  // Its session goes on, so that the account counts as locked.
  lost: { kind: 'LOCKED', isSent: false },
  states: USUAL_STATES,
  verdicts: {
    ...BASIC_VERDICTS,
    ...LIMITS,
    PARTIAL: 'PARTIALLY_ACCEPTED',
    REJECTED: 'JUDGE_ERROR',
    SKIPPED: 'CANCELLED',
    FAILED: 'RUNTIME_ERROR',
  },
  figures: { timeMs: 120, memoryKb: 3456 },
  compileError: () => ({ ...NOTHING, message: LIBREOJ_COMPILER }),
  gone: { kind: 'CHANGED', detail: 'NO_SUCH_SUBMISSION' },
}

export const CONTRACT: readonly ContractRow[] = [HDU, POJ, CF, GYM, AC, SPOJ, LIBRE]
