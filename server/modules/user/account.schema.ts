import { builder, OPEN, SLOW } from '../../builder.ts'
import { createCaptcha } from './captcha.ts'
import { requestPasswordReset, resetLinkWorks, resetPassword } from './passwordReset.ts'
import { register, sendRegisterCode } from './registration.ts'
import type { MailSent } from './secretMail.ts'

const Captcha = builder.objectRef<{ key: string; image: string }>('Captcha').implement({
  description: 'A captcha: a sum as a picture.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key to send with the answer.' }),
    image: t.exposeString('image', { description: 'Picture: data:image/png;base64,…' }),
  }),
})

export const MailSentRef = builder.objectRef<MailSent>('MailSent').implement({
  description: 'A mail with a code or a link that was sent.',
  fields: (t) => ({
    expireSeconds: t.exposeInt('expire', { description: 'Lifetime of the code or link.' }),
    waitSeconds: t.exposeInt('wait', { description: 'Delay before another one may be sent.' }),
  }),
})

const SendRegisterCodeInput = builder.inputType('SendRegisterCodeInput', {
  description: 'Recipient of the code.',
  fields: (t) => ({ email: t.string({ required: true, description: 'Address.' }) }),
})

const RegisterInput = builder.inputType('RegisterInput', {
  description: 'An account to register.',
  fields: (t) => ({
    username: t.string({ description: 'Username.', required: true }),
    password: t.string({ description: 'Password.', required: true }),
    email: t.string({ description: 'Address that received the code.', required: true }),
    code: t.string({ description: 'Code of the mail.', required: true }),
  }),
})

const RequestPasswordResetInput = builder.inputType('RequestPasswordResetInput', {
  description: 'A request for a password reset.',
  fields: (t) => ({
    email: t.string({ description: 'Address of the account.', required: true }),
    captcha: t.string({ description: 'Answer to the captcha.', required: true }),
    captchaKey: t.string({ description: 'Key of the captcha.', required: true }),
  }),
})

const ResetPasswordInput = builder.inputType('ResetPasswordInput', {
  description: 'A new password, with the code of the reset link.',
  fields: (t) => ({
    username: t.string({ description: 'Username in the link.', required: true }),
    password: t.string({ description: 'New password.', required: true }),
    code: t.string({ description: 'Code in the link.', required: true }),
  }),
})

builder.queryFields((t) => ({
  resetLinkWorks: t.boolean({
    description: 'Whether a reset link is still valid.',
    complexity: SLOW,
    args: {
      username: t.arg.string({ description: 'Username in the link.', required: true }),
      code: t.arg.string({ description: 'Code in the link.', required: true }),
    },
    resolve: (_, { username, code }, ctx) => resetLinkWorks(ctx, username, code),
  }),
}))

builder.mutationFields((t) => ({
  createCaptcha: t.field({
    refuses: [],
    description: 'Creates a captcha.',
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
      'MAIL_UNSURE',
    ],
    description: 'Mails the code for registration.',
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
    description: 'Registers an account.',
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
      'MAIL_UNSURE',
    ],
    description: 'Mails a link for a password reset.',
    extensions: OPEN,
    type: MailSentRef,
    args: { input: t.arg({ type: RequestPasswordResetInput, required: true }) },
    resolve: (_, { input }, ctx) => requestPasswordReset(ctx, input),
  }),
  resetPassword: t.prismaField({
    refuses: ['RESET_LINK_WRONG', 'PASSWORD_LENGTH'],
    type: 'User',
    description: 'Sets a new password by a reset link, and logs out all devices.',
    extensions: OPEN,
    complexity: SLOW,
    args: { input: t.arg({ type: ResetPasswordInput, required: true }) },
    resolve: (_query, _, { input }, ctx) => resetPassword(ctx, input),
  }),
}))
