import { FormCard } from '../../../ui/form/FormCard.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { VISIBILITIES } from '../adminAddresses.ts'
import { AuthorField } from './AuthorField.tsx'
import type { ProblemValues } from './problemValues.ts'

/** Visibilities of a group's problem before it belongs to the site. */
const OF_GROUP = ['GROUP', 'HIDDEN'] as const

type Props = { form: Form<ProblemValues>; canPublish: boolean; canNameAuthors: boolean }

/** Visibility of a problem and of its details, and its author. */
export function PublishingCard({ form, canPublish, canNameAuthors }: Props) {
  const { t } = useTranslation()
  const visibility = form.field('visibility')
  const isBarred = !canPublish && visibility.value !== 'PUBLIC'
  return (
    <FormCard title={t('problemForm:publishing.title')}>
      <SelectField
        label={t('problemAdmin:filter.visibility')}
        hint={isBarred ? t('problemAdmin:cannotPublish') : undefined}
        options={(visibility.value === 'GROUP' ? OF_GROUP : VISIBILITIES).map((value) => ({
          value,
          label: t(`problemAdmin:visibility.${value}`),
          disabled: isBarred && value === 'PUBLIC',
        }))}
        {...visibility}
      />
      <SwitchField
        label={t('problemForm:publishing.showsCases')}
        hint={t('problemForm:publishing.showsCasesHint')}
        {...form.field('showsCases')}
      />
      <SwitchField label={t('problemForm:publishing.sharesCode')} {...form.field('sharesCode')} />
      {canNameAuthors && <AuthorField form={form} />}
    </FormCard>
  )
}
