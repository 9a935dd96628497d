import Box from '@mui/material/Box'
import { Field } from '../../../ui/controls/Field.tsx'
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx'
import { FormCard } from '../../../ui/form/FormCard.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { DifficultySteps } from '../../../ui/text/marks.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { CASE_MODES, type ProblemValues } from './problemValues.ts'

const DIFFICULTIES = ['EASY', 'MID', 'HARD'] as const
const SCORINGS = ['ACM', 'OI'] as const

type Props = {
  form: Form<ProblemValues>
  /** Some of its languages have wider limits. */
  isWidened: boolean
}

/** Number, scoring, difficulty and limits of a problem. */
export function BasicsCard({ form, isWidened }: Props) {
  const { t } = useTranslation()
  const { values } = form
  const isInGroup = usePlace() !== null
  const scoring = form.field('scoring')
  return (
    <FormCard title={t('problemForm:basics.title')}>
      <Box
        sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr auto auto' } }}
      >
        <Field
          label={t('problemForm:basics.displayKey')}
          required={isInGroup}
          hint={t(isInGroup ? 'problemForm:basics.displayKeyInGroup' : 'problemForm:basics.displayKeyHint')}
          maxLength={64}
          inputProps={{ spellCheck: false, autoComplete: 'off' }}
          {...form.field('displayKey')}
        />
        <ChoiceField
          label={t('problemForm:basics.type')}
          {...scoring}
          segments={SCORINGS.map((value) => ({ value, label: value }))}
          onChange={(value) => {
            scoring.onChange(value)
            const modes: readonly string[] = CASE_MODES[value]
            if (!modes.includes(values.caseMode)) form.set('caseMode', 'ALL')
          }}
        />
        <ChoiceField
          label={t('problemForm:basics.difficulty')}
          segments={DIFFICULTIES.map((value) => ({ value, label: <DifficultySteps difficulty={value} /> }))}
          {...form.field('difficulty')}
        />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'repeat(2, minmax(0,1fr))', md: 'repeat(4, minmax(0,1fr))' },
        }}
      >
        <NumberField
          label={t('problemForm:basics.time')}
          required
          unit="ms"
          hint={isWidened ? t('problemForm:basics.timeHint') : undefined}
          {...form.field('timeLimitMs')}
        />
        <NumberField
          label={t('problemForm:basics.memory')}
          required
          unit="MB"
          {...form.field('memoryLimitMib')}
        />
        <NumberField
          label={t('problemForm:basics.stack')}
          required
          unit="MB"
          {...form.field('stackLimitMib')}
        />
        <NumberField
          label={t('problemForm:basics.output')}
          unit="B"
          hint={t('problemForm:basics.outputHint')}
          {...form.field('outputLimitBytes')}
        />
      </Box>
    </FormCard>
  )
}
