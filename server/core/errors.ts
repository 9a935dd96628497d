import { GraphQLError } from 'graphql'

/**
 * All refusals, with the status that the REST door puts into the envelope.
 * Their words are in locales/<locale>/site/refusal.json under the same keys; the compiler compares both.
 */
export const REFUSALS = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID_INPUT: 400,
  PARAMETER_UNREADABLE: 400,
  CONFLICT: 409,
  WRONG_CREDENTIALS: 400,
  ACCOUNT_DISABLED: 403,
  LOCKED_OUT: 403,
  REGISTRATION_CLOSED: 401,
  USERNAME_INVALID: 400,
  USERNAME_TAKEN: 400,
  USERNAME_ALIKE: 400,
  EMAIL_INVALID: 400,
  EMAIL_TAKEN: 400,
  EMAIL_UNKNOWN: 400,
  USER_UNKNOWN: 400,
  EMAIL_SAME: 400,
  EMAIL_REFUSED: 403,
  PASSWORD_LENGTH: 400,
  PASSWORD_WRONG: 400,
  PASSWORD_SAME: 400,
  ACCOUNT_LOCKED: 403,
  ACCOUNT_OWN: 400,
  ACCOUNT_LAST_ROOT: 400,
  ACCOUNT_OWNS_GROUPS: 400,
  USERNAME_MISTYPED: 400,
  DATA_EXPORT_TOO_SOON: 403,
  ACCOUNTS_UNUSABLE: 400,
  ACCOUNTS_PARTLY: 400,
  ACCOUNTS_UNREADABLE: 400,
  ACCOUNTS_COLUMN: 400,
  ACCOUNTS_UNNAMED: 400,
  ACCOUNTS_REPEATED: 400,
  ACCOUNTS_TOO_MANY: 400,
  LIST_TOO_LONG: 400,
  ACCOUNTS_MISSING: 400,
  ACCOUNTS_TWICE: 400,
  TEAMS_UNREADABLE: 400,
  MAIL_CODE_WRONG: 400,
  MAIL_TOO_SOON: 403,
  MAIL_UNDER_WAY: 403,
  MAIL_UNSURE: 500,
  MAIL_FAILED: 500,
  MAIL_TRIAL_FAILED: 500,
  MAIL_SERVER_MISSING: 500,
  CAPTCHA_WRONG: 400,
  CAPTCHA_REQUIRED: 403,
  RESET_LINK_WRONG: 400,
  ALREADY_CHECKED_IN: 400,
  POINTS_UNKNOWN_NAMES: 400,
  POINTS_TOO_FEW: 400,
  POINTS_TWO_AMOUNTS: 400,
  POINTS_NOT_A_GRANT: 400,
  POINTS_REVERSED: 400,
  CART_TOTAL: 400,
  GOODS_GONE: 400,
  GOODS_STOCK: 400,
  GOODS_LIMIT: 400,
  ORDER_DECIDED: 400,
  ORDER_WITHOUT_ADDRESS: 400,
  RECEIVER_MISSING: 400,
  PHONE_MISSING: 400,
  PHONE_INVALID: 400,
  ADDRESS_MISSING: 400,
  CLIENT_KEY_USED: 409,
  CODE_EMPTY: 400,
  CODE_TOO_LONG: 400,
  OUTPUT_ONLY: 400,
  OUTPUT_ONLY_PLAIN: 400,
  NOT_OUTPUT_ONLY: 400,
  OUTPUTS_EMPTY: 400,
  OUTPUTS_QUOTA: 403,
  OUTPUTS_UNMATCHED: 400,
  CODE_NOT_TEXT: 400,
  CODE_TOO_SHORT: 400,
  TRIAL_INPUT_EMPTY: 400,
  TRIAL_INPUT_TOO_LONG: 400,
  LANGUAGE_NOT_OFFERED: 400,
  SUBMIT_TOO_SOON: 403,
  SUBMIT_BANNED: 403,
  JUDGING_CLOSED: 403,
  NO_TESTS: 400,
  APPLICATION_HIDDEN: 400,
  APPLICATION_ENDED: 400,
  APPLICATION_GROUP_DISBANDED: 400,
  NO_POINTS: 400,
  NO_TEST_FILES: 400,
  PROBLEM_ID_TAKEN: 400,
  PROBLEM_PUBLISHING: 403,
  CHECKER_NOT_COMPILED: 400,
  COMPILER_AWAY: 500,
  COMPILE_FAILED: 400,
  TAG_TAKEN: 400,
  SOLUTION_TAKEN: 400,
  MAKER_TAKEN: 400,
  NO_VALIDATOR: 400,
  SCRIPT_FAULTY: 400,
  MAKING_GOES_ON: 400,
  MAKING_TOO_MANY: 400,
  STRESS_LINE: 400,
  STRESS_GENERATOR: 400,
  STRESS_SAME: 400,
  STRESS_NOTHING: 400,
  MAKING_UNFINISHED: 400,
  MAKING_FAULTY: 400,
  ANSWERS_MISSING: 400,
  LANGUAGE_TAKEN: 400,
  LAST_LANGUAGE: 400,
  NOT_SHARABLE: 403,
  NOT_RESUBMITTABLE: 400,
  NOT_CORRECTABLE: 400,
  NOT_CANCELLABLE: 400,
  NOTHING_TO_REJUDGE: 400,
  REJUDGING_GOES_ON: 400,
  REJUDGING_DECIDED: 400,
  OPERATION_OVER: 400,
  OPERATION_CRASHED: 500,
  QUERY_TOO_COSTLY: 400,
  QUERY_TOO_LARGE: 400,
  UNSUPPORTED_MEDIA_TYPE: 400,
  METHOD_NOT_ALLOWED: 400,
  BODY_TOO_LARGE: 400,
  FILE_EMPTY: 400,
  FILE_TOO_LARGE: 400,
  ONE_FILE: 400,
  TOO_MANY_FILES: 400,
  PICTURE_TYPE: 400,
  PICTURE_SIZE: 400,
  FILE_QUOTA: 403,
  SET_BY_ENVIRONMENT: 403,
  SUBSCRIBE_BY_WEBSOCKET: 400,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 500,
  STORAGE_FULL: 500,
  CONTEST_NOT_STARTED: 403,
  CONTEST_FILE: 400,
  CONTEST_OVER: 403,
  CONTEST_NOT_REGISTERED: 403,
  CONTEST_ACCOUNT: 403,
  CONTEST_NEEDS_NO_REGISTRATION: 400,
  CONTEST_REGISTERED: 400,
  CONTEST_PASSWORD: 400,
  CONTEST_PASSWORD_EMPTY: 400,
  CONTEST_PASSWORD_TOO_SOON: 403,
  CONTEST_TIMES: 400,
  CONTEST_FREEZE: 400,
  CONTEST_FREEZE_BEGUN: 400,
  CONTEST_FREEZE_PAST: 400,
  CONTEST_END_THAWS: 400,
  CONTEST_STAYS_SEALED: 400,
  CONTEST_AWARDS: 400,
  CONTEST_TYPE_FIXED: 400,
  ACCOUNTS_UNKNOWN: 400,
  ACCOUNTS_OUTSIDE: 400,
  ACCOUNTS_UNFIT: 400,
  CONTEST_NOT_SEALED: 400,
  CONTEST_NO_REVEAL: 400,
  CONTEST_NOT_ACM: 400,
  CONTEST_PROBLEM_TWICE: 400,
  CONTEST_PROBLEM_ELSEWHERE: 400,
  CONTEST_PROBLEM_TYPE: 400,
  PROBLEM_SCORING_FIXED: 400,
  PROBLEM_NO_LANGUAGE: 400,
  CONTEST_PROBLEMS_FULL: 400,
  CONTEST_NOTICES_FULL: 400,
  PRINTING_CLOSED: 403,
  PRINT_TOO_SOON: 403,
  RUN_CLAIMED: 400,
  GROUP_SOLVED_TOO_FEW: 403,
  GROUPS_TODAY: 403,
  GROUPS_OWNED: 403,
  GROUP_NAME_TAKEN: 400,
  GROUP_SHORT_NAME_TAKEN: 400,
  GROUP_APPLIED: 400,
  GROUP_MEMBER: 400,
  GROUP_CODE_WRONG: 400,
  GROUP_CODE_TOO_SOON: 403,
  GROUP_OWNER_STAYS: 400,
  GROUP_MEMBER_STAYS: 400,
  GROUP_SELF_REMOVAL: 400,
  GROUP_NOT_IN: 400,
  GROUP_NOTICES_FULL: 400,
  GROUP_INVITATIONS_FULL: 400,
  GROUP_INVITATION_OVER: 400,
  TRAINING_NOT_REGISTERED: 403,
  TRAINING_NEEDS_NO_REGISTRATION: 400,
  TRAINING_REGISTERED: 400,
  TRAINING_PASSWORD_EMPTY: 400,
  TRAINING_PASSWORD: 400,
  TRAINING_PASSWORD_TOO_SOON: 403,
  TRAINING_PASSWORD_ENDS: 409,
  TRAINING_PROBLEM_TWICE: 400,
  TRAINING_PROBLEMS_FULL: 400,
  HOMEWORK_CLOSED: 403,
  HOMEWORK_OF_GROUPS: 400,
  HOMEWORK_WITHOUT_TIMES: 400,
  TRAINING_CATEGORY_TAKEN: 400,
  TRAINING_CATEGORY_IN_USE: 400,
  LESSON_KEY: 400,
  LESSON_KEY_TAKEN: 400,
  LESSON_HALF: 400,
  LESSON_VIDEO_UNKNOWN: 400,
  LESSON_PROBLEM_UNKNOWN: 400,
  LESSON_PROBLEM_TWICE: 400,
  LESSON_ROOT_STAYS: 400,
  LESSON_BENEATH_ITSELF: 400,
  LESSON_TOO_DEEP: 400,
  LESSONS_FULL: 400,
  LESSON_UNKNOWN: 400,
  VIDEO_MD5: 400,
  VIDEO_NONE: 400,
  VIDEO_TYPE: 400,
  CONTEST_COMMENTS_CLOSED: 403,
  FIELD_REQUIRED: 400,
  FIELD_TOO_LONG: 400,
  FIELD_TOO_SHORT: 400,
  DISCUSSIONS_CLOSED: 403,
  GROUP_DISCUSSIONS_CLOSED: 403,
  DISCUSSION_DISABLED: 403,
  DISCUSSION_SOLVED_TOO_FEW: 403,
  DISCUSSIONS_TODAY: 403,
  COMMENT_SOLVED_TOO_FEW: 403,
  REPORT_EMPTY: 400,
  CONTENT_EMPTY: 400,
  CATEGORY_IN_USE: 400,
  COMMENT_TOO_SOON: 403,
  REPLY_REFUSED: 403,
  PACKAGE_UNKNOWN: 400,
  PACKAGE_PARTLY: 400,
  NOTHING_TO_EXPORT: 400,
  PACKAGE_BROKEN: 400,
  PACKAGE_INCOMPLETE: 400,
  PACKAGE_UNUSABLE: 400,
  PACKAGE_POINTS: 400,
  PACKAGE_VALIDATOR: 400,
  PACKAGE_VALIDATOR_FILE: 400,
  PACKAGE_TOO_LARGE: 400,
  PACKAGE_BOMB: 400,
  PACKAGE_PATH: 400,
  PACKAGE_BACKSLASH: 400,
  PACKAGE_NO_ZIP: 400,
  PACKAGE_LIMIT: 400,
  PACKAGE_DUPLICATE: 400,
  PACKAGE_ENCRYPTED: 400,
  PACKAGE_XML_DTD: 400,
  PACKAGE_YAML_ALIAS: 400,
  BANK_OFF: 400,
  BANK_PROBLEM_ID: 400,
  BANK_PROBLEM_THERE: 400,
  BANK_NOT_IMPORTED: 400,
  BANK_ACCOUNT_TAKEN: 400,
  BANK_ACCOUNTS_FULL: 400,
  BANK_ACCOUNT_BUSY: 409,
  BANK_UNREACHABLE: 400,
  BANK_NO_PROBLEM: 400,
  BANK_CHANGED: 400,
  BANK_WRONG_PASSWORD: 400,
  BANK_LOCKED: 400,
  BANK_CAPTCHA: 400,
  BANK_SIGNED_OUT: 400,
  BANK_TOO_FAST: 400,
  BANK_REFUSED: 400,
  BANK_FORBIDDEN_ADDRESS: 400,
} as const

