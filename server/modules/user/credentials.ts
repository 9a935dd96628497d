import { randomInt } from 'node:crypto'
import { asLocale, DEFAULT_LOCALE } from '#locales/i18n.ts'
import { createTranslator } from '#locales/translator.ts'
import type { User } from '#prisma/generated/client.ts'
import { type Context, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { hashPassword } from '../../core/password.ts'
import { emit, transact } from '../../events.ts'
import type { AddressLetter } from '../../queue.ts'
import { record } from '../audit/audit.ts'
import { sendMail } from '../site/mail.ts'
import { website } from '../site/site.ts'
import { closeQuestion, isAnswer, type Question, resetLinkOf, withdraw } from './challenge.ts'
import { requireOwner } from './passwordCheck.ts'
import { type MailSent, sendLetter } from './secretMail.ts'
import { endSessionsOf } from './session.ts'
import {
  emailKeyOf,
  emailTaken,
  lockOwn,
  requireEmail,
  requireFree,
  requireOffered,
  requirePassword,
} from './user.ts'

export type PasswordChange = { oldPassword: string; newPassword: string }

/** Sets the viewer's password; all other devices are logged out. */
export async function changePassword(ctx: Context, change: PasswordChange): Promise<User> {
  requireLogin(ctx)
  const newPassword = requirePassword(change.newPassword, 'newPassword')
  const { id } = await requireOwner(ctx, change.oldPassword, 'oldPassword')
  if (change.newPassword.normalize('NFC') === change.oldPassword.normalize('NFC')) {
    throw new Refusal('PASSWORD_SAME', { field: 'newPassword' })
  }
  const passwordHash = await hashPassword(newPassword)
  return transact(ctx, async (ctx) => {
    const user = await ctx.db.user.update({ where: { id }, data: { passwordHash } })
    await endSessionsOf(ctx, id, ctx.sessionId ?? undefined)
    await record(ctx, 'user.passwordChanged', ['User', id], {})
    await emit(ctx, 'password.changed', { userId: id, way: 'CHANGED', at: ctx.now.toISOString() })
    return user
  })
}

/** Seconds between two codes to one user. */
const WAIT_SECONDS = 30
const TRIES = 5

const questionOf = (userId: string, email: string): Question => ({
  kind: 'EMAIL_CODE',
  subject: `${userId} ${emailKeyOf(email)}`,
})

/** Normalized address; refuses those of others, and the viewer's own once it is verified. */
async function requireNew(ctx: Context, given: string, field: string): Promise<string> {
  requireLogin(ctx)
  const email = requireEmail(given, field)
  await requireOffered(ctx, email, field)
  const { emailKey, emailVerified } = await ctx.db.user.findUniqueOrThrow({
    where: { id: ctx.viewer.id },
    select: { emailKey: true, emailVerified: true },
  })
  const isOwn = emailKey === emailKeyOf(email)
  if (isOwn && emailVerified) throw new Refusal('EMAIL_SAME', { field })
  if (!isOwn) await requireFree(ctx, { email }, field)
  return email
}

/** Mails six digits to the viewer's new address. */
export async function sendEmailCode(ctx: Context, address: string): Promise<MailSent> {
  const email = await requireNew(ctx, address, 'email')
  requireLogin(ctx)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return sendLetter(ctx, {
    name: 'emailCode',
    to: email,
    turn: `email mail: ${ctx.viewer.id}`,
    wait: WAIT_SECONDS,
    question: questionOf(ctx.viewer.id, email),
    answer: code,
    tries: TRIES,
    parameters: { username: ctx.viewer.username, code },
  })
}

export type EmailChange = { password: string; newEmail: string; code: string }

/** Changes the viewer's address, confirmed by a mailed code. */
export async function changeEmail(ctx: Context, change: EmailChange): Promise<User> {
  const email = await requireNew(ctx, change.newEmail, 'newEmail')
  const { id } = await requireOwner(ctx, change.password, 'password')
  const question = questionOf(id, email)
  const wrongCode = new Refusal('MAIL_CODE_WRONG', { field: 'code' })
  if (!(await isAnswer(ctx, question, change.code))) throw wrongCode
  return transact(ctx, async (ctx) => {
    if (!(await closeQuestion(ctx, question, change.code))) throw wrongCode
    const before = await lockOwn(ctx, id)
    const user = await emailTaken('newEmail', () =>
      ctx.db.user.update({
        where: { id },
        data: { email, emailKey: emailKeyOf(email), emailVerified: true, version: { increment: 1 } },
      }),
    )
    await record(ctx, 'user.emailChanged', ['User', id], {})
    await emit(ctx, 'profile.changed', { userId: id })
    await tellOfAddress(ctx, before)
    return user
  })
}

/**
 * Tells of a changed address, with the account as it was: its owner by a notification, and the former address by a
 * mail, if it was verified. A reset link that waits there is of no use any more. Within the transaction of the change.
 */
export async function tellOfAddress(ctx: Context, before: User): Promise<void> {
  const { id, email, emailVerified, username, locale } = before
  await withdraw(ctx, resetLinkOf(id))
  if (email === null) return
  const at = ctx.now.toISOString()
  const former = emailVerified ? { to: email, username, locale } : null
  await emit(ctx, 'email.changed', { userId: id, at, former })
}

/** Mails the former address of an account that another one took its place; a job. */
export async function mailFormerAddress(
  ctx: Context,
  { to, username, locale }: AddressLetter,
): Promise<void> {
  const t = createTranslator(asLocale(locale ?? '') ?? DEFAULT_LOCALE)
  const { shortName: site } = await website.get(ctx)
  await sendMail(ctx, {
    to,
    subject: t('mail:emailChanged.subject', { site }),
    text: t('mail:emailChanged.text', { site, username }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
}
