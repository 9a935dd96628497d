import { asLocale, DEFAULT_LOCALE } from '#locales/i18n.ts'
import { createTranslator } from '#locales/translator.ts'
import type { Digest, MailTurn, Notification, Prisma, User } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import type { Mail } from '../../core/mailer.ts'
import { transact } from '../../events.ts'
import { sendMail } from '../site/mail.ts'
import { siteUrl, website } from '../site/site.ts'
import { unsubscribeToken } from './unsubscribing.ts'
import { WITH_WORDS, type WordedNotification, wordingOf } from './wording.ts'

/**
 * Mail of notifications. A trigger gives the receiver of each new notification a turn (MailTurn). The sweep
 * takes due turns: it marks the unread notifications as mailed and queues their mail (Digest), in one
 * transaction. Then it sends queued mails, each with the Message-ID of its digest, so that a mail sent again
 * after a crash is shown once.
 *
 * The own account (MINE) is told at once, at most every ten minutes; other kinds wait ten minutes, so that
 * people who are here read them first, and are mailed at most once an hour or a day.
 */
const ALERT_MS = 10 * 60_000
const PACE_MS = { HOURLY: 3600_000, DAILY: 24 * 3600_000 } as const

/** Older notifications (ms) are not mailed any more. */
const STALE_MS = 3 * 24 * 3600_000

/** Most notifications taken at once, and shown in one mail. */
const MOST_TAKEN = 500
const MOST_SHOWN = 20

/** Most turns per sweep, and the time (ms) it spends on sending. */
const MOST_TURNS = 500
const SENDING_MS = 40_000

/** Delay (ms) before the second try of a mail, doubled each time, and the longest one. */
const RETRY_MS = 5 * 60_000
const LONGEST_WAIT_MS = 3600_000

/** Takes due turns, then sends queued mails. */
export async function sweepMails(ctx: Context): Promise<void> {
  let taken = 0
  while (taken < MOST_TURNS && (await takeTurn(ctx))) taken += 1
  const until = Date.now() + SENDING_MS
  let isMore = true
  while (isMore && Date.now() < until) isMore = await sendNext(ctx)
}

type Receiver = User & { mailTurn: MailTurn | null }

const canReceive = ({ email, emailVerified, disabled, endedAt }: User): boolean =>
  email !== null && emailVerified && !disabled && endedAt === null

/** When the next mail of each sort may go. */
const turnsOf = ({ mailPace, mailTurn }: Receiver) => ({
  alert: (mailTurn?.alertAt?.getTime() ?? 0) + ALERT_MS,
  digest: (mailTurn?.digestAt?.getTime() ?? 0) + PACE_MS[mailPace],
})

/** Queues the mail of the person whose turn is due first; false when nobody's is. */
const takeTurn = (ctx: Context): Promise<boolean> =>
  transact(ctx, async (ctx) => {
    const [due] = await ctx.db.$queryRaw<{ userId: string }[]>`
      select "userId" from "MailTurn" where "dueAt" <= ${ctx.now}::timestamptz
      order by "dueAt" limit 1 for update skip locked`
    if (!due) return false
    const { userId } = due
    const user = await ctx.db.user.findUniqueOrThrow({ where: { id: userId }, include: { mailTurn: true } })
    const waiting = canReceive(user) ? await waitingFor(ctx, user) : []
    const turns = turnsOf(user)
    const turnOf = ({ kind }: Waiting) => (kind === 'MINE' ? turns.alert : turns.digest)
    const taken = waiting.filter((one) => turnOf(one) <= ctx.now.getTime())
    const left = waiting.filter((one) => !taken.includes(one)).map(turnOf)
    const isOf = (mine: boolean) => taken.some(({ kind }) => (kind === 'MINE') === mine)
    if (taken.length > 0) {
      const { id } = await ctx.db.digest.create({ data: { userId, createdAt: ctx.now, sendAt: ctx.now } })
      await ctx.db.notification.updateMany({
        where: { id: { in: taken.map((one) => one.id) } },
        data: { mailedAt: ctx.now, digestId: id },
      })
    }
    await ctx.db.mailTurn.update({
      where: { userId },
      data: {
        dueAt: left.length > 0 ? new Date(Math.min(...left)) : null,
        ...(isOf(true) && { alertAt: ctx.now }),
        ...(isOf(false) && { digestAt: ctx.now }),
      },
    })
    return true
  })

type Waiting = Pick<Notification, 'id' | 'kind'>

