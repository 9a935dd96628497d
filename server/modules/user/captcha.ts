import { randomBytes, randomInt } from 'node:crypto'
import { Resvg } from '@resvg/resvg-js'
import svgCaptcha from 'svg-captcha'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { count } from '../../core/pacing/throttle.ts'
import { rateKeyOf } from '../../core/proxies.ts'
import { isAnswer, pose } from './challenge.ts'

const LIFE_SECONDS = 30 * 60

/** Captchas per address and minute; a class behind one address needs fewer. */
const MAX_A_MINUTE = 120

/** Style: dark strokes across dark digits, readable for people and hard for simple OCR. */
const LOOK = { width: 180, height: 56, fontSize: 46, noise: 5 }

/** Background, so that the picture is readable in both themes. */
const PAPER = '<rect width="100%" height="100%" fill="#f4f1ea"/>'

/** The package's type declarations lack its function that draws any text. */
const draw = svgCaptcha as unknown as (text: string, look: typeof LOOK) => string

/** A sum whose result is never negative and has more than a few possible values. */
function createSum(): { text: string; answer: string } {
  const left = randomInt(11, 90)
  if (randomInt(2) === 0) {
    const right = randomInt(2, 50)
    return { text: `${left}+${right}=?`, answer: String(left + right) }
  }
  const right = randomInt(2, left)
  return { text: `${left}-${right}=?`, answer: String(left - right) }
}

const asPng = (svg: string): string => {
  const onPaper = svg.replace('>', `>${PAPER}`)
  const png = new Resvg(onPaper, { font: { loadSystemFonts: false } }).render().asPng()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** A captcha picture, and the key under which its answer is accepted once. */
export async function createCaptcha(ctx: Context): Promise<{ key: string; image: string }> {
  if ((await count(ctx.db, `captcha:${rateKeyOf(ctx.client.ip)}`, 60)) > MAX_A_MINUTE)
    throw new Refusal('TOO_MANY_REQUESTS')
  const { text, answer } = createSum()
  const key = randomBytes(16).toString('base64url')
  await pose(ctx, { kind: 'CAPTCHA', subject: key }, answer, { seconds: LIFE_SECONDS, tries: 1 })
  return { key, image: asPng(draw(text, LOOK)) }
}

/** Refuses a wrong answer; the captcha is used up in any case. */
export async function solveCaptcha(ctx: Context, key: string, answer: string): Promise<void> {
  const right = await isAnswer(ctx, { kind: 'CAPTCHA', subject: key }, answer)
  if (!right) throw new Refusal('CAPTCHA_WRONG', { field: 'captcha' })
}
