import { graphql } from 'react-relay'
import type { ConfigurationForm_settings$data } from '../../__generated__/ConfigurationForm_settings.graphql.ts'
import type { useConfigurationFormMutation } from '../../__generated__/useConfigurationFormMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { asRows, byLocale } from '../../relay/localized.ts'
import { useEditing } from '../../relay/useEditing.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { isLink } from './configuration.ts'

/** Form state of the site's settings; `send` saves what changed. */
export function useConfigurationForm(settings: ConfigurationForm_settings$data) {
  const { t } = useTranslation()
  const { version, name, refusedEmailSuffixes, ...rest } = settings
  const { shortName, description, email, baseUrl, timeZone, registrationOpen } = rest
  const { projectName, projectUrl, recordName, recordUrl } = rest
  const required = { words: t('ui:fault.REQUIRED') }
  const linkFault = (text: string) => (isLink(text) ? null : { words: t('site:conf.notALink') })
  const saved = {
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
  }
  const form = useEditing({
    values: saved,
    version,
    rules: (values) => ({
      'name.zh-CN': Object.values(values.name).some((text) => text.trim()) ? null : required,
      shortName: values.shortName.trim() ? null : required,
      baseUrl: linkFault(values.baseUrl),
      projectUrl: linkFault(values.projectUrl),
      recordUrl: linkFault(values.recordUrl),
    }),
  })
  const [save, { pending }] = useMutation<useConfigurationFormMutation>(
    graphql`
      mutation useConfigurationFormMutation($input: ChangeWebsiteSettingsInput!) {
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
  return { form, saved, send, pending }
}