export type RefusalCode = keyof typeof REFUSALS
export type RefusalParameters = Record<string, string | number | boolean>

/** Faults of a field of any kind; their words are ui:fault.<code>. */
export type FaultCode =
  | 'REQUIRED'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'TOO_SMALL'
  | 'TOO_LARGE'
  | 'TOO_EARLY'
  | 'TOO_FEW'
  | 'TOO_MANY'
  | 'NOT_A_NUMBER'
  | 'NOT_WHOLE'
  | 'NOT_OFFERED'
  | 'NOT_A_LINK'
  | 'GARBLED'
  | 'UNUSABLE'

/** The error of one field: a fault, or a refusal about this field. */
export type FieldFault = { code: FaultCode | RefusalCode; parameters?: RefusalParameters }

/** Errors by the address of the field in the input: 'title', 'texts.zh-CN', 'testcases.3.score'. */
export type FieldFaults = Record<string, FieldFault>

/**
 * An expected refusal. Every other exception is a bug, and its message stays inside.
 * A GraphQLError, so that Yoga and graphql-ws pass it on unmasked; doors put the reader's words into it.
 * `field` names the input field a form should mark; INVALID_INPUT can name several with their errors:
 * `new Refusal('INVALID_INPUT', { fields: { title: { code: 'TOO_LONG', parameters: { max: 50 } } } })`.
 */
