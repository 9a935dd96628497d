import type { Form } from '../../../ui/form/useForm.ts'
import { fieldAt, type ProblemValues } from './problemValues.ts'

/** Adapts the form to useMutation: server errors appear at their fields. */
export const refusing = (form: Form<ProblemValues>) => ({
  refuse: (wrong: Readonly<Record<string, string>>) =>
    form.refuse(
      Object.fromEntries(
        Object.entries(wrong).map(([address, words]) => [fieldAt(address, form.values), words]),
      ),
    ),
  stale: form.stale,
})
