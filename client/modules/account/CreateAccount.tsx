import Box from '@mui/material/Box'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { CreateAccountMutation } from '../../__generated__/CreateAccountMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { PasswordField } from '../user/PasswordField.tsx'
import { emailFault, passwordFault, usernameFault } from '../user/rules.ts'
import { useFaultWords } from '../user/useFaultWords.ts'
import { ROLES } from './accountList.ts'

const two = { display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr 1fr' } } as const

type Values = {
  username: string
  realname: string
  email: string
  role: (typeof ROLES)[number]
  password: string
}
const BLANK: Values = { username: '', realname: '', email: '', role: 'USER', password: '' }

/** Creates one account. */
export function CreateAccount({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const say = useFaultWords()
  const { revalidate } = useRevalidator()
  const form = useForm<Values>({
    values: BLANK,
    rules: ({ username, email, password }) => ({
      username: say(usernameFault(username)),
      email: email.trim() ? say(emailFault(email)) : null,
      password: say(passwordFault(password)),
    }),
  })
  const [create, { pending }] = useMutation<CreateAccountMutation>(
    graphql`
      mutation CreateAccountMutation($input: CreateAccountInput!) {
        createAccount(input: $input) {
          user {
            username
          }
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const created = await create({ input: form.values })
    if (!created) return null
    toast.success(t('account:created', { name: created.createAccount.user.username }))
    onClose()
    void revalidate()
    return created
  })

  return (
    <FormDialog
      title={t('account:createTitle')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
      submit={t('account:create')}
    >
      <Box sx={two}>
        <Field label={t('account:field.username')} required maxLength={20} {...form.field('username')} />
        <Field label={t('account:field.realname')} maxLength={50} {...form.field('realname')} />
      </Box>
      <PasswordField
        label={t('newAccount:field.password')}
        required
        placeholder={t('user:password.placeholder')}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <Field label={t('account:field.email')} maxLength={254} {...form.field('email')} />
      <SelectField
        label={t('account:field.role')}
        options={ROLES.map((value) => ({ value, label: t(`account:role.${value}`) }))}
        {...form.field('role')}
      />
    </FormDialog>
  )
}
