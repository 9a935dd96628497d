import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'

type Props = { wide?: boolean; onDone?: () => void }

/** Goes to the problems that match; Ctrl+K comes here from anywhere. */
export function Search({ wide = false, onDone }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', focus)
    return () => window.removeEventListener('keydown', focus)
  }, [])

  return (
    <Box
      component="form"
      role="search"
      sx={{ width: wide ? '100%' : 216 }}
      onSubmit={(event) => {
        event.preventDefault()
        const keyword = input.current?.value.trim()
        if (!keyword) return
        input.current?.blur()
        onDone?.()
        void navigate(`/problem?keyword=${encodeURIComponent(keyword)}`)
      }}
    >
      <OutlinedInput
        fullWidth
        size="small"
        type="search"
        name="keyword"
        inputRef={input}
        placeholder={t('app:search.placeholder')}
        inputProps={{ 'aria-label': t('app:search.label'), maxLength: 100 }}
        startAdornment={
          <InputAdornment position="start" sx={{ mr: 0, color: 'text.tertiary' }}>
            <Icon name="search" />
          </InputAdornment>
        }
        endAdornment={!wide && <Key>{t('app:search.key')}</Key>}
        sx={{ '& input::-webkit-search-cancel-button': { display: 'none' } }}
      />
    </Box>
  )
}
