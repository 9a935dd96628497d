import type { Form } from '../../../../ui/form/useForm.ts'
import { type ContestValues, fieldAt } from './contestValues.ts'

/** Adapter of the form for useMutation: errors of the server appear under their fields. */
export const refusing = (form: Form<ContestValues>) => ({
  refuse: (wrong: Readonly<Record<string, string>>) =>
    form.refuse(
      Object.fromEntries(Object.entries(wrong).map(([address, words]) => [fieldAt(address), words])),
    ),
  stale: form.stale,
})
