import { z } from 'zod'
import type { Context } from '../../context.ts'
import { requiredText, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { createCaptcha } from './captcha.ts'
import { checkIn, findCheckIn } from './checkIn.ts'
import { type Login, login, loginAsStaff } from './login.ts'
import { requestPasswordReset, resetPassword } from './passwordReset.ts'
import { register, sendRegisterCode } from './registration.ts'
import { REST_ROLES } from './restCodes.ts'
import { asUserInfo, restUserInfo } from './restShapes.ts'
import { logout } from './session.ts'
import { takenNames } from './user.ts'

const username = requiredText().describe('Username.')
const password = requiredText().describe('Its password.')
const email = requiredText().describe('E-mail address.')
const credentials = { username, password }

type Credentials = { username: string; password: string }
type Token = { handOver(token: string | null): void }

const signIn =
  (rule: (ctx: Context, credentials: Credentials) => Promise<Login>) =>
  async (ctx: Context, { body, handOver }: Token & { body: Credentials }) => {
    const { user, token } = await rule(ctx, body)
    handOver(token)
    return asUserInfo(user)
  }

const signOut = async (ctx: Context, { handOver }: Token) => {
  await logout(ctx)
  handOver(null)
}

router.post(
  '/api/login',
  'anyone',
  {
    summary: 'Logs in; the token is in the Authorization header of the response.',
    body: credentials,
    answer: restUserInfo,
  },
  signIn(login),
)
router.post(
  '/api/admin/login',
  'guest',
  {
    summary: 'Logs in to the administration, for staff.',
    body: credentials,
    answer: restUserInfo,
  },
  signIn(loginAsStaff),
)
router.get('/api/logout', 'login', { summary: 'Ends the session of the token.' }, signOut)
router.get('/api/admin/logout', 'admin.enter', { summary: 'Ends the session of the token.' }, signOut)

router.get(
  '/api/get-user-auth-info',
  'login',
  {
    summary: 'Roles of the caller.',
    answer: z.object({ roles: z.array(z.string()), permissions: z.null() }),
  },
  (ctx) => ({ roles: ctx.viewer ? [REST_ROLES[ctx.viewer.role].name] : [], permissions: null }),
)

router.get(
  '/api/captcha',
  'anyone',
  {
    summary: 'A captcha: a picture with a sum, and the key to send with the answer.',
    answer: z.object({
      img: z.string().describe('The picture as a data URL.'),
      captchaKey: z.string(),
    }),
  },
  async (ctx) => {
    const { key, image } = await createCaptcha(ctx)
    return { img: image, captchaKey: key }
  },
)

router.get(
  '/api/get-register-code',
  'anyone',
  {
    summary: 'Mails the code for registration.',
    query: { email },
    answer: z.object({
      email: z.string(),
      expire: z.int().describe('Least lifetime of the code in seconds.'),
    }),
  },
  async (ctx, { query }) => {
    await sendRegisterCode(ctx, query.email)
    // Clients of the reference system expect half of the code's lifetime there, which equals its lifetime
    // here.
    return { email: query.email, expire: 300 }
  },
)

router.post(
  '/api/register',
  'anyone',
  {
    summary: 'Registers an account.',
    body: { ...credentials, email, code: requiredText().describe('Code of the mail.') },
  },
  async (ctx, { body }) => {
    await register(ctx, body)
  },
)

router.post(
  '/api/check-username-or-email',
  'anyone',
  {
    summary: 'Whether a username or an address is taken.',
    body: {
      username: text().describe('Username to check.'),
      email: text().describe('Address to check.'),
    },
    answer: z.object({ email: z.boolean(), username: z.boolean() }),
  },
  (ctx, { body }) => takenNames(ctx, body),
)

router.post(
  '/api/apply-reset-password',
  'anyone',
  {
    summary: 'Mails a link for a password reset.',
    body: {
      captcha: requiredText().describe('Answer to the captcha.'),
      captchaKey: requiredText().describe('Key of the captcha.'),
      email,
    },
  },
  async (ctx, { body }) => {
    await requestPasswordReset(ctx, body)
  },
)

router.post(
  '/api/reset-password',
  'anyone',
  {
    summary: 'Sets a new password; all devices are logged out.',
    body: { ...credentials, code: requiredText().describe('Code of the link.') },
  },
  async (ctx, { body }) => {
    await resetPassword(ctx, body)
  },
)

// The body's uuid is ignored: the session names the user.
router.post(
  '/shopapi/hasUserSignIn',
  'login',
  { summary: 'Whether the caller has checked in today.', answer: z.boolean() },
  async (ctx) => (await findCheckIn(ctx))?.doneToday ?? false,
)
router.post(
  '/shopapi/signIn',
  'login',
  { summary: 'Checks in for today.', answer: z.boolean() },
  async (ctx) => (await checkIn(ctx)).doneToday,
)
