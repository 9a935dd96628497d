import Box from '@mui/material/Box'
import { FormGrid } from '../../../ui/form/FormCard.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { COMPARISONS, type ProblemValues } from './problemValues.ts'

/** Built-in comparison of outputs with answers, and its options. */
export function ComparisonFields({ form }: { form: Form<ProblemValues> }) {
  const { t } = useTranslation()
  const { kind } = form.values.comparison
  return (
    <FormGrid>
      <SelectField
        label={t('problemForm:judging.comparison')}
        options={COMPARISONS.map((value) => ({
          value,
          label: t(`problemForm:judging.comparisons.${value}`),
        }))}
        {...form.field('comparison.kind')}
      />
      <Box sx={{ display: 'grid', gap: 1, alignContent: 'end', minHeight: { sm: 64 } }}>
        {kind === 'DEFAULT' && (
          <SwitchField
            label={t('problemForm:judging.ignoresTrailingBlanks')}
            {...form.field('comparison.ignoresTrailingBlanks')}
          />
        )}
        {(kind === 'TOKENS' || kind === 'FLOATS') && (
          <>
            <SwitchField
              label={t('problemForm:judging.isCaseSensitive')}
              {...form.field('comparison.isCaseSensitive')}
            />
            <SwitchField
              label={t('problemForm:judging.isSpaceSensitive')}
              {...form.field('comparison.isSpaceSensitive')}
            />
          </>
        )}
      </Box>
      {kind === 'FLOATS' && (
        <>
          <NumberField
            label={t('problemForm:judging.absolute')}
            required
            {...form.field('comparison.absolute')}
          />
          <NumberField
            label={t('problemForm:judging.relative')}
            required
            {...form.field('comparison.relative')}
          />
        </>
      )}
    </FormGrid>
  )
}
