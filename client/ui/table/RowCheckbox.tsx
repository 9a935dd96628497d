import Box from '@mui/material/Box'

type Props = { label: string; checked: boolean; mixed?: boolean; onChange: () => void }

/** Native checkbox in the site's colours. */
export const RowCheckbox = ({ label, checked, mixed = false, onChange }: Props) => (
  <Box
    component="input"
    type="checkbox"
    aria-label={label}
    checked={checked}
    ref={(input: HTMLInputElement | null) => {
      if (input) input.indeterminate = mixed
    }}
    onChange={onChange}
    sx={{
      display: 'block',
      width: 16,
      height: 16,
      m: 0,
      cursor: 'pointer',
      accentColor: ({ vars }) => vars.palette.accent.solid,
    }}
  />
)
