import { PickField } from '../../../ui/form/PickField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useUserSearch } from '../../user/useUserSearch.ts'
import type { ProblemValues } from './problemValues.ts'

/** Author of a problem. */
export function AuthorField({ form }: { form: Form<ProblemValues> }) {
  const { t } = useTranslation()
  const search = useUserSearch()
  return (
    <PickField
      label={t('problemAdmin:column.author')}
      search={search}
      {...form.field('author')}
      placeholder={t('problemForm:publishing.you')}
      onChange={(found) => {
        if (found) form.set('author', { value: found.value, label: found.label })
        // Clearing the field restores the saved author: a problem always has one.
        else form.reset('author')
      }}
    />
  )
}
