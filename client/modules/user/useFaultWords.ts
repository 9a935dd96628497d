import type { Fault as FormFault } from '../../ui/form/formState.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { type Fault, isSaidAtOnce } from './rules.ts'

/** Translates the errors of the account forms for useForm's rules. */
export function useFaultWords() {
  const { t } = useTranslation()
  return (fault: Fault | null): FormFault | null =>
    fault && { words: t(`user:fault.${fault}`), atOnce: isSaidAtOnce(fault) }
}
