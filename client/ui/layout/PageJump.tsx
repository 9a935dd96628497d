import Box from '@mui/material/Box'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from '../useTranslation.ts'

type Props = {
  pages: number
  /** Called with a page that exists. */
  onJump: (page: number) => void
}

/** Number field that opens the typed page on Enter, at most the last one. */
export function PageJump({ pages, onJump }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const jump = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !typed) return
    event.preventDefault()
    setTyped('')
    onJump(Math.min(Math.max(1, Number(typed)), pages))
  }
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', gap: 1.5, typography: 'dense', color: 'text.secondary' }}
    >
      <label htmlFor={id}>{t('ui:pager.page', { page: '' }).trim()}</label>
      <Box
        component="input"
        id={id}
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        maxLength={7}
        value={typed}
        onChange={({ target }) => setTyped(target.value.normalize('NFKC').replace(/\D/g, ''))}
        onKeyDown={jump}
        sx={FIELD}
      />
    </Box>
  )
}

const FIELD = {
  width: 48,
  height: { xs: 36, md: 28 },
  px: 1.5,
  border: 1,
  borderColor: 'line.strong',
  borderRadius: 1,
  bgcolor: 'surface.main',
  color: 'text.primary',
  font: 'inherit',
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'center',
} as const