/** Unread notifications of the kinds somebody wants by mail, and that no mail had yet. */
const waitingFor = (ctx: Context, { id, mailKinds }: User): Promise<Waiting[]> =>
  ctx.db.notification.findMany({
    where: {
      userId: id,
      kind: { in: mailKinds },
      readAt: null,
      mailedAt: null,
      createdAt: { gt: new Date(ctx.now.getTime() - STALE_MS) },
    },
    orderBy: { id: 'desc' },
    take: MOST_TAKEN,
    select: { id: true, kind: true },
  })

/** Sends the next queued mail; false when there is none. A try is counted before, in case the process dies. */
async function sendNext(ctx: Context): Promise<boolean> {
  const [next] = await ctx.db.$queryRaw<Digest[]>`
    update "Digest" set "tries" = "tries" + 1,
      "sendAt" = ${ctx.now}::timestamptz
        + make_interval(secs => least(${LONGEST_WAIT_MS / 1000}, ${RETRY_MS / 1000} * 2 ^ least("tries", 20)))
    where "id" = (select "id" from "Digest" where "sendAt" <= ${ctx.now}::timestamptz
                  order by "sendAt", "id" limit 1 for update skip locked)
    returning *`
  if (!next) return false
  const mail = await mailOf(ctx, next)
  const isStale = ctx.now.getTime() - next.createdAt.getTime() > STALE_MS
  const isDone = mail === null || (await trySending(ctx, mail))
  if (isDone || isStale) await ctx.db.digest.deleteMany({ where: { id: next.id } })
  return true
}

/** Codes of SMTP for what no later try changes (RFC 5321, 4.2.1). */
const isForGood = (error: unknown): boolean =>
  Number((error as { responseCode?: number }).responseCode) >= 500

/** Whether a mail needs no further try. */
const trySending = (ctx: Context, mail: Mail): Promise<boolean> =>
  sendMail(ctx, mail).then(
    () => true,
    (error: unknown) => {
      ctx.house.log.warn({ err: error }, 'a mail of notifications could not be sent')
      return isForGood(error)
    },
  )

/** Mail of a digest; null when everything in it was read or turned off meanwhile, or nobody gets it any more. */
async function mailOf(ctx: Context, { id, userId, createdAt }: Digest): Promise<Mail | null> {
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })
  if (!user.email || !canReceive(user)) return null
  const wanted: Prisma.NotificationWhereInput = {
    digestId: id,
    readAt: null,
    kind: { in: user.mailKinds },
  }
  const rows = await ctx.db.notification.findMany({
    where: wanted,
    orderBy: { id: 'asc' },
    include: WITH_WORDS,
  })
  if (rows.length === 0) return null
  const url = await siteUrl(ctx)
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const unsubscribing = `${url}/unsubscribe/${unsubscribeToken(ctx, userId, kinds)}`
  return {
    to: user.email,
    ...(await wordsOf(ctx, user, rows, { url, unsubscribing })),
    messageId: `<digest-${id}.${createdAt.getTime()}@${new URL(url).hostname}>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribing}>`,
      // RFC 8058 allows it over HTTPS only.
      ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      'Auto-Submitted': 'auto-generated',
    },
  }
}

/** Longest line of a notification in a mail. */
const MAX_LINE = 300

/** One line, without characters that turn the text around or end the mail. */
function lineOf(text: string): string {
  const plain = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return plain.length > MAX_LINE ? `${plain.slice(0, MAX_LINE)}...` : plain
}

async function wordsOf(
  ctx: Context,
  user: User,
  rows: readonly WordedNotification[],
  { url, unsubscribing }: { url: string; unsubscribing: string },
): Promise<Pick<Mail, 'subject' | 'text'>> {
  const locale = asLocale(user.locale ?? '') ?? DEFAULT_LOCALE
  const t = createTranslator(locale)
  const { shortName: site } = await website.get(ctx)
  const shown = rows.slice(0, MOST_SHOWN)
  const items = shown.map((row) => {
    const { title, content } = wordingOf({ ...ctx, locale }, row)
    const link = row.link?.startsWith('/') && !row.link.startsWith('//') ? `${url}${row.link}` : ''
    return [lineOf(title), lineOf(content), link].filter(Boolean).join('\n')
  })
  const more = rows.length - shown.length
  const only = rows.length === 1 ? shown[0] : undefined
  return {
    subject: only
      ? t('mail:digest.subjectOne', { site, title: lineOf(wordingOf({ ...ctx, locale }, only).title) })
      : t('mail:digest.subject', { site, count: rows.length }),
    text: [
      t('mail:digest.greeting', { username: user.username, site }),
      ...items,
      ...(more > 0 ? [t('mail:digest.more', { count: more, link: `${url}/home` })] : []),
      t('mail:digest.end', { settings: `${url}/setting#mails`, unsubscribing }),
    ].join('\n\n'),
  }
}
