import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { EditAccount_account$key } from '../../__generated__/EditAccount_account.graphql.ts'
import type { EditAccountMutation } from '../../__generated__/EditAccountMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useEditing } from '../../relay/useEditing.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { ColourField, isColour } from '../../ui/form/ColourField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { PasswordField } from '../user/PasswordField.tsx'
import { emailFault, passwordFault, usernameFault } from '../user/rules.ts'
import { useFaultWords } from '../user/useFaultWords.ts'
import { ROLES } from './accountList.ts'

type Props = { account: EditAccount_account$key; username: string; onClose: () => void }

const two = { display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr 1fr' } } as const

/** Edits an account as an administrator. */
export function EditAccount({ account, username, onClose }: Props) {
  const { t } = useTranslation()
  const say = useFaultWords()
  const { user, version, ...fields } = useFragment(
    graphql`
      fragment EditAccount_account on Account {
        id
        version
        email
        realname
        isBanned
        user {
          username
          role
          titleName
          titleColor
        }
      }
    `,
    account,
  )
  const colour = user.titleColor ?? ''
  const form = useEditing({
    values: {
      username: user.username,
      realname: fields.realname ?? '',
      email: fields.email ?? '',
      role: user.role,
      isBanned: fields.isBanned,
      titleName: user.titleName ?? '',
      titleColor: colour,
      setsPassword: false,
      password: '',
    },
    version,
    rules: ({ username, email, titleColor, setsPassword, password }) => ({
      username: say(usernameFault(username)),
      email: email.trim() ? say(emailFault(email)) : null,
      titleColor:
        titleColor === '' || titleColor === colour || isColour(titleColor)
          ? null
          : { words: t('ui:fault.UNUSABLE') },
      password: setsPassword ? say(passwordFault(password)) : null,
    }),
  })
  const [save, { pending }] = useMutation<EditAccountMutation>(
    graphql`
      mutation EditAccountMutation($input: ChangeAccountInput!) {
        changeAccount(input: $input) {
          ...EditAccount_account
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { setsPassword, password: _, ...changes } = form.changes()
    const password = form.values.setsPassword ? { password: form.values.password } : {}
    const saved = await save({ input: { id: fields.id, version: form.version, ...changes, ...password } })
    if (!saved) return null
    toast.success(t('account:saved', { name: form.values.username }))
    onClose()
    return saved
  })
  const endsLogins = ['role', 'isBanned', 'setsPassword'].some((field) => field in form.changes())

  return (
    <FormDialog
      title={t('account:editTitle', { name: username })}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
    >
      <Box sx={two}>
        <Field label={t('account:field.username')} required maxLength={20} {...form.field('username')} />
        <Field label={t('account:field.realname')} maxLength={50} {...form.field('realname')} />
      </Box>
      <Field label={t('account:field.email')} maxLength={254} {...form.field('email')} />
      <SelectField
        label={t('account:field.role')}
        options={ROLES.map((value) => ({ value, label: t(`account:role.${value}`) }))}
        {...form.field('role')}
      />
      <Box sx={two}>
        <Field label={t('account:field.titleName')} maxLength={20} {...form.field('titleName')} />
        <ColourField label={t('account:field.titleColor')} {...form.field('titleColor')} />
      </Box>
      <SwitchField
        label={t('account:field.isBanned')}
        hint={t('account:field.isBannedHint')}
        {...form.field('isBanned')}
      />
      <SwitchField label={t('account:field.setsPassword')} {...form.field('setsPassword')} />
      {form.values.setsPassword && (
        <PasswordField
          label={t('account:field.password')}
          placeholder={t('user:password.placeholder')}
          autoComplete="new-password"
          {...form.field('password')}
        />
      )}
      <Box role="status" sx={{ typography: 'caption', color: 'text.secondary', minHeight: 18 }}>
        {endsLogins && t('account:endsLogins')}
      </Box>
    </FormDialog>
  )
}
