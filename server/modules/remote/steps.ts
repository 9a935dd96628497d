import { randomInt } from 'node:crypto'
import type { BankAccount, BankTrouble } from '#prisma/generated/client.ts'
import type { BankFault, BankOutcome } from '../bank/bank.ts'
import { findBankLanguage } from '../bank/languages.ts'
import { pollWait } from '../bank/timing.ts'
import { suspendAccount } from './accounts.ts'
import { endRun, letWait, type Outcome, showState, stillHeld } from './outcome.ts'
import {
  asFault,
  asking,
  hasEnded,
  isGrave,
  MOST_LOOKS,
  MOST_POLLS,
  SigningIn,
  signedIn,
  type Work,
} from './work.ts'

/** Verdict that we end without one of the bank; the message names the trouble in the reader's words. */
const failure = (trouble: BankTrouble, words = ''): Outcome => ({
  verdict: 'SUBMISSION_FAILED',
  timeMs: null,
  memoryKb: null,
  message: [`@bank${trouble}`, ...(words ? [words] : [])].join('\n'),
  cases: [],
  trouble,
})

export const fail = ({ house, run }: Pick<Work, 'house' | 'run'>, trouble: BankTrouble, words = '') =>
  endRun(house, run, failure(trouble, words))

/** Releases a run whose judgement has ended meanwhile. */
export const leave = ({ house, run }: Pick<Work, 'house' | 'run'>) =>
  endRun(house, run, { ...failure('NO_VERDICT'), trouble: null })

/** Most blanks that make equal sources different. */
const MOST_BLANKS = 60

/** The source with random blanks at its end, since banks refuse one that was sent before (area-rules B8). */
export function withBlanks(source: string): string {
  // HDU refuses code of at most 50 characters.
  const least = Math.max(8, MOST_BLANKS - source.length)
  const blanks = Array.from({ length: randomInt(least, MOST_BLANKS + 8) }, () =>
    randomInt(4) === 0 ? '\n' : ' ',
  )
  return `${source}\n${blanks.join('')}`
}

/** Compares ids of runs, which all banks count upwards. */
const isNewer = (id: string, than: string | null): boolean =>
  than === null || id.length > than.length || (id.length === than.length && id > than)

/** Does the next step of a run, and says when the one after it is due. Never throws for a fault of the bank. */
export async function advance(work: Work): Promise<void> {
  const { step, sentAt } = work.run
  try {
    if (step === 'SENDING' && sentAt === null) await send(work)
    else if (step === 'POLLING') await poll(work)
    else await find(work)
  } catch (error) {
    if (!(error instanceof SigningIn)) throw error
    await due(work, work.house.banks.timing.retryMs)
  }
}

type Change = Partial<Pick<Work['run'], 'step' | 'runId' | 'polls' | 'failures'>>

/** Writes what the step changed and when the next one is due, and gives the run back to whichever process comes first. */
async function due({ house, run }: Work, inMs: number, change: Change = {}): Promise<void> {
  const { step, runId, polls, failures } = { ...run, ...change }
  await house.database.prisma.$executeRaw`
    update "BankRun" set "step" = ${step}::"BankStep", "runId" = ${runId}, "polls" = ${polls}::int,
      "failures" = ${failures}::int, "dueAt" = now() + make_interval(secs => ${inMs / 1000}),
      "workerId" = null, "leasedUntil" = null
    where ${stillHeld(run)}`
}

/** What a run is sent with; null: its submission is gone. */
async function codeOf({ house, run }: Work) {
  const judgement = await house.database.prisma.judgement.findUnique({
    where: { id: run.judgementId },
    select: { submission: { select: { language: true, code: { select: { source: true } } } } },
  })
  const { language, code } = judgement?.submission ?? {}
  return language && code ? { language, source: code.source } : null
}

/** Signs in if needed, notes the newest run there, and sends the code once (area-rules B7). */
async function send(work: Work): Promise<void> {
  const { house, bank, run } = work
  const { account } = run
  const code = await codeOf(work)
  if (!code) throw new Overtaken()
  // Sent, it would look like a changed form, and take the account out of service.
  const language = findBankLanguage(code.language)
  if (language?.isRetired) return void (await fail(work, 'REFUSED', language.name))
  // It was removed before the code left: another one can send it.
  if (!account) return letWait(house, run, 0)
  if (!(await showState(house, run.judgementId, 'SENDING', bank.name))) return leave(work)
  const languageId = code.language.slice(code.language.indexOf('-') + 1)
  const sending = { problemId: run.problemKey, username: account.username, languageId }
  try {
    const runId = await signedIn(work, account, async (session) => {
      const [newest = null] = await asking(work, () => bank.runsOf(session, sending))
      await markSent(work, account, newest)
      const send = () => bank.send(session, { ...sending, source: withBlanks(code.source) })
      return asking(work, send, { isSending: true }).catch(async (error: unknown) => {
        if (hasEnded(error)) await takeMarkBack(work)
        throw error
      })
    })
    await sent(work, runId)
  } catch (error) {
    if (error instanceof SigningIn || error instanceof Overtaken) throw error
    await afterSending(work, account, asFault(error))
  }
}

/** The run was taken over by another process, or ended meanwhile. */
export class Overtaken extends Error {}

