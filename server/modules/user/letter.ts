import { createTranslator } from '#locales/translator.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { count, counted, forget, takeTurn } from '../../core/pacing/throttle.ts'
import { sendMail } from '../site/mail.ts'
import { website } from '../site/site.ts'
import { pose, type Question, withdraw } from './challenge.ts'

/** How long the code or link of a letter lives, and when another one may be asked for. */
export type MailSent = { expire: number; wait: number }

type Letter = {
  name: 'registerCode' | 'resetLink' | 'emailCode'
  to: string
  /** Counted under this, at most one letter in `wait` seconds. */
  turn: string
  wait: number
  question: Question
  answer: string
  tries: number
  parameters: Record<string, string>
}

/** The longest that sending may take (s): the mailer gives up before. */
const SENDING_SECONDS = 15

/** How long an answer sent by mail is good. */
const LIFE_SECONDS = 10 * 60

/** Letters one address of the network may cause in an hour: more than a class registering together. */
const MAX_AN_HOUR = 200

/**
 * Sends somebody a secret and expects it back. The turn is taken when the mail has left the house: until then nobody is
 * told that one is on its way, and when it does not leave the next try need not wait.
 */
export async function sendLetter(ctx: Context, letter: Letter): Promise<MailSent> {
  const sending = `sending ${letter.turn}`
  await refuseTooSoon(ctx, letter)
  const seconds = await takeTurn(ctx.db, sending, SENDING_SECONDS)
  if (seconds > 0) throw new Refusal('MAIL_UNDER_WAY', { seconds })
  try {
    // Another one may have left between the two.
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
  if ((await count(ctx.db, `mails: ${ctx.client.ip}`, 3600)) > MAX_AN_HOUR)
    throw new Refusal('TOO_MANY_REQUESTS')

  await pose(ctx, letter.question, letter.answer, { seconds: LIFE_SECONDS, tries: letter.tries })
  const { shortName } = await website.get(ctx)
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
    await withdraw(ctx, letter.question)
    throw new Refusal('MAIL_FAILED')
  }
}
