import Box from '@mui/material/Box'
import { useTextUpload } from '../../../../relay/files/useTextUpload.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { ChoiceField } from '../../../../ui/form/ChoiceField.tsx'
import { FormCard } from '../../../../ui/form/FormCard.tsx'
import { TimeRangeField } from '../../../../ui/form/TimeRangeField.tsx'
import type { Form } from '../../../../ui/form/useForm.ts'
import { MarkdownEditor } from '../../../../ui/markdown/MarkdownEditor.tsx'
import { clockFace } from '../../../../ui/text/Time.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { TYPES } from '../managedContests.ts'
import { type ContestValues, lastsMs, sealFits } from './contestValues.ts'

type Props = {
  form: Form<ContestValues>
  /** Null for a new contest; the type cannot change later. */
  type: ContestValues['type'] | null
}

/** Title, description, type and times of a contest. */
export function ContestBasicsCard({ form, type }: Props) {
  const { t } = useTranslation()
  const onUpload = useTextUpload()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const range = form.field('range')
  const { days, clock } = clockFace(lastsMs(range.value))
  const chosen = form.field('type')
  return (
    <FormCard title={t('contestForm:form.basics')}>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr auto' } }}>
        <Field label={t('organising:column.title')} required maxLength={500} {...form.field('title')} />
        <ChoiceField
          label={t('organising:column.type')}
          hint={type ? t('contestForm:form.typeFixed') : undefined}
          {...chosen}
          segments={TYPES.map((value) => ({
            value,
            label: value,
            disabled: type !== null && value !== type,
          }))}
          onChange={(value) => {
            if (type === null) chosen.onChange(value)
          }}
        />
      </Box>
      <TimeRangeField
        label={t('contestForm:form.times')}
        required
        timeZone={timeZone}
        {...range}
        hint={t('contestForm:form.lasts', {
          time: days > 0 ? t('contestForm:form.days', { count: days, clock }) : clock,
          zone: timeZone,
        })}
        onChange={(value) => {
          range.onChange(value)
          const { choice } = form.values.seal
          if (lastsMs(value) > 0 && !sealFits(choice, lastsMs(value)))
            form.set('seal', { choice: 'WHOLE', minutes: null })
        }}
      />
      <MarkdownEditor
        label={t('contestForm:form.description')}
        required
        height="clamp(240px, 36vh, 400px)"
        maxLength={65_535}
        onUpload={onUpload}
        {...form.field('description')}
      />
    </FormCard>
  )
}