export class Refusal extends GraphQLError {
  readonly code: RefusalCode
  readonly parameters: RefusalParameters
  readonly fields: FieldFaults | null

  constructor(code: RefusalCode, given: RefusalParameters | { fields: FieldFaults } = {}) {
    const fields = typeof given.fields === 'object' ? given.fields : null
    const first = fields && Object.keys(fields)[0]
    const parameters = fields ? { field: first ?? '' } : (given as RefusalParameters)
    super(code, { extensions: { code, ...parameters } })
    this.code = code
    this.parameters = parameters
    this.fields = fields
  }
}

/** Refuses a save based on a stale version of the row; null or undefined overwrites. */
export function expectVersion(current: number, given: number | null | undefined): void {
  if (given !== null && given !== undefined && given !== current) {
    throw new Refusal('CONFLICT', { version: current })
  }
}

/** Refuses a list of more than `max` items, so that no item is skipped silently. */
export function requireAtMost(max: number, field: string, items: readonly unknown[]): void {
  if (items.length <= max) return
  throw new Refusal('INVALID_INPUT', { fields: { [field]: { code: 'TOO_MANY', parameters: { max } } } })
}

/**
 * A parameter of a REST call that is missing or has the wrong type. The reference system answers these with HTTP 400
 * before any rule runs; refusals of rules are sent with HTTP 200.
 */
