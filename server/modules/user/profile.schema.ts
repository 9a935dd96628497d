import { LOCALES } from '#locales/i18n.ts'
import type { User } from '#prisma/generated/client.ts'
import { builder, SLOW } from '../../builder.ts'
import { Refusal } from '../../core/errors.ts'
import { LocaleEnum } from '../../enums.ts'
import { MailSentRef } from './account.schema.ts'
import { changeEmail, changePassword, sendEmailCode } from './credentials.ts'
import {
  changePreferences,
  changeProfile,
  findProfile,
  type ProfileChange,
  removeAvatar,
  THEMES,
  watchProfile,
} from './profile.ts'

/** What people may write of themselves. */
const TEXTS: Record<keyof ProfileChange, string> = {
  nickname: 'What others are shown beside the name.',
  realname: 'The real name, for organisers.',
  gender: 'male, female or secrecy.',
  school: 'School or company.',
  course: 'Subject.',
  number: 'Number at the school.',
  signature: 'Some words in Markdown.',
  cfUsername: 'Name at Codeforces.',
  github: 'Address of a page at GitHub.',
  blog: 'Address of a page of their own.',
}
const NAMES = Object.keys(TEXTS) as (keyof ProfileChange)[]

const ThemeEnum = builder.enumType('Theme', {
  description: 'How the site looks.',
  values: {
    LIGHT: { value: 'light', description: 'Dark letters on light ground.' },
    DARK: { value: 'dark', description: 'Light letters on dark ground.' },
  } as const,
})

const Profile = builder.node(builder.objectRef<User>('Profile'), {
  description: "The viewer's account, with what nobody else sees.",
  id: { resolve: ({ id }) => id },
  loadOne: (id, ctx) => {
    if (id !== ctx.viewer?.id) throw new Refusal('NOT_FOUND')
    return findProfile(ctx)
  },
  brandLoadedObjects: true,
  fields: (t) => ({
    version: t.exposeInt('version', {
      description: 'Version number; an edit names the version it is based on.',
    }),
    email: t.exposeString('email', { nullable: true, description: 'Where mails go.' }),
    locale: t.field({
      type: LocaleEnum,
      nullable: true,
      description: 'The language that follows the account; null: that of the device.',
      resolve: ({ locale }) => LOCALES.find((known) => known === locale),
    }),
    theme: t.field({
      type: ThemeEnum,
      nullable: true,
      description: 'The look that follows the account; null: that of the device.',
      resolve: ({ theme }) => THEMES.find((known) => known === theme),
    }),
    user: t.prismaField({
      type: 'User',
      description: 'What everybody sees of it.',
      resolve: (query, { id }, _, ctx) => ctx.db.user.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    ...Object.fromEntries(
      NAMES.map((name) => [
        name,
        t.string({ description: TEXTS[name], resolve: (user) => user[name] ?? '' }),
      ]),
    ),
  }),
})

const ChangeProfileInput = builder.inputType('ChangeProfileInput', {
  description: 'Fields that are left out stay as they are; empty ones are taken away.',
  fields: (t) => ({
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    ...Object.fromEntries(NAMES.map((name) => [name, t.string({ description: TEXTS[name] })])),
  }),
})

const ChangePreferencesInput = builder.inputType('ChangePreferencesInput', {
  description: 'What is left out stays as it is; null lets the device decide.',
  fields: (t) => ({
    locale: t.field({ type: LocaleEnum, description: 'The language.' }),
    theme: t.field({ type: ThemeEnum, description: 'The look.' }),
  }),
})

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'The present password and the next one.',
  fields: (t) => ({
    oldPassword: t.string({ required: true, description: 'The present one.' }),
    newPassword: t.string({ required: true, description: 'The new one, of 6 to 20 characters.' }),
  }),
})

const SendEmailCodeInput = builder.inputType('SendEmailCodeInput', {
  description: 'Where the code goes.',
  fields: (t) => ({ email: t.string({ required: true, description: 'The new address.' }) }),
})

const ChangeEmailInput = builder.inputType('ChangeEmailInput', {
  description: 'Another address, and what shows that it is theirs.',
  fields: (t) => ({
    password: t.string({ required: true, description: 'The password of the account.' }),
    newEmail: t.string({ required: true, description: 'The new address.' }),
    code: t.string({ required: true, description: 'The code from the mail.' }),
  }),
})

/** What is wrong with an address that somebody wants to have. */
const ADDRESS = ['EMAIL_INVALID', 'EMAIL_REFUSED', 'EMAIL_SAME', 'EMAIL_TAKEN'] as const

builder.queryFields((t) => ({
  profile: t.field({
    type: Profile,
    nullable: true,
    description: "The viewer's account; null for guests.",
    resolve: (_, __, ctx) => findProfile(ctx),
  }),
}))

builder.mutationFields((t) => ({
  changeProfile: t.field({
    type: Profile,
    refuses: ['CONFLICT'],
    description: 'Changes what the viewer says of themselves.',
    args: { input: t.arg({ type: ChangeProfileInput, required: true }) },
    resolve: (_, { input }, ctx) => {
      const { version, ...change } = input as ProfileChange & { version?: number | null }
      const given = Object.entries(change).filter(([, value]) => value !== null && value !== undefined)
      return changeProfile(ctx, Object.fromEntries(given), version)
    },
  }),
  changePreferences: t.field({
    type: Profile,
    refuses: [],
    description: 'Sets what follows the account from device to device.',
    args: { input: t.arg({ type: ChangePreferencesInput, required: true }) },
    resolve: (_, { input }, ctx) => changePreferences(ctx, input as Parameters<typeof changePreferences>[1]),
  }),
  removeAvatar: t.field({
    type: Profile,
    refuses: [],
    description: 'Takes the avatar away. A new one comes through POST /api/file/upload-avatar.',
    resolve: (_, __, ctx) => removeAvatar(ctx),
  }),
  changePassword: t.field({
    type: Profile,
    complexity: SLOW,
    refuses: ['PASSWORD_LENGTH', 'PASSWORD_WRONG', 'PASSWORD_SAME', 'ACCOUNT_LOCKED'],
    description: 'Sets the password; all other devices have to log in anew.',
    args: { input: t.arg({ type: ChangePasswordInput, required: true }) },
    resolve: (_, { input }, ctx) => changePassword(ctx, input),
  }),
  sendEmailCode: t.field({
    type: MailSentRef,
    refuses: [...ADDRESS, 'MAIL_TOO_SOON', 'MAIL_UNDER_WAY', 'MAIL_FAILED'],
    description: 'Mails the code that changeEmail takes to the new address.',
    args: { input: t.arg({ type: SendEmailCodeInput, required: true }) },
    resolve: (_, { input }, ctx) => sendEmailCode(ctx, input.email),
  }),
  changeEmail: t.field({
    type: Profile,
    complexity: SLOW,
    refuses: [...ADDRESS, 'PASSWORD_WRONG', 'ACCOUNT_LOCKED', 'MAIL_CODE_WRONG'],
    description: 'Gives the account another address.',
    args: { input: t.arg({ type: ChangeEmailInput, required: true }) },
    resolve: (_, { input }, ctx) => changeEmail(ctx, input),
  }),
}))

builder.subscriptionFields((t) => ({
  profileChanged: t.field({
    type: Profile,
    description: "The viewer's account after each change of their profile or role, on whatever device.",
    subscribe: (_, __, ctx) => watchProfile(ctx),
    resolve: (user) => user,
  }),
}))
