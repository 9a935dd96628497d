import { Field } from '../../ui/controls/Field.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import type { Form } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { BankOption } from './WithBanks.tsx'

export type BankValues = { bank: string; id: string }

/** Ids of problems as the banks write them. */
const EXAMPLES: Readonly<Record<string, string>> = {
  HDU: '1000',
  POJ: '1000',
  CF: '1234A',
  GYM: '100001A',
  AC: 'abc100_a',
  SPOJ: 'TEST',
  LIBRE: '1',
}

type Props = {
  form: Form<BankValues>
  banks: readonly BankOption[]
  /** Takes lists and ranges of ids. */
  several?: boolean
}

/** A bank, and the id of its problem. */
export function BankFields({ form, banks, several = false }: Props) {
  const { t } = useTranslation()
  const example = EXAMPLES[form.values.bank] ?? '1000'
  return (
    <>
      <SelectField label={t('bank:import.bank')} options={banks} {...form.field('bank')} />
      <Field
        label={t(several ? 'bank:import.ids' : 'bank:import.id')}
        required
        hint={t(several ? 'bank:import.idsHint' : 'bank:import.idHint', { example })}
        maxLength={several ? 5000 : 60}
        multiline={several}
        maxRows={6}
        inputProps={{ autoCapitalize: 'none', autoComplete: 'off', spellCheck: false }}
        {...form.field('id')}
      />
    </>
  )
}
