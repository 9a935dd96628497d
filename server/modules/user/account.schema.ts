import { builder, OPEN, SLOW } from '../../builder.ts'
import { createCaptcha } from './captcha.ts'
import type { MailSent } from './letter.ts'
import { requestPasswordReset, resetLinkWorks, resetPassword } from './passwordReset.ts'
import { register, sendRegisterCode } from './registration.ts'

const Captcha = builder.objectRef<{ key: string; image: string }>('Captcha').implement({
  description: 'A sum to solve, as a picture.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Goes along with the answer.' }),
    image: t.exposeString('image', { description: 'data:image/png;base64,…' }),
  }),
})

export const MailSentRef = builder.objectRef<MailSent>('MailSent').implement({
  description: 'A mail with a code or a link is on its way.',
  fields: (t) => ({
    expireSeconds: t.exposeInt('expire', { description: 'How long the code or link lives.' }),
    waitSeconds: t.exposeInt('wait', { description: 'How long before another may be sent.' }),
  }),
})

const SendRegisterCodeInput = builder.inputType('SendRegisterCodeInput', {
  description: 'Where the code goes.',
  fields: (t) => ({ email: t.string({ required: true, description: 'The address.' }) }),
})

const RegisterInput = builder.inputType('RegisterInput', {
  description: 'An account to make.',
  fields: (t) => ({
    username: t.string({ description: 'A username.', required: true }),
    password: t.string({ description: 'A password.', required: true }),
    email: t.string({ description: 'The address that the mail went to.', required: true }),
    code: t.string({ description: 'The code from the mail.', required: true }),
  }),
})

const RequestPasswordResetInput = builder.inputType('RequestPasswordResetInput', {
  description: 'Whose password was forgotten.',
  fields: (t) => ({
    email: t.string({ description: 'Address of the account.', required: true }),
    captcha: t.string({ description: 'Answer to the captcha.', required: true }),
    captchaKey: t.string({ description: 'The key that its picture came with.', required: true }),
  }),
})

const ResetPasswordInput = builder.inputType('ResetPasswordInput', {
  description: 'A new password, and the link that allows it.',
  fields: (t) => ({
    username: t.string({ description: 'The username of the link.', required: true }),
    password: t.string({ description: 'The new password.', required: true }),
    code: t.string({ description: 'The code of the link.', required: true }),
  }),
})

builder.queryFields((t) => ({
  resetLinkWorks: t.boolean({
    description: 'Whether a new password can still be chosen under the link of a mail.',
    complexity: SLOW,
    args: {
      username: t.arg.string({ description: 'The username of the link.', required: true }),
      code: t.arg.string({ description: 'The code of the link.', required: true }),
    },
    resolve: (_, { username, code }, ctx) => resetLinkWorks(ctx, username, code),
  }),
}))

builder.mutationFields((t) => ({
  createCaptcha: t.field({
    refuses: [],
    description: 'Makes a captcha to solve.',
    type: Captcha,
    extensions: OPEN,
    complexity: SLOW,
    resolve: (_, __, ctx) => createCaptcha(ctx),
  }),
  sendRegisterCode: t.field({
    refuses: [
      'REGISTRATION_CLOSED',
      'EMAIL_INVALID',
      'EMAIL_TAKEN',
      'MAIL_TOO_SOON',
      'MAIL_UNDER_WAY',
      'MAIL_FAILED',
    ],
    description: 'Mails the code that registering takes.',
    extensions: OPEN,
    type: MailSentRef,
    args: { input: t.arg({ type: SendRegisterCodeInput, required: true }) },
    resolve: (_, { input }, ctx) => sendRegisterCode(ctx, input.email),
  }),
  register: t.prismaField({
    refuses: [
      'REGISTRATION_CLOSED',
      'MAIL_CODE_WRONG',
      'USERNAME_INVALID',
      'USERNAME_TAKEN',
      'USERNAME_ALIKE',
      'EMAIL_INVALID',
      'EMAIL_TAKEN',
      'PASSWORD_LENGTH',
    ],
    description: 'Makes an account.',
    extensions: OPEN,
    complexity: SLOW,
    type: 'User',
    args: { input: t.arg({ type: RegisterInput, required: true }) },
    resolve: (_query, _, { input }, ctx) => register(ctx, input),
  }),
  requestPasswordReset: t.field({
    refuses: [
      'CAPTCHA_WRONG',
      'EMAIL_INVALID',
      'EMAIL_UNKNOWN',
      'MAIL_TOO_SOON',
      'MAIL_UNDER_WAY',
      'MAIL_FAILED',
    ],
    description: 'Mails a link under which a new password can be chosen.',
    extensions: OPEN,
    type: MailSentRef,
    args: { input: t.arg({ type: RequestPasswordResetInput, required: true }) },
    resolve: (_, { input }, ctx) => requestPasswordReset(ctx, input),
  }),
  resetPassword: t.prismaField({
    refuses: ['RESET_LINK_WRONG', 'PASSWORD_LENGTH'],
    type: 'User',
    description: 'Chooses a new password under the link of a mail; every device is logged out.',
    extensions: OPEN,
    complexity: SLOW,
    args: { input: t.arg({ type: ResetPasswordInput, required: true }) },
    resolve: (_query, _, { input }, ctx) => resetPassword(ctx, input),
  }),
}))
