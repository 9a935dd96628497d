/**
 * Form over a row that others edit too: useForm with the fragment's `values` and `version`, which reloads when its save
 * is refused with CONFLICT; a new row has no version. Render `<LeaveGuard form={form} />` (app/LeaveGuard.tsx) beside it.
 *
 *   const form = useEditing({ values: { title, texts }, version, rules })
 *   const [save, { pending }] = useMutation<…>(graphql`… { noticeEdit { id version …the form's fields } }`, { form })
 *   const send = form.sending(() => save({ input: { id, version: form.version, ...form.changes() } }))
 */
import { useRevalidator } from 'react-router-dom'
import { type FormOptions, useForm } from '../ui/form/useForm.ts'

export function useEditing<Values extends object>(
  options: FormOptions<Values> & { version: number | undefined },
) {
  const { revalidate } = useRevalidator()
  return useForm({ onStale: () => void revalidate(), ...options })
}
