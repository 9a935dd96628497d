import { randomUUID } from 'node:crypto'
import { PRIORITY } from '#judge/protocol.ts'
import { type BankRun, Prisma } from '#prisma/generated/client.ts'
import type { House } from '../../context.ts'
import { advisoryLock } from '../../core/db.ts'
import { BANKS, findBank } from '../bank/banks.ts'
import { banksOn } from './accounts.ts'
import { advance, fail, leave, Overtaken } from './steps.ts'

/** Runs that one process works on at once. */
const MOST_AT_ONCE = 32
/** Of one bank, so that a bank whose requests hang leaves room for the others, and that no bank is asked too much at once. */
const MOST_AT_A_BANK = 8
/** Longest interval (ms) of looks for work while there is any. */
const LOOK_MS = 1_000
/** And while there is none; an event announces new work. */
const IDLE_MS = 30_000
/** How long (ms) steps go on when the process ends, before their requests are broken off; and how long after that. */
const GRACE_MS = 2_000
const LAST_MS = 2_000

/**
 * Works on submissions to other judges until the returned function is called, which waits some seconds for the steps under
 * way. Several processes share the work: a run belongs to one process at a time, and to another one when that process is
 * silent.
 */
export function startBanks(house: House): () => Promise<void> {
  const id = randomUUID()
  const held = new Map<string, { bank: string; done: Promise<void> }>()
  const leaving = new AbortController()
  let isStopped = false
  let looking: Promise<void> | null = null
  let isCalled = false
  let timer: NodeJS.Timeout | undefined
  let swept = 0

  /** Does what is due; returns the time (ms) to the next look. */
  const look = async (): Promise<number> => {
    const view = await outlook(house)
    if (view.isWaiting && performance.now() - swept >= LOOK_MS) {
      swept = performance.now()
      await giveUp(house)
    }
    const given = view.canPair ? await giveAccounts(house) : 0
    const rooms = roomsOf([...held.values()].map(({ bank }) => bank))
    const isDue = (view.isDue || given > 0) && rooms.length > 0 && !isStopped
    for (const run of isDue ? await claim(house, id, rooms, MOST_AT_ONCE - held.size) : []) hold(run)
    return Math.min(view.isOpen ? LOOK_MS : IDLE_MS, Math.max(1, view.nextMs ?? IDLE_MS))
  }
  const lookAgain = async (): Promise<void> => {
    let wait = LOOK_MS
    do {
      isCalled = false
      wait = await look().catch((err: unknown) => {
        if (!isStopped) house.log.warn({ err }, 'submissions to other judges could not be read')
        return LOOK_MS
      })
    } while (isCalled && !isStopped)
    if (!isStopped) timer = setTimeout(call, wait)
  }
  const call = (): void => {
    isCalled = true
    if (isStopped || looking) return
    clearTimeout(timer)
    looking = lookAgain().finally(() => {
      looking = null
    })
  }
  const hold = (run: Claimed): void => {
    const done = carryOut(house, run, leaving.signal)
      .catch(async (err) => {
        if (!(err instanceof Overtaken))
          house.log.error(
            { err, judgementId: run.judgementId },
            'a step of a submission to another judge failed',
          )
        await letGo(house, run.judgementId, id).catch(() => {})
      })
      .finally(() => {
        held.delete(run.judgementId)
        call()
      })
    held.set(run.judgementId, { bank: run.bank, done })
  }

  const beat = setInterval(() => {
    if (held.size > 0) void renew(house, id, [...held.keys()]).catch(() => {})
  }, house.banks.timing.leaseMs / 4)
  const hush = house.events.listen((event) => {
    if (event.name === 'bank.changed') call()
  })
  const hushInterruptions = house.events.onInterruption(call)
  call()
  const finished = async (): Promise<void> => {
    await looking
    await Promise.all([...held.values()].map(({ done }) => done))
  }
  return async () => {
    isStopped = true
    clearTimeout(timer)
    hush()
    hushInterruptions()
    const timers: NodeJS.Timeout[] = []
    const late = new Promise<void>((resolve) => {
      timers.push(setTimeout(() => leaving.abort(), GRACE_MS))
      timers.push(setTimeout(resolve, GRACE_MS + LAST_MS))
    })
    await Promise.race([finished(), late])
    for (const one of timers) clearTimeout(one)
    clearInterval(beat)
  }
}

