import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { MailForm_settings$key } from '../../__generated__/MailForm_settings.graphql.ts'
import type { MailFormMutation } from '../../__generated__/MailFormMutation.graphql.ts'
import { LeaveGuard } from '../../app/LeaveGuard.tsx'
import { toast } from '../../app/toasts.ts'
import { useEditing } from '../../relay/useEditing.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { FormBar } from '../../ui/form/FormBar.tsx'
import { FormCard, FormGrid } from '../../ui/form/FormCard.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import { wholeNumberFault } from '../../ui/form/wholeNumber.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Form of the mail server. The password is write-only: an empty field keeps it. */
export function MailForm({ settings }: { settings: MailForm_settings$key }) {
  const { t } = useTranslation()
  const { version, hasPassword, host, port, secure, username, from } = useFragment(
    graphql`
      fragment MailForm_settings on MailSettings {
        version
        hasPassword
        host
        port
        secure
        username
        from
      }
    `,
    settings,
  )
  const form = useEditing({
    values: { host, port: port as number | null, secure, username, password: '', from },
    version,
    rules: (values) => ({
      host: /[\s/@]/.test(values.host.trim()) ? { words: t('site:mail.notAHost') } : null,
      port: wholeNumberFault(t, values.port, { min: 1, max: 65_535 }),
    }),
  })
  const [save, { pending }] = useMutation<MailFormMutation>(
    graphql`
      mutation MailFormMutation($input: ChangeMailSettingsInput!) {
        changeMailSettings(input: $input) {
          ...MailForm_settings
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const saved = await save({ input: { version: form.version, ...form.changes() } })
    if (saved) toast.success(t('site:saved'))
    return saved
  })
  const lines = { inputProps: { autoComplete: 'off', spellCheck: false }, maxLength: 200 }
  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send} sx={{ minWidth: 0 }}>
      <LeaveGuard form={form} />
      <Box sx={{ pb: 4 }}>
        <FormCard title={t('site:mail.server')} text={t('site:mail.serverText')}>
          <FormGrid>
            <Field
              label={t('site:mail.host')}
              hint={t('site:mail.hostHint')}
              placeholder="smtp.example.org"
              {...lines}
              {...form.field('host')}
            />
            <NumberField label={t('site:mail.port')} hint={t('site:mail.portHint')} {...form.field('port')} />
          </FormGrid>
          <SwitchField
            label={t('site:mail.secure')}
            hint={t('site:mail.secureHint')}
            {...form.field('secure')}
          />
          <FormGrid>
            <Field
              label={t('site:mail.username')}
              hint={t('site:mail.usernameHint')}
              {...lines}
              {...form.field('username')}
            />
            <Field
              label={t('site:mail.password')}
              type="password"
              hint={t(hasPassword ? 'site:mail.passwordKept' : 'site:mail.passwordNone')}
              inputProps={{ autoComplete: 'new-password' }}
              maxLength={500}
              {...form.field('password')}
              // Emptied after each save; not a change by another editor.
              taken={false}
            />
          </FormGrid>
          <Field
            label={t('site:mail.from')}
            hint={t('site:mail.fromHint')}
            placeholder="Judge <judge@example.org>"
            {...lines}
            {...form.field('from')}
          />
        </FormCard>
      </Box>
      <FormBar form={form} pending={pending} />
    </Box>
  )
}
