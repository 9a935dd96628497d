import type { Form } from '../../ui/form/useForm.ts'

/** Adapter of the form for useMutation: the server's `ids` and `problem` are the form's `id`. */
export const idsRefusing = <Values extends object>(form: Form<Values>) => ({
  refuse: (wrong: Readonly<Record<string, string>>) =>
    form.refuse(
      Object.fromEntries(
        Object.entries(wrong).map(([field, words]) => [
          field === 'ids' || field === 'problem' ? 'id' : field === 'displayId' ? 'label' : field,
          words,
        ]),
      ),
    ),
  stale: form.stale,
})
