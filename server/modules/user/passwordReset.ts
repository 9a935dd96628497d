import { randomBytes } from 'node:crypto'
import type { User } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { hashPassword } from '../../core/password.ts'
import { emit, transact } from '../../events.ts'
import { siteUrl } from '../site/site.ts'
import { solveCaptcha } from './captcha.ts'
import { closeQuestion, isSecret, resetLinkOf } from './challenge.ts'
import { type MailSent, sendLetter } from './secretMail.ts'
import { endSessionsOf } from './session.ts'
import { emailKeyOf, findUserByName, requireEmail, requirePassword } from './user.ts'

const WAIT_SECONDS = 90

/** Answer of a link: its code with the address and the password of the account, so that a change of either ends it. */
const answerOf = ({ emailKey, passwordHash }: User, code: string): string =>
  `${code.trim()} ${emailKey} ${passwordHash}`

export type PasswordResetRequest = { email: string; captcha: string; captchaKey: string }

/** Mails a link for a password reset to the owner of an address. */
export async function requestPasswordReset(ctx: Context, request: PasswordResetRequest): Promise<MailSent> {
  const email = requireEmail(request.email)
  await solveCaptcha(ctx, request.captchaKey, request.captcha)
  const user = await ctx.db.user.findUnique({ where: { emailKey: emailKeyOf(email) } })
  if (!user?.email || user.disabled) throw new Refusal('EMAIL_UNKNOWN', { field: 'email' })

  const code = randomBytes(16).toString('base64url')
  const query = new URLSearchParams({ username: user.username, code })
  return sendLetter(ctx, {
    name: 'resetLink',
    to: user.email,
    turn: `reset mail: ${emailKeyOf(email)}`,
    wait: WAIT_SECONDS,
    question: resetLinkOf(user.id),
    answer: answerOf(user, code),
    tries: 1,
    parameters: { username: user.username, link: `${await siteUrl(ctx)}/reset-password?${query}` },
  })
}

/** Whether a reset link is still valid. */
export async function resetLinkWorks(ctx: Context, username: string, code: string): Promise<boolean> {
  const user = await findUserByName(ctx, username)
  return user !== null && !user.disabled && (await isSecret(ctx, resetLinkOf(user.id), answerOf(user, code)))
}

export type PasswordReset = { username: string; password: string; code: string }

/** Sets a new password by a reset link; all devices are logged out. */
export async function resetPassword(ctx: Context, reset: PasswordReset): Promise<User> {
  const password = requirePassword(reset.password)
  const wrongLink = new Refusal('RESET_LINK_WRONG')
  const user = await findUserByName(ctx, reset.username)
  if (!user || user.disabled) throw wrongLink
  const question = resetLinkOf(user.id)
  const answer = answerOf(user, reset.code)
  if (!(await isSecret(ctx, question, answer))) throw wrongLink

  const passwordHash = await hashPassword(password)
  return transact(ctx, async (ctx) => {
    if (!(await closeQuestion(ctx, question, answer))) throw wrongLink
    const changed = await ctx.db.user.update({ where: { id: user.id }, data: { passwordHash } })
    await endSessionsOf(ctx, user.id)
    await emit(ctx, 'password.changed', { userId: user.id, way: 'RESET', at: ctx.now.toISOString() })
    return changed
  })
}
