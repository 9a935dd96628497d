import Box from '@mui/material/Box'
import { Icon } from '../../ui/controls/Icon.tsx'
import { type VerdictCode, verdictIcon } from '../../ui/text/verdicts.ts'

type Props = { tone: VerdictCode; children: string }

/** State of a bank or an account, in the tone of a verdict. */
export const StateChip = ({ tone, children }: Props) => (
  <Box
    component="span"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 1,
      flex: 'none',
      height: 22,
      pl: 1.5,
      pr: 2,
      borderRadius: 0.67,
      typography: 'caption',
      fontWeight: 600,
      whiteSpace: 'nowrap',
      color: `verdict.${tone}.fg`,
      bgcolor: `verdict.${tone}.bg`,
    }}
  >
    <Icon name={verdictIcon(tone)} size={14} />
    {children}
  </Box>
)
