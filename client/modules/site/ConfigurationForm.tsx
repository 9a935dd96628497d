import Box from '@mui/material/Box'
import { useMemo } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ConfigurationForm_settings$key } from '../../__generated__/ConfigurationForm_settings.graphql.ts'
import type { ConfigurationFormMutation } from '../../__generated__/ConfigurationFormMutation.graphql.ts'
import type { ConfigurationFormSubscription } from '../../__generated__/ConfigurationFormSubscription.graphql.ts'
import { LeaveGuard } from '../../app/LeaveGuard.tsx'
import { toast } from '../../app/toasts.ts'
import { asRows, byLocale } from '../../relay/localized.ts'
import { useEditing } from '../../relay/useEditing.ts'
import { useLive } from '../../relay/useLive.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { ChipsField } from '../../ui/form/ChipsField.tsx'
import { FormBar } from '../../ui/form/FormBar.tsx'
import { FormCard, FormGrid } from '../../ui/form/FormCard.tsx'
import { LocaleField } from '../../ui/form/LocaleField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { cleanSuffix, isLink, timeZones } from './configuration.ts'

/** Form of the site's settings. */
export function ConfigurationForm({ settings }: { settings: ConfigurationForm_settings$key }) {
  const { t } = useTranslation()
  const { version, name, refusedEmailSuffixes, ...rest } = useFragment(
    graphql`
      fragment ConfigurationForm_settings on WebsiteSettings {
        version
        name {
          locale
          text
        }
        shortName
        description
        email
        baseUrl
        timeZone
        registrationOpen
        refusedEmailSuffixes
        projectName
        projectUrl
        recordName
        recordUrl
      }
    `,
    settings,
  )
  useLive<ConfigurationFormSubscription>(
    graphql`
      subscription ConfigurationFormSubscription {
        websiteSettingsChanged {
          ...ConfigurationForm_settings
        }
      }
    `,
    {},
  )
  const { shortName, description, email, baseUrl, timeZone, registrationOpen } = rest
  const { projectName, projectUrl, recordName, recordUrl } = rest
  const required = { words: t('ui:fault.REQUIRED') }
  const linkFault = (text: string) => (isLink(text) ? null : { words: t('site:conf.notALink') })
  const form = useEditing({
    values: {
      name: byLocale(name, (row) => row?.text ?? ''),
      refusedEmailSuffixes: [...refusedEmailSuffixes],
      shortName,
      description,
      email,
      baseUrl,
      timeZone,
      registrationOpen,
      projectName,
      projectUrl,
      recordName,
      recordUrl,
    },
    version,
    rules: (values) => ({
      'name.zh-CN': Object.values(values.name).some((text) => text.trim()) ? null : required,
      shortName: values.shortName.trim() ? null : required,
      baseUrl: linkFault(values.baseUrl),
      projectUrl: linkFault(values.projectUrl),
      recordUrl: linkFault(values.recordUrl),
    }),
  })
  const [save, { pending }] = useMutation<ConfigurationFormMutation>(
    graphql`
      mutation ConfigurationFormMutation($input: ChangeWebsiteSettingsInput!) {
        changeWebsiteSettings(input: $input) {
          ...ConfigurationForm_settings
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { name, ...changes } = form.changes()
    const saved = await save({
      input: {
        version: form.version,
        ...changes,
        ...(name && { name: asRows(name, (text) => ({ text: text.trim() })) }),
      },
    })
    if (saved) toast.success(t('site:saved'))
    return saved
  })
  const zones = useMemo(() => timeZones(timeZone), [timeZone])
  const lines = { inputProps: { autoComplete: 'off' } }

  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send} sx={{ minWidth: 0 }}>
      <LeaveGuard form={form} />
      <Box sx={{ display: 'grid', gap: 4, pb: 4 }}>
        <FormCard title={t('site:conf.names')}>
          <LocaleField
            label={t('site:conf.name')}
            required
            hint={t('site:conf.nameHint')}
            bind={(locale) => form.field(`name.${locale}`)}
            maxLength={200}
          />
          <FormGrid>
            <Field
              label={t('site:conf.shortName')}
              required
              hint={t('site:conf.shortNameHint')}
              maxLength={200}
              {...lines}
              {...form.field('shortName')}
            />
            <Field
              label={t('site:conf.email')}
              type="email"
              maxLength={200}
              {...lines}
              {...form.field('email')}
            />
          </FormGrid>
          <Field
            label={t('site:conf.description')}
            hint={t('site:conf.descriptionHint')}
            multiline
            minRows={3}
            maxLength={2000}
            {...form.field('description')}
          />
          <FormGrid>
            <Field
              label={t('site:conf.baseUrl')}
              hint={t('site:conf.baseUrlHint')}
              type="url"
              placeholder="https://"
              maxLength={500}
              {...lines}
              {...form.field('baseUrl')}
            />
            <SelectField
              label={t('site:conf.timeZone')}
              hint={t('site:conf.timeZoneHint')}
              options={zones}
              {...form.field('timeZone')}
            />
          </FormGrid>
        </FormCard>
        <FormCard title={t('site:conf.registration')}>
          <SwitchField
            label={t('site:conf.registrationOpen')}
            hint={t('site:conf.registrationOpenHint')}
            {...form.field('registrationOpen')}
          />
          <ChipsField
            label={t('site:conf.suffixes')}
            hint={t('site:conf.suffixesHint')}
            placeholder="example.com"
            most={500}
            maxLength={100}
            clean={cleanSuffix}
            {...form.field('refusedEmailSuffixes')}
          />
        </FormCard>
        <FormCard title={t('site:conf.footer')}>
          <FormGrid>
            <Field
              label={t('site:conf.projectName')}
              maxLength={200}
              {...lines}
              {...form.field('projectName')}
            />
            <Field
              label={t('site:conf.projectUrl')}
              type="url"
              placeholder="https://"
              maxLength={500}
              {...lines}
              {...form.field('projectUrl')}
            />
            <Field
              label={t('site:conf.recordName')}
              hint={t('site:conf.recordHint')}
              maxLength={200}
              {...lines}
              {...form.field('recordName')}
            />
            <Field
              label={t('site:conf.recordUrl')}
              type="url"
              placeholder="https://"
              maxLength={500}
              {...lines}
              {...form.field('recordUrl')}
            />
          </FormGrid>
        </FormCard>
      </Box>
      <FormBar form={form} pending={pending} />
    </Box>
  )
}