export class Malformed extends Refusal {
  constructor(field: string) {
    super('PARAMETER_UNREADABLE', { field })
  }
}

/** PostgreSQL's codes for a number out of range, for text with NUL, and for JSON with NUL. */
const UNUSABLE_VALUES = new Set(['22003', '22021', '22P05'])
/** And for JSON with a lone surrogate; other faults of syntax are our own. */
const UNREADABLE = '22P02'
/** And for a new row that refers to a missing one, or the deletion of one that others refer to. */
const BROKEN_REFERENCE = '23503'

type Cause = { originalCode?: string; originalMessage?: string }

/** What the database said of an error of Prisma's driver. */
const causeOf = (error: unknown): Cause =>
  (error as { meta?: { driverAdapterError?: { cause?: Cause } } }).meta?.driverAdapterError?.cause ?? {}

/** Whether an error of Prisma's driver says that the database refused a value of the request. */
function isUnusableValue(error: unknown): boolean {
  const { originalCode = '', originalMessage = '' } = causeOf(error)
  return (
    UNUSABLE_VALUES.has(originalCode) || (originalCode === UNREADABLE && originalMessage.includes('json'))
  )
}

/** Whether a row is gone that was to be changed, or that a new row refers to. */
function isMissingRow(error: Error): boolean {
  if ((error as { code?: unknown }).code === 'P2025') return true
  const { originalCode, originalMessage = '' } = causeOf(error)
  return originalCode === BROKEN_REFERENCE && originalMessage.startsWith('insert')
}

/** The refusal inside an error that GraphQL may have wrapped, or null for a bug. */
export const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error
  if (error instanceof Error && isUnusableValue(error)) return new Refusal('INVALID_INPUT')
  if (error instanceof Error && isMissingRow(error)) return new Refusal('NOT_FOUND')
  if (error instanceof GraphQLError && error.originalError) return refusalOf(error.originalError)
  return null
}

/** What was asked for, or null where it was refused; bugs and failures of the database are thrown on. */
export const unlessRefused = <Value>(asked: Promise<Value>): Promise<Value | null> =>
  asked.catch((error: unknown) => {
    if (refusalOf(error)) return null
    throw error
  })
