import { Field } from '../../../ui/controls/Field.tsx'
import { FormCard, FormGrid } from '../../../ui/form/FormCard.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { FilesField } from './FilesField.tsx'
import type { ProblemValues } from './problemValues.ts'

/** File I/O of programs, and the files placed next to them. */
export function FilesCard({ form }: { form: Form<ProblemValues> }) {
  const { t } = useTranslation()
  return (
    <FormCard title={t('problemForm:files.title')}>
      <SwitchField
        label={t('problemForm:files.fileIo')}
        hint={t('problemForm:files.fileIoHint')}
        {...form.field('fileIo.isOn')}
      />
      {form.values.fileIo.isOn && (
        <FormGrid>
          <Field
            label={t('problemForm:files.input')}
            required
            maxLength={64}
            {...form.field('fileIo.input')}
          />
          <Field
            label={t('problemForm:files.output')}
            required
            maxLength={64}
            {...form.field('fileIo.output')}
          />
        </FormGrid>
      )}
      <FilesField
        label={t('problemForm:files.user')}
        hint={t('problemForm:files.userHint')}
        {...form.field('userFiles')}
      />
      <FilesField
        label={t('problemForm:files.judge')}
        hint={t('problemForm:files.judgeHint')}
        {...form.field('judgeFiles')}
      />
    </FormCard>
  )
}
