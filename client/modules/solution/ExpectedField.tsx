import type { ComponentProps } from 'react'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { type VerdictName, verdictCode } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Usual claims; crashes and wrong answers stand for several verdicts. */
const USUAL: readonly (readonly VerdictName[])[] = [
  ['ACCEPTED'],
  ['WRONG_ANSWER', 'PRESENTATION_ERROR'],
  ['TIME_LIMIT_EXCEEDED'],
  ['MEMORY_LIMIT_EXCEEDED'],
  ['RUNTIME_ERROR', 'MEMORY_LIMIT_EXCEEDED', 'OUTPUT_LIMIT_EXCEEDED'],
  ['PARTIALLY_ACCEPTED'],
]

type Props = Omit<ComponentProps<typeof SelectField>, 'value' | 'options' | 'onChange'> & {
  value: readonly VerdictName[]
  onChange: (value: readonly VerdictName[]) => void
}

/** Verdicts that the author expects of a solution. */
export function ExpectedField({ value, onChange, ...field }: Props) {
  const { t } = useTranslation()
  const all = [[], ...USUAL].map((one) => one.join())
  const given = value.join()
  return (
    <SelectField
      {...field}
      value={given}
      options={[...all, ...(all.includes(given) ? [] : [given])].map((key) => ({
        value: key,
        label: wordsOf(verdictsIn(key)) || t('solution:nothing'),
      }))}
      onChange={(key) => onChange(verdictsIn(key))}
    />
  )
}

const verdictsIn = (key: string) => key.split(',').filter(Boolean) as VerdictName[]

/** Codes of verdicts; empty for none. */
export const wordsOf = (expected: readonly VerdictName[]) =>
  expected.map((one) => verdictCode(one)).join(' / ')
