import Box from '@mui/material/Box'
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx'
import { FormCard, FormGrid } from '../../../ui/form/FormCard.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { FormLanguage } from './formLanguages.ts'
import { ProgramField } from './ProgramField.tsx'
import { CASE_MODES, COMPARISONS, JUDGE_MODES, type ProblemValues } from './problemValues.ts'

type Props = { form: Form<ProblemValues>; languages: readonly FormLanguage[] }

/** Judge mode, checker or interactor, and which cases are judged. */
export function JudgingCard({ form, languages }: Props) {
  const { t } = useTranslation()
  const { judgeMode, comparison, scoring } = form.values
  const { kind } = comparison
  return (
    <FormCard title={t('problemForm:judging.title')}>
      <FormGrid>
        <ChoiceField
          label={t('problemForm:judging.mode')}
          hint={t(`problemForm:judging.modeHint.${judgeMode}`)}
          segments={JUDGE_MODES.map((value) => ({ value, label: t(`problemForm:judging.modes.${value}`) }))}
          {...form.field('judgeMode')}
        />
        <SelectField
          label={t('problemForm:judging.caseMode')}
          options={CASE_MODES[scoring].map((value) => ({
            value,
            label: t(`problemForm:judging.caseModes.${value}`),
          }))}
          {...form.field('caseMode')}
        />
      </FormGrid>
      {judgeMode === 'DEFAULT' && (
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
      )}
      {judgeMode === 'CHECKER' && (
        <ProgramField key="checker" form={form} which="checker" languages={languages} />
      )}
      {judgeMode === 'INTERACTIVE' && (
        <ProgramField key="interactor" form={form} which="interactor" languages={languages} />
      )}
    </FormCard>
  )
}