/** The bank of each run, and the one whose accounts it uses, as columns of a table. */
const USES = Prisma.sql`unnest(${BANKS.map(({ key }) => key)}::text[],
  ${BANKS.map(({ accountsOf }) => accountsOf)}::text[]) as u("bank", "account")`

/** SQL condition on "BankAccount" a: it may send now. */
const IS_FREE = Prisma.sql`a."suspendedFor" is null and a."nextSendAt" <= now()
  and not exists (select from "BankRun" h where h."accountId" = a."id" and h."holdsAccount")`

type Outlook = {
  /** There are runs without an end. */
  isOpen: boolean
  isWaiting: boolean
  /** A free account and a run that may wait for it. */
  canPair: boolean
  isDue: boolean
  /** Until something will be due that is not yet; null: nothing. */
  nextMs: number | null
}

/** What there is to do, in one statement that reads next to nothing when there is nothing. */
async function outlook({ database: { prisma } }: House): Promise<Outlook> {
  const [row] = await prisma.$queryRaw<Outlook[]>`
    with going as (
      select count(*) > 0 as "isOpen", coalesce(bool_or("at" <= now()), false) as "isDue",
        min("at") filter (where "at" > now()) as "next"
      from (select greatest("dueAt", "leasedUntil") as "at" from "BankRun"
        where "step" in ('SENDING', 'FINDING', 'POLLING')) as one
    ), waiting as (
      select exists (select from "BankRun" where "step" = 'WAITING') as "isWaiting",
        (select min("dueAt") from "BankRun" where "step" = 'WAITING' and "dueAt" > now()) as "next"
    )
    select going."isOpen" or waiting."isWaiting" as "isOpen", waiting."isWaiting", going."isDue",
      waiting."isWaiting" and exists (
        select from "BankAccount" a join ${USES} on u."account" = a."bank" where ${IS_FREE}
          and exists (select from "BankRun" r where r."step" = 'WAITING' and r."bank" = u."bank" and r."dueAt" <= now())
      ) as "canPair",
      (extract(epoch from least(going."next", waiting."next", case when waiting."isWaiting" then
        (select min("nextSendAt") from "BankAccount" where "suspendedFor" is null and "nextSendAt" > now()) end) - now())
        * 1000)::float8 as "nextMs"
    from going, waiting`
  if (!row) throw new Error('a select without a row')
  return row
}

/** How many more runs of each bank this process may take. */
function roomsOf(held: readonly string[]): { bank: string; room: number }[] {
  const left = MOST_AT_ONCE - held.length
  return BANKS.map(({ key }) => {
    const used = held.filter((bank) => bank === key).length
    return { bank: key as string, room: Math.min(left, MOST_AT_A_BANK - used) }
  }).filter(({ room }) => room > 0)
}

/** Fails runs that waited too long for an account (area-rules B6), and ends cancelled ones. */
async function giveUp(house: House): Promise<void> {
  const patience = house.banks.timing.patienceMs / 1000
  const late = await house.database.prisma.$queryRaw<BankRun[]>`
    select r.* from "BankRun" r join "Judgement" j on j."id" = r."judgementId"
    where r."step" = 'WAITING'
      and (r."waitingSince" < now() - make_interval(secs => ${patience}) or j."state" = 'DONE')
    limit 100`
  for (const run of late) await fail({ house, run: { ...run, account: null } }, 'NO_ACCOUNT')
}

/**
 * Gives each free account the first submission that waits for it: contests first, then by turns of the users, then by age
 * (area-rules B5). Returns how many it gave.
 */
