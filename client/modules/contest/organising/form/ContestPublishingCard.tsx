import { FormCard } from '../../../../ui/form/FormCard.tsx'
import { SwitchField } from '../../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../../ui/form/useForm.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import type { ContestValues } from './contestValues.ts'

const SWITCHES = ['isVisible', 'boardIsOpen', 'hasPrinting', 'takesLate'] as const
const SWITCHES_IN_GROUP = [...SWITCHES, 'isExam'] as const

/** Switches of a contest: visibility, public scoreboard, printing, late submissions; in a group also whether it is an exam. */
export function ContestPublishingCard({ form }: { form: Form<ContestValues> }) {
  const { t } = useTranslation()
  const switches = usePlace() === null ? SWITCHES : SWITCHES_IN_GROUP
  return (
    <FormCard title={t('contestForm:form.publishing')}>
      {switches.map((name) => (
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
