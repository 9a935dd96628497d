import { z } from 'zod'
import { createTranslator } from '#locales/translator.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { Refusal } from '../../core/errors.ts'
import type { Mail } from '../../core/mailer.ts'
import { count } from '../../core/pacing/throttle.ts'
import { canConfigureSite } from '../../policy/site.ts'
import { record } from '../audit/audit.ts'
import { defineSettings } from '../settings/settings.ts'
import { website } from './site.ts'

/** Most test mails per administrator and hour. */
const MOST_TRIALS = 60

const line = z.string().trim().max(200)

/** Mail settings. */
export const mail = defineSettings(
  'mail',
  z.object({
    host: line
      .regex(/^[^\s/@]*$/)
      .default('')
      .describe('Host name of the SMTP server; empty: that of the environment.'),
    port: z.number().int().min(1).max(65_535).default(465).describe('Port.'),
    secure: z
      .boolean()
      .default(true)
      .describe('TLS from the first byte, as on port 465; otherwise STARTTLS if the server offers it.'),
    username: line.default('').describe('Username for login; empty: no login.'),
    password: z.string().max(500).default('').describe('Password.').meta({ secret: true }),
    from: line
      .refine((text) => text === '' || /^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/.test(text), {
        params: { fault: 'EMAIL_INVALID' },
      })
      .default('')
      .describe('Sender, such as `Judge <judge@example.org>`; empty: the username.'),
  }),
)

/** Sends a mail through the server of the settings, else of the environment. */
export async function sendMail(ctx: Context, letter: Mail): Promise<void> {
  const { from, ...server } = await mail.get(ctx)
  const sender = from || (server.username.includes('@') ? server.username : '')
  await ctx.house.mailer.send(letter, server.host ? { ...server, from: sender } : null)
}

/** Whether a mail server is set, here or in the environment; otherwise mails stay in a folder of the server. */
export const hasMailServer = async (ctx: Context): Promise<boolean> =>
  (await mail.get(ctx)).host !== '' || ctx.house.mailer.hasServer

/**
 * Result of a test mail. `fault`: why it was not sent, null if it was; `isAnswer`: whether the mail server said so, and
 * not the connection to it; `isInOutbox`: whether no server is set, so that the mail is a file of this server.
 */
export type MailTrial = { address: string; fault: string | null; isAnswer: boolean; isInOutbox: boolean }

const isEmail = (text: string) => z.email().safeParse(text).success

const recipient = z.object({
  address: z
    .string()
    .max(320)
    .refine(isEmail, { params: { fault: 'EMAIL_INVALID' } }),
})

/** Sends a test mail to an address. Refuses more than `MOST_TRIALS` in an hour. */
export async function tryMail(ctx: Context, address: string): Promise<MailTrial> {
  authorize(ctx, canConfigureSite(readerOf(ctx)))
  const { address: to } = checked(recipient, { address: address.trim() })
  if ((await count(ctx.db, `mail trials: ${ctx.viewer?.id}`, 3600)) > MOST_TRIALS)
    throw new Refusal('TOO_MANY_REQUESTS')
  const t = createTranslator(ctx.locale)
  const { shortName: site } = await website.get(ctx)
  const sent = await sendMail(ctx, {
    to,
    subject: t('mail:trial.subject', { site }),
    text: t('mail:trial.text', { site }),
  }).then(() => ({ fault: null, isAnswer: false }), faultOf)
  await record(ctx, 'settings.mailTried', ['Settings', mail.key], { address: to, fault: sent.fault })
  return { address: to, ...sent, isInOutbox: !(await hasMailServer(ctx)) }
}

/** An error of nodemailer; one that the mail server answered has its response. */
const faultOf = (error: unknown) => ({
  fault: (error instanceof Error ? error.message : String(error)).slice(0, 1000),
  isAnswer: error instanceof Error && 'response' in error && Boolean(error.response),
})
