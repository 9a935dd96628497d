import { type Context, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { count, counted, forget } from '../../core/pacing/throttle.ts'
import { solveCaptcha } from '../user/captcha.ts'

/** Who is refused for speed this often within the time below shows next that no machine is sending. */
const REFUSALS_BEFORE_CAPTCHA = 3
const REMEMBERED_SECONDS = 10 * 60

/** The answer to a captcha, and the key that the picture came with. */
export type CaptchaAnswer = { key: string; answer: string }

const keyOf = (userId: string) => `hasty:${userId}`

/**
 * Requires a captcha after too many refusals by the submit interval; a right answer resets the count. Runs outside the
 * submit transaction: its rollback would restore the attempt.
 */
export async function requireSubmitCaptcha(ctx: Context, captcha: CaptchaAnswer | null): Promise<void> {
  requireLogin(ctx)
  const key = keyOf(ctx.viewer.id)
  if ((await counted(ctx.db, key)).count < REFUSALS_BEFORE_CAPTCHA) return
  if (!captcha?.key || !captcha.answer) throw new Refusal('CAPTCHA_REQUIRED', { field: 'captcha' })
  await solveCaptcha(ctx, captcha.key, captcha.answer)
  await forget(ctx.db, key)
}

/** Does a sending, and remembers when it was refused for speed. */
export async function countRefusals<T>(ctx: Context, sending: () => Promise<T>): Promise<T> {
  try {
    return await sending()
  } catch (error) {
    const hasty = error instanceof Refusal && error.code === 'SUBMIT_TOO_SOON'
    if (hasty && ctx.viewer) await count(ctx.db, keyOf(ctx.viewer.id), REMEMBERED_SECONDS)
    throw error
  }
}
