import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { bankNameOf, OWN_BANK } from './banks.ts'

const look = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  flex: 'none',
  px: 1.5,
  borderRadius: 0.67,
  border: 1,
  borderColor: 'line.strong',
  typography: 'caption',
  lineHeight: '18px',
  whiteSpace: 'nowrap',
  color: 'text.secondary',
} as const

type Props = {
  /** Key of the bank. */
  bank: string
  /** Address of the problem there. */
  href?: string | null
}

/** Badge of the judge that a problem comes from; nothing for the site's own. */
export function BankMark({ bank, href }: Props) {
  const { t } = useTranslation()
  if (bank === OWN_BANK) return null
  const name = bankNameOf(bank)
  if (!href)
    return (
      <Box component="span" title={t('bank:mark', { name })} sx={look}>
        {name}
      </Box>
    )
  return (
    <Link
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      underline="none"
      title={t('bank:source', { name })}
      sx={{ ...look, '&:hover': { color: 'accent.fg', borderColor: 'accent.border' } }}
    >
      {name}
      <Icon name="open" size={12} />
    </Link>
  )
}
