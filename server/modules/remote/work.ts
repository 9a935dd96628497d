import { type BankAccount, type BankRun, type BankTrouble, Prisma } from '#prisma/generated/client.ts'
import type { House } from '../../context.ts'
import { sealerOf } from '../../core/sealed.ts'
import { type Bank, BankFault } from '../bank/bank.ts'
import { type OpenedSession, openSession } from '../bank/openSession.ts'
import type { BankSession } from '../bank/session.ts'

/** Polls before a submission fails without a verdict (area-rules B6). */
export const MOST_POLLS = 60
/** Looks for the run of code that was sent, before it counts as unconfirmed. */
export const MOST_LOOKS = 12
/** Failing polls in a row after which a changed page is believed. */
const MOST_CHANGED = 3

const sealer = (house: House) => sealerOf(house.judgeSecret, 'accounts of banks')

/** Row that a sealed text belongs to; it cannot be opened in another one. */
const placeOf = ({ bank, username }: Pick<BankAccount, 'bank' | 'username'>, what: string) =>
  `${bank}/${username}/${what}`

export const sealPassword = (
  house: House,
  account: Pick<BankAccount, 'bank' | 'username'>,
  password: string,
) => new Uint8Array(sealer(house).seal(password, placeOf(account, 'password')))

/** A run with what its steps need. */
export type Work = {
  house: House
  bank: Bank
  run: BankRun & { account: BankAccount | null }
  /** Aborted when this process ends: requests that hang then fail. */
  leaving?: AbortSignal
}

/** Another process signs in with the account at this moment. */
export class SigningIn extends Error {}

/** Faults that only a person can mend. */
const GRAVE: readonly BankTrouble[] = ['CAPTCHA', 'LOCKED', 'WRONG_PASSWORD', 'SIGNED_OUT']

/** Whether a fault takes the account out of service; a changed page does when it is seen several times. */
export const isGrave = ({ kind }: BankFault, failures: number): boolean =>
  GRAVE.includes(kind) || (kind === 'CHANGED' && failures + 1 >= MOST_CHANGED)

export const asFault = (error: unknown): BankFault => {
  if (error instanceof BankFault) return error
  throw error
}

/** A session of the account with its stored cookies. */
export function sessionOf(house: House, bank: Bank, account: BankAccount | null): OpenedSession {
  const saved = account?.session && sealer(house).open(account.session, placeOf(account, 'session'))
  return openSession(bank, saved ?? null, house.banks)
}

const sealSession = (house: House, account: BankAccount, session: BankSession) =>
  new Uint8Array(sealer(house).seal(session.save(), placeOf(account, 'session')))

/**
 * Calls a function of a bank. An error that is no fault, such as a TypeError about an odd page, counts as a changed page:
 * else the step would be repeated without end.
 */
export async function asking<Answer>(
  { house, bank }: Pick<Work, 'house' | 'bank'>,
  ask: () => Promise<Answer>,
  { isSending = false } = {},
): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof BankFault) throw error
    house.log.error({ err: error, bank: bank.key }, 'an answer of another judge could not be read')
    throw new BankFault('CHANGED', 'the answer cannot be read', { isSent: isSending })
  }
}

/**
 * Signs in, one at a time for each account, and stores the session. Returns it as stored. Throws SigningIn while another
 * sign-in is under way, and the bank's fault when it refuses.
 */
export async function signIn(
  house: House,
  bank: Bank,
  account: BankAccount,
  session: BankSession,
): Promise<Uint8Array<ArrayBuffer>> {
  const { prisma } = house.database
  const { leaseMs } = house.banks.timing
  const until = Prisma.sql`now() + make_interval(secs => ${leaseMs / 1000})`
  const free = await prisma.$executeRaw`
    update "BankAccount" set "signInUntil" = ${until}
    where "id" = ${account.id} and ("signInUntil" is null or "signInUntil" < now())`
  if (free === 0) throw new SigningIn()
  const beat = setInterval(() => {
    const renewed = prisma.$executeRaw`
      update "BankAccount" set "signInUntil" = ${until} where "id" = ${account.id} and "signInUntil" is not null`
    renewed.catch(() => {})
  }, leaseMs / 4)
  try {
    const password = sealer(house).open(account.password, placeOf(account, 'password'))
    await asking({ house, bank }, () => bank.signIn(session, { username: account.username, password }))
    clearInterval(beat)
    const sealed = sealSession(house, account, session)
    await prisma.bankAccount.updateMany({ where: { id: account.id }, data: { session: sealed } })
    return sealed
  } finally {
    clearInterval(beat)
    await prisma.bankAccount.updateMany({ where: { id: account.id }, data: { signInUntil: null } })
  }
}

/** A session that ends right after it began is no session: the pages are not what they were. */
function asChanged(error: unknown): never {
  if (hasEnded(error)) throw new BankFault('CHANGED', error.detail || 'login')
  throw error
}

/** Whether a bank says that the session has ended, and did nothing. */
export const hasEnded = (error: unknown): error is BankFault =>
  error instanceof BankFault && error.kind === 'SIGNED_OUT' && !error.isSent

/** An account with its session as stored, and the session opened from that. */
type Opened = { account: BankAccount; session: OpenedSession; before: string; close(): Promise<void> }

function open(
  { house, bank, leaving }: Pick<Work, 'house' | 'bank' | 'leaving'>,
  account: BankAccount,
): Opened {
  const session = sessionOf(house, bank, account)
  const close = async () => {
    leaving?.removeEventListener('abort', close)
    await session.close()
  }
  if (leaving?.aborted) void close()
  else leaving?.addEventListener('abort', close)
  return { account, session, before: session.save(), close }
}

/** Stores the cookies of a session, unless the account has another session by now: a later login must not be lost. */
async function keepSession(house: House, { account, session, before }: Opened): Promise<void> {
  if (session.save() === before) return
  await house.database.prisma.bankAccount.updateMany({
    where: { id: account.id, session: account.session },
    data: { session: sealSession(house, account, session) },
  })
}

/**
 * Does something with a signed-in session: signs in when there is no session yet. When the bank says that the session has
 * ended, it is done again with the one that somebody else began meanwhile, and then with a new one. What may have been sent
 * is not done twice.
 */
export async function signedIn<Answer>(
  work: Pick<Work, 'house' | 'bank' | 'leaving'>,
  given: BankAccount,
  act: (session: BankSession) => Promise<Answer>,
): Promise<Answer> {
  const { house, bank } = work
  let now = open(work, given)
  const enter = async () => {
    const session = await signIn(house, bank, now.account, now.session)
    now = { ...now, account: { ...now.account, session }, before: now.session.save() }
  }
  /** Opens the session that is stored now; false: it is the one that has ended. */
  const takeNewer = async (): Promise<boolean> => {
    const { account } = now
    const newer = await house.database.prisma.bankAccount.findUnique({ where: { id: account.id } })
    if (!newer?.session || Buffer.compare(newer.session, account.session ?? Buffer.of()) === 0) return false
    await now.close()
    now = open(work, newer)
    return true
  }
  /** Null: the session has ended. */
  const attempt = async (): Promise<{ answer: Answer } | null> => {
    try {
      return { answer: await act(now.session) }
    } catch (error) {
      if (hasEnded(error)) return null
      throw error
    }
  }
  try {
    if (given.session !== null) {
      const done = (await attempt()) ?? ((await takeNewer()) ? await attempt() : null)
      if (done) return done.answer
    }
    await enter()
    return await act(now.session).catch(asChanged)
  } finally {
    await keepSession(house, now)
    await now.close()
  }
}
