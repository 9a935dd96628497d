import Box from '@mui/material/Box'
import type { FormEvent, ReactNode } from 'react'
import { DraftNote } from '../../ui/form/draft/DraftNote.tsx'
import { useFormDraft } from '../../ui/form/draft/useFormDraft.ts'
import { FormBar } from '../../ui/form/FormBar.tsx'
import type { Form } from '../../ui/form/useForm.ts'

type Props<Values extends object> = {
  form: Form<Values>
  /** The values on the server. */
  saved: Values
  /** Storage key of the unsaved draft. */
  draftKey: string
  pending: boolean
  /** Label of the save button. */
  save?: string
  onSubmit: (event: FormEvent) => void
  /** Cards beside the others; below them on narrow windows. */
  side: ReactNode
  children: ReactNode
}

const column = { display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0,1fr)' } as const

/** Long administration form in cards; its unsaved draft survives a reload. */
export function DraftedForm<Values extends object>(props: Props<Values>) {
  const { form, saved, draftKey, pending, save, onSubmit, side, children } = props
  const { keptAt, foundAt } = useFormDraft(draftKey, form, saved)
  return (
    <Box component="form" ref={form.form} noValidate onSubmit={onSubmit}>
      {foundAt !== null && (
        <Box sx={{ mb: 4 }}>
          <DraftNote foundAt={foundAt} />
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          pb: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 288px' },
        }}
      >
        <Box sx={column}>{children}</Box>
        <Box sx={column}>{side}</Box>
      </Box>
      <FormBar form={form} pending={pending} save={save} keptAt={keptAt} />
    </Box>
  )
}
