import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { Key } from '../ui/Key.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { useTranslation } from '../ui/useTranslation.ts'

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
      sx={{
        width: wide ? '100%' : 216,
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const keyword = input.current?.value.trim()
        if (!keyword) return
        input.current?.blur()
        onDone?.()
        void navigate(`/problem?keyword=${encodeURIComponent(keyword)}`)
      }}
    >
      <SearchInput>
        <input
          ref={input}
          type="search"
          name="keyword"
          placeholder={t('app:search.placeholder')}
          aria-label={t('app:search.label')}
          maxLength={100}
        />
        {!wide && <Key>{t('app:search.key')}</Key>}
      </SearchInput>
    </Box>
  )
}