async function giveAccounts({ database: { prisma } }: House): Promise<number> {
  const on = [...(await banksOn(prisma))]
  const [, given] = await prisma.$transaction([
    advisoryLock(prisma, 'runs of banks'),
    prisma.$executeRaw`
      with free as (
        select a."id", a."bank", row_number() over (partition by a."bank" order by a."nextSendAt", a."id") as "place"
        from "BankAccount" a where ${IS_FREE}
      ), waiting as (
        select r."judgementId", u."account",
          row_number() over (partition by u."account" order by r."lane", r."waitingSince", r."judgementId") as "place"
        from "BankRun" r join ${USES} on u."bank" = r."bank"
        join "Judgement" j on j."id" = r."judgementId" and j."state" <> 'DONE'
        where r."step" = 'WAITING' and r."dueAt" <= now() and r."bank" = any(${on}::text[])
      )
      update "BankRun" r set "step" = 'SENDING', "accountId" = free."id", "holdsAccount" = true, "dueAt" = now(),
        "polls" = 0
      from free join waiting on waiting."account" = free."bank" and waiting."place" = free."place"
      where r."judgementId" = waiting."judgementId" and r."step" = 'WAITING'`,
  ])
  return given
}

/** A run and whether its judgement has ended, because somebody cancelled it. */
type Claimed = BankRun & { isOver: boolean }

/** Takes due runs that no living process has: first what is to be sent, last what many rejudgings wait for. */
const claim = (
  { database: { prisma }, banks: { timing } }: House,
  id: string,
  rooms: readonly { bank: string; room: number }[],
  most: number,
) =>
  prisma.$queryRaw<Claimed[]>`
    update "BankRun" set "workerId" = ${id}, "leasedUntil" = now() + make_interval(secs => ${timing.leaseMs / 1000})
    where "judgementId" in (
      select due."judgementId"
      from unnest(${rooms.map(({ bank }) => bank)}::text[], ${rooms.map(({ room }) => room)}::int[]) as o("bank", "room"),
        lateral (
          select "judgementId", "step", "dueAt", "lane" from "BankRun" r
          where r."bank" = o."bank" and "step" in ('SENDING', 'FINDING', 'POLLING') and "dueAt" <= now()
            and ("leasedUntil" is null or "leasedUntil" < now())
          order by "step" = 'POLLING', "lane" >= ${PRIORITY.rejudging}::int, "dueAt" limit o."room"
          for update skip locked) as due
      order by due."step" = 'POLLING', due."lane" >= ${PRIORITY.rejudging}::int, due."dueAt" limit ${most})
    returning *, (select j."state" = 'DONE' from "Judgement" j where j."id" = "judgementId") as "isOver"`

const renew = ({ database: { prisma }, banks: { timing } }: House, id: string, runs: string[]) =>
  prisma.$executeRaw`
    update "BankRun" set "leasedUntil" = now() + make_interval(secs => ${timing.leaseMs / 1000})
    where "workerId" = ${id} and "judgementId" = any(${runs}::text[])`

/** Gives a run back after a failure of our own, to be tried again soon. */
const letGo = ({ database: { prisma }, banks: { timing } }: House, judgementId: string, id: string) =>
  prisma.$executeRaw`
    update "BankRun" set "workerId" = null, "leasedUntil" = null,
      "dueAt" = now() + make_interval(secs => ${timing.retryMs / 1000})
    where "judgementId" = ${judgementId} and "workerId" = ${id}`

async function carryOut(house: House, { isOver, ...run }: Claimed, leaving: AbortSignal): Promise<void> {
  const bank = findBank(run.bank)
  const account =
    run.accountId === null
      ? null
      : await house.database.prisma.bankAccount.findUnique({ where: { id: run.accountId } })
  const work = { house, run: { ...run, account }, leaving }
  if (isOver) await leave(work)
  else if (bank) await advance({ ...work, bank })
  else await fail(work, 'NO_ACCOUNT')
}
