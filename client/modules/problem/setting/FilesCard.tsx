import { Field } from '../../../ui/Field.tsx'
import { FormCard, FormGrid } from '../../../ui/form/FormCard.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { FilesField } from './FilesField.tsx'
import type { ProblemValues } from './problemValues.ts'

/** What programs read and write, and what lies beside them. */
export function FilesCard({ form }: { form: Form<ProblemValues> }) {
  const { t } = useTranslation()
  return (
    <FormCard title={t('authoring:files.title')}>
      <SwitchField
        label={t('authoring:files.fileIo')}
        hint={t('authoring:files.fileIoHint')}
        {...form.field('fileIo.isOn')}
      />
      {form.values.fileIo.isOn && (
        <FormGrid>
          <Field label={t('authoring:files.input')} required maxLength={64} {...form.field('fileIo.input')} />
          <Field
            label={t('authoring:files.output')}
            required
            maxLength={64}
            {...form.field('fileIo.output')}
          />
        </FormGrid>
      )}
      <FilesField
        label={t('authoring:files.user')}
        hint={t('authoring:files.userHint')}
        {...form.field('userFiles')}
      />
      <FilesField
        label={t('authoring:files.judge')}
        hint={t('authoring:files.judgeHint')}
        {...form.field('judgeFiles')}
      />
    </FormCard>
  )
}
