import type { Form } from '../../../../ui/form/useForm.ts'

/** Adapter of the form for useMutation: the server's `displayId` is the form's `label`. */
export const wordsRefusing = <Values extends object>(form: Form<Values>) => ({
  refuse: (wrong: Readonly<Record<string, string>>) =>
    form.refuse(
      Object.fromEntries(
        Object.entries(wrong).map(([field, words]) => [field === 'displayId' ? 'label' : field, words]),
      ),
    ),
  stale: form.stale,
})
