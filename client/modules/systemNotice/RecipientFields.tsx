import { PickField } from '../../ui/form/PickField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import type { Found } from '../../ui/form/useDebouncedSearch.ts'
import type { Form } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useUserSearch } from '../user/useUserSearch.ts'
import type { NoticeWords } from './SystemNoticeForm.tsx'
import { AUDIENCES } from './systemNoticeList.ts'

export type NewNotice = NoticeWords & { audience: (typeof AUDIENCES)[number]; recipient: Found | null }

/** Who receives a new notice. */
export function RecipientFields({ form }: { form: Form<NewNotice> }) {
  const { t } = useTranslation()
  const search = useUserSearch()
  const { audience } = form.values
  return (
    <>
      <SelectField
        label={t('systemNotice:form.audience')}
        options={AUDIENCES.map((value) => ({ value, label: t(`systemNotice:audience.${value}`) }))}
        {...form.field('audience')}
        hint={t(`systemNotice:audienceHint.${audience}`)}
      />
      {audience === 'SINGLE' && (
        <PickField
          label={t('systemNotice:form.recipient')}
          required
          search={search}
          {...form.field('recipient')}
        />
      )}
    </>
  )
}
