import type { Form } from '../../../ui/form/useForm.ts'
import { fieldAt, type ProblemValues } from './problemValues.ts'

/** The form as useMutation speaks to it: what the server refuses stands under the fields that it means. */
export const refusing = (form: Form<ProblemValues>) => ({
  refuse: (wrong: Readonly<Record<string, string>>) =>
    form.refuse(
      Object.fromEntries(
        Object.entries(wrong).map(([address, words]) => [fieldAt(address, form.values), words]),
      ),
    ),
  stale: form.stale,
})
