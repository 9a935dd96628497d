import { randomBytes, randomInt } from 'node:crypto'
import { Resvg } from '@resvg/resvg-js'
import svgCaptcha from 'svg-captcha'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { count } from '../../core/throttle.ts'
import { isAnswer, pose } from './challenge.ts'

const LIFE_SECONDS = 30 * 60

/** Pictures one address may have in a minute; a class behind one address stays below it. */
const MAX_A_MINUTE = 120

/** Paper, grain and strokes across the digits: easy for people in either theme, a nuisance for simple readers. */
const LOOK = { width: 180, height: 56, fontSize: 44, noise: 4, color: true, background: '#f4f1ea' }

/** The package's types leave out the function that it is: it draws any text. */
const draw = svgCaptcha as unknown as (text: string, look: typeof LOOK) => string

/** Two operands whose result is never negative and takes more than a handful of guesses. */
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
  const png = new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** A sum drawn as a picture, and the key under which its answer is expected once. */
export async function createCaptcha(ctx: Context): Promise<{ key: string; image: string }> {
  if ((await count(ctx.db, `captcha:${ctx.client.ip}`, 60)) > MAX_A_MINUTE)
    throw new Refusal('TOO_MANY_REQUESTS')
  const { text, answer } = createSum()
  const key = randomBytes(16).toString('base64url')
  await pose(ctx, { kind: 'CAPTCHA', subject: key }, answer, { seconds: LIFE_SECONDS, tries: 1 })
  return { key, image: asPng(draw(text, LOOK)) }
}

/** Refuses a wrong answer; right or wrong, this picture is used up. */
export async function solveCaptcha(ctx: Context, key: string, answer: string): Promise<void> {
  const right = await isAnswer(ctx, { kind: 'CAPTCHA', subject: key }, answer)
  if (!right) throw new Refusal('CAPTCHA_WRONG', { field: 'captcha' })
}
