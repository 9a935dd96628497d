import { LOCALES } from '#locales/i18n.ts'
import type { User } from '#prisma/generated/client.ts'
import { builder, SLOW } from '../../builder.ts'
import { Refusal } from '../../core/errors.ts'
import { LocaleEnum } from '../../enums.ts'
import { MailSentRef } from './account.schema.ts'
import { endOwnAccount } from './accounts.ts'
import { changeEmail, changePassword, sendEmailCode } from './credentials.ts'
import { changeEditorChoices, type EditorChoices, editorChoicesOf } from './editorChoices.ts'
import {
  changePreferences,
  changeProfile,
  findProfile,
  type ProfileChange,
  removeAvatar,
  THEMES,
  watchProfile,
} from './profile.ts'

/** Descriptions of the profile texts. */
const TEXTS: Record<keyof ProfileChange, string> = {
  nickname: 'Nickname, shown beside the username.',
  realname: 'Real name, for organisers.',
  gender: 'male, female or secrecy.',
  school: 'School or company.',
  course: 'Course of study.',
  number: 'Student number.',
  signature: 'Signature, in Markdown.',
  cfUsername: 'Codeforces handle.',
  github: 'URL of a GitHub page.',
  blog: 'URL of a personal page.',
}
const NAMES = Object.keys(TEXTS) as (keyof ProfileChange)[]

const ThemeEnum = builder.enumType('Theme', {
  description: 'Theme.',
  values: {
    LIGHT: { value: 'light', description: 'Dark text on a light background.' },
    DARK: { value: 'dark', description: 'Light text on a dark background.' },
  } as const,
})

const EditorChoicesRef = builder.objectRef<EditorChoices>('EditorChoices').implement({
  description: 'Choices of the code editor; null: that of the device.',
  fields: (t) => ({
    themeName: t.exposeString('theme', { nullable: true, description: 'Colour theme.' }),
    fontPixels: t.exposeInt('fontSize', { nullable: true, description: 'Font size in px.' }),
    tabWidth: t.exposeInt('tabSize', { nullable: true, description: 'Width of a tab in characters.' }),
    languageKey: t.exposeString('language', {
      nullable: true,
      description: 'Key of the language used last.',
    }),
    recent: t.exposeStringList('recent', {
      nullable: true,
      description: 'Keys of the languages used last, latest first.',
    }),
    dialog: t.exposeBoolean('dialog', {
      nullable: true,
      description: 'Whether a dialog tells the verdict of a submission whose result is out of sight.',
    }),
  }),
})

