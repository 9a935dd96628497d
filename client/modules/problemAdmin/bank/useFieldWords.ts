import type { Catalogues } from '#locales/i18n.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Fields that a bank decides. */
const FIELDS: readonly (keyof Catalogues['bank']['field'])[] = [
  'title',
  'description',
  'input',
  'output',
  'hint',
  'source',
  'timeMs',
  'memoryMb',
  'languageKeys',
]

/** Translates an address of the form: `statements.en-US.input` is 'Input', `samples.1.input` 'Sample 1, input'. */
export function useFieldWords() {
  const { t } = useTranslation()
  return (address: string): string => {
    const [, number, side] = /^samples\.(\d+)\.(input|output)$/.exec(address) ?? []
    if (number) return t(`bank:field.${side === 'input' ? 'sampleInput' : 'sampleOutput'}`, { number })
    const part = address.split('.').at(-1)
    const known = FIELDS.find((field) => field === part)
    return known ? t(`bank:field.${known}`) : address
  }
}
