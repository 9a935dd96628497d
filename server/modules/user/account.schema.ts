import { builder, OPEN, SLOW } from '../../builder.ts'
import { createCaptcha } from './captcha.ts'
import type { MailSent } from './letter.ts'
import { requestPasswordReset, resetLinkWorks, resetPassword } from './passwordReset.ts'
import { register, sendRegisterCode } from './registration.ts'

const Captcha = builder.objectRef<{ key: string; image: string }>('Captcha').implement({
  fields: (t) => ({
    key: t.exposeString('key'),
    image: t.exposeString('image', { description: 'data:image/png;base64,…' }),
  }),
})

export const MailSentRef = builder.objectRef<MailSent>('MailSent').implement({
  fields: (t) => ({
    expire: t.exposeInt('expire', { description: 'Seconds the code or link lives.' }),
    wait: t.exposeInt('wait', { description: 'Seconds before another may be sent.' }),
  }),
})

const RegisterInput = builder.inputType('RegisterInput', {
  fields: (t) => ({
    username: t.string({ required: true }),
    password: t.string({ required: true }),
    email: t.string({ required: true }),
    code: t.string({ required: true }),
  }),
})

const PasswordResetRequestInput = builder.inputType('PasswordResetRequestInput', {
  fields: (t) => ({
    email: t.string({ required: true }),
    captcha: t.string({ required: true }),
    captchaKey: t.string({ required: true }),
  }),
})

const ResetPasswordInput = builder.inputType('ResetPasswordInput', {
  fields: (t) => ({
    username: t.string({ required: true }),
    password: t.string({ required: true }),
    code: t.string({ required: true }),
  }),
})

builder.queryFields((t) => ({
  resetLinkWorks: t.boolean({
    description: 'Whether a new password can still be chosen under the link of a mail.',
    complexity: SLOW,
    args: { username: t.arg.string({ required: true }), code: t.arg.string({ required: true }) },
    resolve: (_, { username, code }, ctx) => resetLinkWorks(ctx, username, code),
  }),
}))

builder.mutationFields((t) => ({
  createCaptcha: t.field({
    type: Captcha,
    extensions: OPEN,
    complexity: SLOW,
    resolve: (_, __, ctx) => createCaptcha(ctx),
  }),
  sendRegisterCode: t.field({
    extensions: OPEN,
    type: MailSentRef,
    args: { email: t.arg.string({ required: true }) },
    resolve: (_, { email }, ctx) => sendRegisterCode(ctx, email),
  }),
  register: t.prismaField({
    extensions: OPEN,
    complexity: SLOW,
    type: 'User',
    args: { input: t.arg({ type: RegisterInput, required: true }) },
    resolve: (_query, _, { input }, ctx) => register(ctx, input),
  }),
  requestPasswordReset: t.field({
    extensions: OPEN,
    type: MailSentRef,
    args: { input: t.arg({ type: PasswordResetRequestInput, required: true }) },
    resolve: (_, { input }, ctx) => requestPasswordReset(ctx, input),
  }),
  resetPassword: t.boolean({
    extensions: OPEN,
    complexity: SLOW,
    args: { input: t.arg({ type: ResetPasswordInput, required: true }) },
    resolve: async (_, { input }, ctx) => {
      await resetPassword(ctx, input)
      return true
    },
  }),
}))
