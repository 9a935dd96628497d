import type { Form } from '../../../../ui/form/useForm.ts'
import { type ContestValues, fieldAt } from './contestValues.ts'

/** The form as useMutation speaks to it: what the server refuses stands under the fields that it means. */
export const refusing = (form: Form<ContestValues>) => ({
  refuse: (wrong: Readonly<Record<string, string>>) =>
    form.refuse(
      Object.fromEntries(Object.entries(wrong).map(([address, words]) => [fieldAt(address), words])),
    ),
  stale: form.stale,
})
