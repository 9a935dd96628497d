import { z } from 'zod'
import type { User } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { REFUSALS, type RefusalCode, refusalOf } from '../../core/errors.ts'
import { say } from '../../doors/asking.ts'
import { optionalText, requiredText } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { FILE_BOUNDS } from '../file/file.ts'
import { changeEmail, changePassword, sendEmailCode } from './credentials.ts'
import { changeAvatar, changeProfile } from './profile.ts'
import { asUserInfo, restUserInfo } from './restShapes.ts'

const outcome = z
  .object({
    code: z.literal([200, 400, 403]).describe('200: changed, 400: wrong password, 403: locked.'),
    msg: z.string(),
    userInfo: restUserInfo.nullable(),
  })
  .meta({ id: 'AccountChange', description: 'Result of a change that requires the password.' })

/** Refusals that clients of the reference system expect in the data of a successful answer. */
const IN_DATA: readonly RefusalCode[] = ['PASSWORD_WRONG', 'ACCOUNT_LOCKED', 'MAIL_CODE_WRONG']

async function outcomeOf(
  ctx: Context,
  act: () => Promise<User | undefined>,
): Promise<z.input<typeof outcome>> {
  try {
    const user = await act()
    return { code: 200, msg: 'success', userInfo: user ? asUserInfo(user) : null }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal || !IN_DATA.includes(refusal.code)) throw error
    const code = REFUSALS[refusal.code] === 403 ? 403 : 400
    return { code, msg: say(ctx.locale, refusal), userInfo: null }
  }
}

router.post(
  '/api/change-password',
  'login',
  {
    summary: 'Sets the password; all other devices are logged out.',
    body: {
      oldPassword: requiredText().describe('Old password.'),
      newPassword: requiredText().describe('New password, 6 to 20 characters.'),
    },
    answer: outcome,
  },
  (ctx, { body }) =>
    outcomeOf(ctx, async () => {
      await changePassword(ctx, body)
      return undefined
    }),
)

router.get(
  '/api/get-change-email-code',
  'login',
  {
    summary: 'Mails the code for change-email to the new address.',
    query: { email: requiredText().describe('New address.') },
  },
  async (ctx, { query }) => {
    await sendEmailCode(ctx, query.email)
  },
)

router.post(
  '/api/change-email',
  'login',
  {
    summary: 'Changes the address of the account.',
    body: {
      password: requiredText().describe('The password of the account.'),
      newEmail: requiredText().describe('New address.'),
      code: requiredText().describe('Code of the mail.'),
    },
    answer: outcome,
  },
  (ctx, { body }) => outcomeOf(ctx, () => changeEmail(ctx, body)),
)

router.post(
  '/api/change-userInfo',
  'login',
  {
    summary: "Changes the caller's profile; omitted fields stay as they are.",
    body: {
      nickname: optionalText().describe('Nickname; at most 20 characters.'),
      realname: optionalText().describe('Real name; at most 50 characters.'),
      gender: optionalText().describe('male, female or secrecy.'),
      school: optionalText().describe('At most 100 characters.'),
      course: optionalText().describe('At most 100 characters.'),
      number: optionalText().describe('Student number; at most 200 characters.'),
      signature: optionalText().describe('Markdown; at most 65535 characters.'),
      cfUsername: optionalText().describe('Codeforces handle.'),
      github: optionalText().describe('URL beginning with https.'),
      blog: optionalText().describe('URL beginning with https.'),
    },
    answer: restUserInfo,
  },
  async (ctx, { body }) => {
    const given = Object.entries(body).filter(([, value]) => value !== null)
    return asUserInfo(await changeProfile(ctx, Object.fromEntries(given)))
  },
)

router.upload(
  '/api/file/upload-avatar',
  'login',
  {
    summary: 'Uploads an avatar.',
    file: { field: 'image', maxBytes: FILE_BOUNDS.AVATAR.maxBytes },
    answer: restUserInfo.omit({ titleName: true, titleColor: true }),
  },
  async (ctx, { file }) => {
    const { titleName: _, titleColor: __, ...info } = asUserInfo(await changeAvatar(ctx, file))
    return info
  },
)
