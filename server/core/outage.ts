import { Refusal, type RefusalCode } from './errors.ts'

/** Error codes of a full disk, from the system and from PostgreSQL. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Error codes of PostgreSQL and Prisma while the database is down, stopping or starting. */
const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE'],
  ...['08000', '08001', '08003', '08006', '57P01', '57P02', '57P03', '53300'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
  // Prisma's driver, for raw SQL.
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'],
])

/** Error codes of transactions that PostgreSQL ended in favour of others, so that they may begin again. */
const YIELDED = new Set(['40P01', '40001', 'P2034', 'TransactionWriteConflict'])

/** Messages of pg, without a code, when a connection is lost. */
const CUT =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/

type Fault = {
  code?: unknown
  kind?: unknown
  originalCode?: unknown
  originalError?: unknown
  cause?: unknown
  meta?: { driverAdapterError?: unknown }
}

/** Largest depth of nested causes that is searched. */
const DEPTH = 6

/** An error, and what its causes are. */
function* faultsIn(error: unknown, depth = DEPTH): Generator<{ error: object; named: readonly string[] }> {
  if (typeof error !== 'object' || error === null || depth === 0) return
  const { code, kind, originalCode, originalError, cause, meta } = error as Fault
  yield { error, named: [code, kind, originalCode].map(String) }
  for (const inner of [originalError, cause, meta?.driverAdapterError]) yield* faultsIn(inner, depth - 1)
}

/**
 * The refusal for an error that passes by itself, whatever was asked: STORAGE_FULL when the disk is full, UNAVAILABLE while
 * the database is away. Returns null for every other error.
 */
export function outageOf(fault: unknown): Refusal | null {
  const refuse = (code: RefusalCode) => new Refusal(code)
  for (const { error, named } of faultsIn(fault)) {
    if (named.some((one) => FULL.has(one))) return refuse('STORAGE_FULL')
    if (named.some((one) => AWAY.has(one))) return refuse('UNAVAILABLE')
    if (error instanceof Error && CUT.test(error.message)) return refuse('UNAVAILABLE')
  }
  return null
}

/** Whether a transaction failed only because it and another one waited for each other. */
export const isDeadlock = (fault: unknown): boolean =>
  [...faultsIn(fault)].some(({ named }) => named.some((one) => YIELDED.has(one)))
