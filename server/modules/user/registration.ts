import { randomInt } from 'node:crypto'
import type { User } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { hashPassword } from '../../core/password.ts'
import { transact } from '../../events.ts'
import { website } from '../site/site.ts'
import { closeQuestion, isAnswer, type Question } from './challenge.ts'
import { type MailSent, sendLetter } from './secretMail.ts'
import { createUser, emailKeyOf, requireEmail, requireFree, requireOffered, requirePassword } from './user.ts'
import { requireUsername } from './username.ts'

const WAIT_SECONDS = 60
const TRIES = 5

const questionOf = (email: string): Question => ({ kind: 'REGISTER_CODE', subject: emailKeyOf(email) })

async function requireOpen(ctx: Context): Promise<void> {
  const { registrationOpen } = await website.get(ctx)
  if (!registrationOpen) throw new Refusal('REGISTRATION_CLOSED')
}

/** Mails six digits to an address for registration. */
export async function sendRegisterCode(ctx: Context, address: string): Promise<MailSent> {
  await requireOpen(ctx)
  const email = requireEmail(address)
  await requireOffered(ctx, email)
  await requireFree(ctx, { email })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return sendLetter(ctx, {
    name: 'registerCode',
    to: email,
    turn: `register mail: ${emailKeyOf(email)}`,
    wait: WAIT_SECONDS,
    question: questionOf(email),
    answer: code,
    tries: TRIES,
    parameters: { code },
  })
}

export type Registration = { username: string; password: string; email: string; code: string }

/** Registers an account, confirmed by a mailed code. */
export async function register(ctx: Context, registration: Registration): Promise<User> {
  await requireOpen(ctx)
  const username = requireUsername(registration.username)
  const email = requireEmail(registration.email)
  const password = requirePassword(registration.password)
  await requireOffered(ctx, email)
  await requireFree(ctx, { username, email })

  const question = questionOf(email)
  const wrongCode = new Refusal('MAIL_CODE_WRONG', { field: 'code' })
  if (!(await isAnswer(ctx, question, registration.code))) throw wrongCode
  const passwordHash = await hashPassword(password)
  return transact(ctx, async (ctx) => {
    if (!(await closeQuestion(ctx, question, registration.code))) throw wrongCode
    return createUser(ctx, { username, email, passwordHash, emailVerified: true })
  })
}
