import type { User } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { objectOf, type RestRequest, requiredText, router, textOf } from '../../doors/router.ts'
import { createCaptcha } from './captcha.ts'
import { checkIn, findCheckIn } from './checkIn.ts'
import { type Login, login, loginAsStaff } from './login.ts'
import { requestPasswordReset, resetPassword } from './passwordReset.ts'
import { register, sendRegisterCode } from './registration.ts'
import { REST_ROLES } from './restCodes.ts'
import { logout } from './session.ts'
import { takenNames } from './user.ts'

/** UserInfoVO of the reference system. */
const asUserInfo = (user: User) => ({
  uid: user.id,
  username: user.username,
  nickname: user.nickname,
  avatar: user.avatar,
  titleName: user.titleName,
  titleColor: user.titleColor,
  email: user.email,
  number: user.number,
  gender: user.gender,
  school: user.school,
  course: user.course,
  signature: user.signature,
  realname: user.realname,
  github: user.github,
  blog: user.blog,
  cfUsername: user.cfUsername,
  roleList: [REST_ROLES[user.role].name],
})

/** The fields of a body that are texts, and must be there. */
const textsOf = <Name extends string>(request: RestRequest, ...names: Name[]): Record<Name, string> => {
  const body = objectOf(request.body)
  return Object.fromEntries(names.map((name) => [name, requiredText(body[name], name)])) as Record<
    Name,
    string
  >
}

const signIn =
  (rule: (ctx: Context, credentials: { username: string; password: string }) => Promise<Login>) =>
  async (ctx: Context, request: RestRequest) => {
    const { user, token } = await rule(ctx, textsOf(request, 'username', 'password'))
    request.handOver(token)
    return asUserInfo(user)
  }

const signOut = async (ctx: Context, request: RestRequest) => {
  await logout(ctx)
  request.handOver(null)
}

router.post('/api/login', 'anyone', signIn(login))
router.post('/api/admin/login', 'guest', signIn(loginAsStaff))
router.get('/api/logout', 'login', signOut)
router.get('/api/admin/logout', 'admin.enter', signOut)

router.get('/api/get-user-auth-info', 'login', (ctx) => ({
  roles: ctx.viewer ? [REST_ROLES[ctx.viewer.role].name] : [],
  permissions: null,
}))

router.get('/api/captcha', 'anyone', async (ctx) => {
  const { key, image } = await createCaptcha(ctx)
  return { img: image, captchaKey: key }
})

router.get('/api/get-register-code', 'anyone', async (ctx, request) => {
  const email = requiredText(request.query.email, 'email')
  await sendRegisterCode(ctx, email)
  // Clients of the reference system are told half of the life that the code has there; ours has the same.
  return { email, expire: 300 }
})

router.post('/api/register', 'anyone', async (ctx, request) => {
  await register(ctx, textsOf(request, 'username', 'password', 'email', 'code'))
})

router.post('/api/check-username-or-email', 'anyone', (ctx, request) => {
  const { username, email } = objectOf(request.body)
  return takenNames(ctx, { username: textOf(username, 'username'), email: textOf(email, 'email') })
})

router.post('/api/apply-reset-password', 'anyone', async (ctx, request) => {
  await requestPasswordReset(ctx, textsOf(request, 'captcha', 'captchaKey', 'email'))
})

router.post('/api/reset-password', 'anyone', async (ctx, request) => {
  await resetPassword(ctx, textsOf(request, 'username', 'password', 'code'))
})

// The body's uuid is not read: whose check-in it is, the session says.
router.post('/shopapi/hasUserSignIn', 'login', async (ctx) => (await findCheckIn(ctx))?.doneToday ?? false)
router.post('/shopapi/signIn', 'login', async (ctx) => (await checkIn(ctx)).doneToday)
