import { createTranslator } from '#locales/translator.ts'
import { afresh, type Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { isLost, WHOLE } from '../../core/mailer.ts'
import { count, counted, forget, takeTurn } from '../../core/pacing/throttle.ts'
import { rateKeyOf } from '../../core/proxies.ts'
import { sendMail } from '../site/mail.ts'
import { website } from '../site/site.ts'
import { pose, type Question } from './challenge.ts'

/** Lifetime of a mailed code or link, and delay before the next one, in seconds. */
export type MailSent = { expire: number; wait: number }

type Letter = {
  name: 'registerCode' | 'resetLink' | 'emailCode'
  to: string
  /** Rate limit key: at most one mail in `wait` seconds. */
  turn: string
  wait: number
  question: Question
  answer: string
  tries: number
  parameters: Record<string, string>
}

/** Longest time (s) of sending: the mailer gives up before. */
const SENDING_SECONDS = WHOLE / 1000 + 5

/** Lifetime of a mailed answer (s). */
const LIFE_SECONDS = 10 * 60

/** Mails per network address and hour; more than a class that registers together. */
const MAX_AN_HOUR = 200

/**
 * Mails a secret and creates its challenge. The rate limit counts after the mail was accepted: before, no
 * success is reported, and after a failure the next try need not wait.
 */
export async function sendLetter(ctx: Context, letter: Letter): Promise<MailSent> {
  const sending = `sending ${letter.turn}`
  await refuseTooSoon(ctx, letter)
  const seconds = await takeTurn(ctx.db, sending, SENDING_SECONDS)
  if (seconds > 0) throw new Refusal('MAIL_UNDER_WAY', { seconds })
  try {
    // A concurrent request may have sent one meanwhile.
    await refuseTooSoon(ctx, letter)
    await send(ctx, letter)
    await takeTurn(ctx.db, letter.turn, letter.wait)
  } finally {
    await forget(ctx.db, sending)
  }
  return { expire: LIFE_SECONDS, wait: letter.wait }
}

async function refuseTooSoon(ctx: Context, { turn }: Letter): Promise<void> {
  const { count, secondsLeft } = await counted(ctx.db, turn)
  if (count > 0) throw new Refusal('MAIL_TOO_SOON', { seconds: Math.max(1, secondsLeft) })
}

async function send(ctx: Context, letter: Letter): Promise<void> {
  if ((await count(ctx.db, `mails: ${rateKeyOf(ctx.client.ip)}`, 3600)) > MAX_AN_HOUR)
    throw new Refusal('TOO_MANY_REQUESTS')

  const { shortName } = await website.get(ctx)
  /** The answer is right from now on, in place of an earlier one. */
  const expect = () =>
    pose(afresh(ctx), letter.question, letter.answer, { seconds: LIFE_SECONDS, tries: letter.tries })
  const t = createTranslator(ctx.locale)
  const parameters = { ...letter.parameters, site: shortName, minutes: LIFE_SECONDS / 60 }
  try {
    await sendMail(ctx, {
      to: letter.to,
      subject: t(`mail:${letter.name}.subject`, parameters),
      text: t(`mail:${letter.name}.text`, parameters),
    })
  } catch (error) {
    ctx.house.log.error({ err: error }, 'a mail could not be sent')
    if (isLost(error)) throw new Refusal('MAIL_FAILED')
    await expect()
    throw new Refusal('MAIL_UNSURE')
  }
  await expect()
}
