import type { Form } from '../../../../ui/form/useForm.ts'

/** A form over a problem of a contest: the server says displayId for its label. */
export const wordsRefusing = <Values extends object>(form: Form<Values>) => ({
  refuse: (wrong: Readonly<Record<string, string>>) =>
    form.refuse(
      Object.fromEntries(
        Object.entries(wrong).map(([field, words]) => [field === 'displayId' ? 'label' : field, words]),
      ),
    ),
  stale: form.stale,
})
