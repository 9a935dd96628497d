import type { ComponentProps } from 'react'
import { Field } from '../../../../ui/controls/Field.tsx'

/** Field for a pasted list of people, a line for each. */
export const ListField = (props: ComponentProps<typeof Field>) => (
  <Field
    required
    multiline
    minRows={8}
    maxRows={20}
    inputProps={{ spellCheck: false }}
    sx={{ '& textarea': { typography: 'code' } }}
    {...props}
  />
)
