import { randomBytes, randomInt } from 'node:crypto'
import { Resvg } from '@resvg/resvg-js'
import svgCaptcha from 'svg-captcha'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { count } from '../../core/pacing/throttle.ts'
import { isAnswer, pose } from './challenge.ts'

const LIFE_SECONDS = 30 * 60

/** Pictures one address may have in a minute; a class behind one address stays below it. */
const MAX_A_MINUTE = 120

/** Dark strokes across dark digits: easy for people, a nuisance for simple readers. */
const LOOK = { width: 180, height: 56, fontSize: 46, noise: 5 }

/** The picture brings its own paper, so that it can be read in either theme. */
const PAPER = '<rect width="100%" height="100%" fill="#f4f1ea"/>'

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
  const onPaper = svg.replace('>', `>${PAPER}`)
  const png = new Resvg(onPaper, { font: { loadSystemFonts: false } }).render().asPng()
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
