import type { Verdict } from '#judge/protocol.ts'
import { storable } from '../../core/checked.ts'
import type { BankSession } from './session.ts'

/** Keys of the other judges (area-rules B1), as in the ids of their problems: `CF-1234A`. */
export type BankKey = 'HDU' | 'POJ' | 'CF' | 'GYM' | 'AC' | 'SPOJ' | 'LIBRE'

/** A language of a bank. */
export type BankLanguage = {
  /** What the bank's form calls it; unique in the bank. */
  id: string
  name: string
  /** MIME type of the editor, as in `Language.contentType`. */
  contentType: string
  /** Whether the bank's form has it no more; earlier runs keep its name. */
  isRetired?: boolean
}

/** A problem as its bank shows it. Texts are Markdown of our own site: math between `$`, pictures with absolute URLs. */
export type BankProblem = {
  title: string
  /** Language of the statement. */
  locale: 'zh-CN' | 'en-US'
  timeMs: number
  memoryMb: number
  description: string
  input: string
  output: string
  hint: string
  samples: { input: string; output: string }[]
  /** Names of tags; empty: the bank gives none. */
  tags: string[]
  /** Address of the problem on the bank. */
  url: string
  /** Where the problem comes from in the bank's words, such as the name of a contest; empty: it does not say. */
  origin: string
  /** Ids of the languages that the bank takes for this problem; null: all of them. */
  languageIds: string[] | null
  /** The statement as a file, where the bank has only that. */
  pdf: { name: string; content: Uint8Array } | null
}

/** One case of a run, where the bank shows them. */
export type BankCase = {
  /** From 1. */
  index: number
  verdict: Verdict
  timeMs: number
  memoryKb: number
  input: string | null
  output: string | null
  answer: string | null
  /** What the bank's checker says. */
  comment: string | null
}

/** What a bank says of a run. Unknown words are WAITING (area-rules B9). */
export type BankOutcome =
  | { state: 'WAITING' | 'COMPILING' | 'RUNNING' }
  | {
      state: 'DONE'
      verdict: Verdict
      /** Null: the bank does not say. */
      timeMs: number | null
      memoryKb: number | null
      /** Compiler output of COMPILE_ERROR; null otherwise, and where the bank has no page for it. */
      message: string | null
      cases: BankCase[]
    }

/** An account's name and password at a bank. */
export type BankCredentials = { username: string; password: string }

/** Code to send. `problemId` is the bank's own id, without the prefix of the bank. */
export type BankSending = { problemId: string; username: string; languageId: string; source: string }

/**
 * Another judge whose problems are solved here. Its functions throw BankFault and nothing else; none of them retries or
 * waits, which `remote` does.
 */
export type Bank = {
  key: BankKey
  name: string
  /** The bank whose accounts and languages it uses: itself, but CF for GYM. */
  accountsOf: BankKey
  /** Where requests go: `https://acm.hdu.edu.cn`. A setting may replace it. */
  origin: string
  /** Other hosts that its pages, pictures and redirects may lie on, as exact names. */
  otherHosts: readonly string[]
  languages: readonly BankLanguage[]
  /** Time (ms) between two submissions of one account, which the bank asks for. */
  sendEveryMs: number
  /** Whether it shows members alone in which languages a problem is solved. */
  restrictsLanguages?: boolean
  /** Whether the cases of a run are public there and so stored here (area-rules B10). */
  openCases: boolean
  /** The bank's id of a problem as it is stored, of what somebody typed; null: it is none. */
  readId(text: string): string | null
  /** The statement. Needs no account, save where the bank shows problems to members alone. */
  readProblem(session: BankSession, id: string): Promise<BankProblem>
  /** Signs in; the session's cookies (or token) are what later requests are known by. */
  signIn(session: BankSession, account: BankCredentials): Promise<void>
  /** Ids of the account's runs of a problem, newest first; one page of them. */
  runsOf(session: BankSession, sending: Pick<BankSending, 'problemId' | 'username'>): Promise<string[]>
  /**
   * Sends code once. Returns the id of the run where the answer names it; null: it was taken, and `runsOf` shows its
   * id. A fault with `isSent: false` means that the bank did not take it.
   */
  send(session: BankSession, sending: BankSending): Promise<string | null>
  /** What became of a run. */
  poll(session: BankSession, run: { id: string; problemId: string; username: string }): Promise<BankOutcome>
}

/** Why a bank did not do what it was asked. */
export type BankFaultKind =
  /** No connection, no answer in time, an answer above the size limit, or HTTP 5xx. */
  | 'UNREACHABLE'
  /** The bank has no such problem, or does not show it. */
  | 'NO_PROBLEM'
  /** The page is not what this version reads. */
  | 'CHANGED'
  /** Name or password are wrong. */
  | 'WRONG_PASSWORD'
  /** The account is locked, or may not submit. */
  | 'LOCKED'
  /** The bank wants a captcha or a browser check. */
  | 'CAPTCHA'
  /** The session has ended; signing in again helps. */
  | 'SIGNED_OUT'
  /** Too many requests; waiting helps. */
  | 'TOO_FAST'
  /** The bank refuses this code, such as one that is too long or sent before; `detail` has its words. */
  | 'REFUSED'
  /** The address is not of the bank, or is an inner one. */
  | 'FORBIDDEN_ADDRESS'

export class BankFault extends Error {
  readonly kind: BankFaultKind
  /** The bank's own words or what is missing on its page, plain text of at most 500 characters that can be stored. */
  readonly detail: string
  /** Whether a sending may have reached the bank all the same. Only true while the answer to it is unknown. */
  readonly isSent: boolean
  constructor(kind: BankFaultKind, detail = '', { isSent = false }: { isSent?: boolean } = {}) {
    super(`${kind}: ${detail}`)
    this.kind = kind
    this.detail = storable(detail.slice(0, 500))
    this.isSent = isSent
  }
}

/** The answer of `read`, or null for a bank's fault: for parts of an answer that must not cost the rest of it. */
export async function orNull<Answer>(read: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof BankFault) return null
    throw error
  }
}
