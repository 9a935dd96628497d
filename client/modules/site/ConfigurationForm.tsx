import Box from '@mui/material/Box'
import { useMemo } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ConfigurationForm_settings$key } from '../../__generated__/ConfigurationForm_settings.graphql.ts'
import type { ConfigurationFormSubscription } from '../../__generated__/ConfigurationFormSubscription.graphql.ts'
import { LeaveGuard } from '../../app/LeaveGuard.tsx'
import { useUsername } from '../../app/session/useUsername.ts'
import { useLive } from '../../relay/useLive.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { ChipsField } from '../../ui/form/ChipsField.tsx'
import { DraftNote } from '../../ui/form/draft/DraftNote.tsx'
import { useFormDraft } from '../../ui/form/draft/useFormDraft.ts'
import { FormBar } from '../../ui/form/FormBar.tsx'
import { FormCard, FormGrid } from '../../ui/form/FormCard.tsx'
import { LocaleField } from '../../ui/form/LocaleField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { cleanSuffix, timeZones } from './configuration.ts'
import { useConfigurationForm } from './useConfigurationForm.ts'

/** Form of the site's settings. */
export function ConfigurationForm({ settings }: { settings: ConfigurationForm_settings$key }) {
  const { t } = useTranslation()
  const data = useFragment(
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
  const { form, saved, send, pending } = useConfigurationForm(data)
  const { keptAt, foundAt } = useFormDraft(`configuration-form ${useUsername()}`, form, saved)
  const zones = useMemo(() => timeZones(data.timeZone), [data.timeZone])

  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send} sx={{ minWidth: 0 }}>
      <LeaveGuard form={form} />
      <Box sx={{ display: 'grid', gap: 4, pb: 4 }}>
        <DraftNote foundAt={foundAt} />
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
        <Registration form={form} />
        <Footer form={form} />
      </Box>
      <FormBar form={form} pending={pending} keptAt={keptAt} />
    </Box>
  )
}

const lines = { inputProps: { autoComplete: 'off' } }

type CardProps = { form: ReturnType<typeof useConfigurationForm>['form'] }

function Registration({ form }: CardProps) {
  const { t } = useTranslation()
  return (
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
  )
}

function Footer({ form }: CardProps) {
  const { t } = useTranslation()
  return (
    <FormCard title={t('site:conf.footer')}>
      <FormGrid>
        <Field label={t('site:conf.projectName')} maxLength={200} {...lines} {...form.field('projectName')} />
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
  )
}