/** Marks the run as sent before the code leaves; a run with this mark is never sent again. */
async function markSent(
  { house, bank, run }: Work,
  account: BankAccount,
  newest: string | null,
): Promise<void> {
  const pauseMs = bank.sendEveryMs * house.banks.timing.pace
  const [row] = await house.database.prisma.$queryRaw<{ marked: number }[]>`
    with mark as (
      update "BankRun" set "sentAt" = now(), "lastRunId" = ${newest}::text, "sends" = "sends" + 1
      where ${stillHeld(run)} and "sentAt" is null
        and exists (select from "Judgement" where "id" = ${run.judgementId} and "state" <> 'DONE')
      returning "judgementId"
    ), paced as (
      update "BankAccount" set "nextSendAt" = now() + make_interval(secs => ${pauseMs / 1000})
      where "id" = ${account.id} and exists (select from mark)
    )
    select count(*)::int as "marked" from mark`
  if (row?.marked !== 1) throw new Overtaken()
}

/** The bank certainly did not take the code, because the session had ended: it may be sent. */
async function takeMarkBack({ house, run }: Work): Promise<void> {
  const count = await house.database.prisma.$executeRaw`
    update "BankRun" set "sentAt" = null, "sends" = "sends" - 1 where ${stillHeld(run)} and "sentAt" is not null`
  if (count === 0) throw new Overtaken()
}

/** The bank took the code; its run is polled, or looked for first. */
async function sent(work: Work, runId: string | null): Promise<void> {
  const { house, bank, run } = work
  await showState(house, run.judgementId, 'SENT', bank.name)
  const { timing } = house.banks
  if (runId === null) await due(work, 0, { step: 'FINDING', polls: 0, failures: 0 })
  else await due(work, timing.pollMs, { step: 'POLLING', runId, polls: 0, failures: 0 })
}

/** A fault before or while the code was sent. */
async function afterSending(work: Work, account: BankAccount, fault: BankFault): Promise<void> {
  const { house, bank, run } = work
  const { timing } = house.banks
  const [now] = await house.database.prisma.$queryRaw<{ isMarked: boolean; isLate: boolean }[]>`
    select "sentAt" is not null as "isMarked",
      "waitingSince" < now() - make_interval(secs => ${timing.patienceMs / 1000}) as "isLate"
    from "BankRun" where ${stillHeld(run)}`
  if (!now) throw new Overtaken()
  if (isGrave(fault, run.failures)) await suspendAccount(house, bank, account, fault)
  if (now.isMarked && fault.isSent)
    return due(work, timing.retryMs, { step: 'FINDING', polls: 0, failures: 0 })
  if (fault.kind === 'REFUSED' || fault.kind === 'NO_PROBLEM' || fault.kind === 'FORBIDDEN_ADDRESS')
    return fail(work, fault.kind, fault.detail)
  if (now.isLate) return fail(work, fault.kind, fault.detail)
  await letWait(house, run, timing.retryMs)
}

/** Looks for the run of code that was sent: the account's first one after the newest before. */
async function find(work: Work): Promise<void> {
  const { house, bank, run } = work
  const { account } = run
  const { timing } = house.banks
  if (!account) return fail(work, 'UNCONFIRMED')
  if (!(await showState(house, run.judgementId, 'SENT', bank.name))) return leave(work)
  try {
    const asked = { problemId: run.problemKey, username: account.username }
    const ids = await signedIn(work, account, (session) => asking(work, () => bank.runsOf(session, asked)))
    const found = ids.filter((id) => isNewer(id, run.lastRunId)).at(-1)
    if (found !== undefined)
      return await due(work, timing.pollMs, { step: 'POLLING', runId: found, polls: 0, failures: 0 })
    if (run.polls + 1 >= MOST_LOOKS) return await fail(work, 'UNCONFIRMED')
    await due(work, pollWait(timing, run.polls), { step: 'FINDING', polls: run.polls + 1 })
  } catch (error) {
    if (error instanceof SigningIn) throw error
    await afterLooking(work, account, asFault(error), 'FINDING')
  }
}

/** Asks the bank for the verdict. */
async function poll(work: Work): Promise<void> {
  const { bank, run } = work
  const { account, runId } = run
  if (!account || runId === null) return fail(work, 'NO_ACCOUNT')
  const asked = { id: runId, problemId: run.problemKey, username: account.username }
  try {
    const outcome = await signedIn(work, account, (session) => asking(work, () => bank.poll(session, asked)))
    await heard(work, outcome)
  } catch (error) {
    if (error instanceof SigningIn) throw error
    await afterLooking(work, account, asFault(error), 'POLLING')
  }
}

const STATES = { WAITING: 'SENT', COMPILING: 'COMPILING', RUNNING: 'RUNNING' } as const

async function heard(work: Work, outcome: BankOutcome): Promise<void> {
  const { house, bank, run } = work
  if (outcome.state === 'DONE') {
    const cases = bank.openCases ? outcome.cases : []
    return endRun(house, run, { ...outcome, cases, trouble: null })
  }
  const isOpen = await showState(house, run.judgementId, STATES[outcome.state], bank.name)
  if (!isOpen) return leave(work)
  if (run.polls + 1 >= MOST_POLLS) return fail(work, 'NO_VERDICT')
  await due(work, pollWait(house.banks.timing, run.polls), { polls: run.polls + 1, failures: 0 })
}

/** A fault while a run was looked for or polled; it counts as a poll. */
async function afterLooking(
  work: Work,
  account: BankAccount,
  fault: BankFault,
  step: 'FINDING' | 'POLLING',
): Promise<void> {
  const { house, bank, run } = work
  if (isGrave(fault, run.failures)) {
    await suspendAccount(house, bank, account, fault)
    return fail(work, fault.kind, fault.detail)
  }
  if (run.polls + 1 >= MOST_POLLS)
    return fail(work, step === 'POLLING' ? 'NO_VERDICT' : 'UNCONFIRMED', fault.detail)
  const wait = Math.max(house.banks.timing.retryMs, pollWait(house.banks.timing, run.polls))
  await due(work, wait, { step, polls: run.polls + 1, failures: run.failures + 1 })
}
