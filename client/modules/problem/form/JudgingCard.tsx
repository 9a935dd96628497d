import { ChoiceField } from '../../../ui/form/ChoiceField.tsx'
import { FormCard, FormGrid } from '../../../ui/form/FormCard.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { ComparisonFields } from './ComparisonFields.tsx'
import type { FormLanguage } from './formLanguages.ts'
import { ProgramField } from './ProgramField.tsx'
import { CASE_MODES, JUDGE_MODES, outputJudgeOf, type ProblemValues } from './problemValues.ts'

type Props = { form: Form<ProblemValues>; languages: readonly FormLanguage[] }

/** Judge mode, checker or interactor, and which cases are judged. */
export function JudgingCard({ form, languages }: Props) {
  const { t } = useTranslation()
  const { judgeMode, scoring } = form.values
  const judge = outputJudgeOf(form.values)
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
      {judgeMode !== 'INTERACTIVE' && (
        <SwitchField
          label={t('problemForm:judging.outputOnly')}
          hint={t('problemForm:judging.outputOnlyHint')}
          {...form.field('outputOnly')}
        />
      )}
      {judgeMode === 'INTERACTIVE' && (
        <ProgramField key="interactor" form={form} which="interactor" languages={languages} />
      )}
      {judgeMode === 'INTERACTIVE' && judge && (
        <SwitchField label={t('problemForm:judging.hasChecker')} {...form.field('hasChecker')} />
      )}
      {judge === 'comparison' && <ComparisonFields form={form} />}
      {judge === 'checker' && (
        <ProgramField key="checker" form={form} which="checker" languages={languages} />
      )}
    </FormCard>
  )
}
