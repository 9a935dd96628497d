import Box from '@mui/material/Box'
import { CopyButton } from '../controls/CopyButton.tsx'
import { CodeView } from './CodeView.tsx'

type Props = {
  code: string
  /** Monaco's language id; null for commands and plain text. */
  language?: string | null
  /** Heading, and accessible name. */
  label: string
  lineNumbers?: boolean
}

/** Read-only code with a copy button. */
export const CodeSample = ({ code, language = null, label, lineNumbers = false }: Props) => (
  <Box sx={{ border: 1, borderColor: 'line.subtle', borderRadius: 1, overflow: 'hidden', minWidth: 0 }}>
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        pl: 4,
        pr: 1.5,
        minHeight: 36,
        bgcolor: 'surface.sunken',
        borderBottom: 1,
        borderColor: 'line.subtle',
        typography: 'caption',
        fontWeight: 500,
        color: 'text.secondary',
      }}
    >
      {label}
      <CopyButton text={code} />
    </Box>
    <CodeView code={code} language={language} label={label} lineNumbers={lineNumbers} />
  </Box>
)