export const Profile = builder.node(builder.objectRef<User>('Profile'), {
  description: "The viewer's account, with its private fields.",
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
    email: t.exposeString('email', { nullable: true, description: 'E-mail address.' }),
    isEmailVerified: t.exposeBoolean('emailVerified', {
      description: 'Whether a code mailed to the address came back.',
    }),
    locale: t.field({
      type: LocaleEnum,
      nullable: true,
      description: 'Preferred language; null: that of the device.',
      resolve: ({ locale }) => LOCALES.find((known) => known === locale),
    }),
    theme: t.field({
      type: ThemeEnum,
      nullable: true,
      description: 'Preferred theme; null: that of the device.',
      resolve: ({ theme }) => THEMES.find((known) => known === theme),
    }),
    editor: t.field({
      type: EditorChoicesRef,
      nullable: true,
      description: 'Choices of the code editor; null: those of the device.',
      resolve: editorChoicesOf,
    }),
    user: t.prismaField({
      type: 'User',
      description: 'Its public fields.',
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
  description: 'Changes of an account; omitted fields stay as they are, and empty ones are cleared.',
  fields: (t) => ({
    version: t.int({ description: 'Version that the edit is based on; default: the current one.' }),
    ...Object.fromEntries(NAMES.map((name) => [name, t.string({ description: TEXTS[name] })])),
  }),
})

const ChangePreferencesInput = builder.inputType('ChangePreferencesInput', {
  description: 'Preferences; omitted fields stay as they are, and null means that of the device.',
  fields: (t) => ({
    locale: t.field({ type: LocaleEnum, description: 'The language.' }),
    theme: t.field({ type: ThemeEnum, description: 'Theme.' }),
  }),
})

const ChangeEditorInput = builder.inputType('ChangeEditorInput', {
  description: 'Choices of the code editor; omitted fields stay as they are.',
  fields: (t) => ({
    themeName: t.string({ description: 'Colour theme.' }),
    fontPixels: t.int({ description: 'Font size in px.' }),
    tabWidth: t.int({ description: 'Width of a tab in characters.' }),
    languageKey: t.string({ description: 'Key of the language used last.' }),
    recent: t.stringList({ description: 'Keys of the languages used last, latest first.' }),
    dialog: t.boolean({
      description: 'Whether a dialog tells the verdict of a submission whose result is out of sight.',
    }),
  }),
})

const ChangePasswordInput = builder.inputType('ChangePasswordInput', {
  description: 'Old and new password.',
  fields: (t) => ({
    oldPassword: t.string({ required: true, description: 'Old password.' }),
    newPassword: t.string({ required: true, description: 'New password, 6 to 20 characters.' }),
  }),
})

const SendEmailCodeInput = builder.inputType('SendEmailCodeInput', {
  description: 'Recipient of the code.',
  fields: (t) => ({ email: t.string({ required: true, description: 'New address.' }) }),
})

const ChangeEmailInput = builder.inputType('ChangeEmailInput', {
  description: 'A new address, with its confirmation.',
  fields: (t) => ({
    password: t.string({ required: true, description: 'Password of the account.' }),
    newEmail: t.string({ required: true, description: 'New address.' }),
    code: t.string({ required: true, description: 'Code of the mail.' }),
  }),
})

const EndOwnAccountInput = builder.inputType('EndOwnAccountInput', {
  description: 'Confirmation of the deletion.',
  fields: (t) => ({
    username: t.string({ required: true, description: 'Username of the account.' }),
    password: t.string({ required: true, description: 'Password of the account.' }),
  }),
})

/** Refusals of a new address. */
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
    description: "Changes the viewer's profile.",
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
    description: "Sets the viewer's preferences.",
    args: { input: t.arg({ type: ChangePreferencesInput, required: true }) },
    resolve: (_, { input }, ctx) => changePreferences(ctx, input as Parameters<typeof changePreferences>[1]),
  }),
  changeEditor: t.field({
    type: Profile,
    refuses: [],
    description: "Sets the viewer's choices of the code editor.",
    args: { input: t.arg({ type: ChangeEditorInput, required: true }) },
    resolve: (_, { input: { themeName, fontPixels, tabWidth, languageKey, ...others } }, ctx) => {
      const own = { theme: themeName, fontSize: fontPixels, tabSize: tabWidth, language: languageKey }
      const given = Object.entries({ ...own, ...others }).filter(
        ([, value]) => value !== null && value !== undefined,
      )
      return changeEditorChoices(ctx, Object.fromEntries(given))
    },
  }),
  removeAvatar: t.field({
    type: Profile,
    refuses: [],
    description: 'Removes the avatar. A new one is uploaded by POST /api/file/upload-avatar.',
    resolve: (_, __, ctx) => removeAvatar(ctx),
  }),
  changePassword: t.field({
    type: Profile,
    complexity: SLOW,
    refuses: ['PASSWORD_LENGTH', 'PASSWORD_WRONG', 'PASSWORD_SAME', 'ACCOUNT_LOCKED'],
    description: 'Sets the password; all other devices are logged out.',
    args: { input: t.arg({ type: ChangePasswordInput, required: true }) },
    resolve: (_, { input }, ctx) => changePassword(ctx, input),
  }),
  endOwnAccount: t.prismaField({
    type: 'User',
    complexity: SLOW,
    refuses: [
      'PASSWORD_WRONG',
      'ACCOUNT_LOCKED',
      'USERNAME_MISTYPED',
      'ACCOUNT_LAST_ROOT',
      'ACCOUNT_OWNS_GROUPS',
    ],
    description: "Deletes the viewer's account permanently, and logs out all devices.",
    args: { input: t.arg({ type: EndOwnAccountInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const id = await endOwnAccount(ctx, input)
      return ctx.db.user.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  sendEmailCode: t.field({
    type: MailSentRef,
    refuses: [...ADDRESS, 'MAIL_TOO_SOON', 'MAIL_UNDER_WAY', 'MAIL_FAILED', 'MAIL_UNSURE'],
    description: 'Mails the code for changeEmail to the new address.',
    args: { input: t.arg({ type: SendEmailCodeInput, required: true }) },
    resolve: (_, { input }, ctx) => sendEmailCode(ctx, input.email),
  }),
  changeEmail: t.field({
    type: Profile,
    complexity: SLOW,
    refuses: [...ADDRESS, 'PASSWORD_WRONG', 'ACCOUNT_LOCKED', 'MAIL_CODE_WRONG'],
    description: 'Changes the address of the account.',
    args: { input: t.arg({ type: ChangeEmailInput, required: true }) },
    resolve: (_, { input }, ctx) => changeEmail(ctx, input),
  }),
}))

builder.subscriptionFields((t) => ({
  profileChanged: t.field({
    type: Profile,
    description: "The viewer's account after each change of profile or role, on any device.",
    subscribe: (_, __, ctx) => watchProfile(ctx),
    resolve: (user) => user,
  }),
}))
