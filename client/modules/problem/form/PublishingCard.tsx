import { FormCard } from '../../../ui/form/FormCard.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { GROUP_VISIBILITIES, VISIBILITIES } from '../adminAddresses.ts'
import { AuthorField } from './AuthorField.tsx'
import type { ProblemValues } from './problemValues.ts'

type Props = { form: Form<ProblemValues>; canPublish: boolean; canNameAuthors: boolean }

/** Visibility of a problem and of its details, and its author. */
export function PublishingCard({ form, canPublish, canNameAuthors }: Props) {
  const { t } = useTranslation()
  const visibility = form.field('visibility')
  const place = usePlace()
  const isOfGroup = visibility.value !== 'PUBLIC' && (place !== null || visibility.value === 'GROUP')
  const isBarred = !isOfGroup && !canPublish && visibility.value !== 'PUBLIC'
  // A contest of the group has given it a visibility that nobody chooses.
  const offered = VISIBILITIES.filter((one) => one === visibility.value && one === 'CONTEST_ONLY')
  return (
    <FormCard title={t('problemForm:publishing.title')}>
      <SelectField
        label={t('problemAdmin:filter.visibility')}
        hint={isBarred ? t('problemAdmin:cannotPublish') : undefined}
        options={(isOfGroup ? [...GROUP_VISIBILITIES, ...offered] : VISIBILITIES).map((value) => ({
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
