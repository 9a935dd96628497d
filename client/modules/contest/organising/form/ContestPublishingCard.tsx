import { FormCard } from '../../../../ui/form/FormCard.tsx'
import { SwitchField } from '../../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../../ui/form/useForm.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import type { ContestValues } from './contestValues.ts'

const SWITCHES = ['isVisible', 'boardIsOpen', 'hasPrinting', 'takesLate'] as const

/** Switches of a contest: visibility, public scoreboard, printing, late submissions. */
export function ContestPublishingCard({ form }: { form: Form<ContestValues> }) {
  const { t } = useTranslation()
  return (
    <FormCard title={t('contestForm:form.publishing')}>
      {SWITCHES.map((name) => (
        <SwitchField
          key={name}
          label={t(`contestForm:switch.${name}`)}
          hint={t(`contestForm:switchHint.${name}`)}
          {...form.field(name)}
        />
      ))}
    </FormCard>
  )
}
