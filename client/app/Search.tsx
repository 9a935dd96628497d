import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { Icon } from '../ui/Icon.tsx'
import { Key } from '../ui/Key.tsx'
import tokens from '../ui/tokens.json'
import { useTranslation } from '../ui/useTranslation.ts'

type Props = { wide?: boolean; onDone?: () => void }

/** A field as MUI's look here; home would load their code for this one input. */
const frame: SxProps<Theme> = ({ vars }) => {
  const ring = (colour: string, width: number) => ({ boxShadow: `inset 0 0 0 ${width}px ${colour}` })
  return {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    height: tokens.spacing.control.medium,
    px: 2.5,
    cursor: 'text',
    borderRadius: 1,
    bgcolor: 'surface.main',
    color: 'text.tertiary',
    ...ring(vars.palette.line.strong, 1),
    '&:hover': ring(vars.palette.text.tertiary, 1),
    '&:focus-within': ring(vars.palette.line.focus, 2),
    '& input': {
      flex: 1,
      minWidth: 0,
      p: 0,
      border: 0,
      outline: 'none',
      bgcolor: 'transparent',
      color: 'text.primary',
      font: 'inherit',
      fontSize: 13,
      '&::placeholder': { color: 'text.tertiary', opacity: 1 },
      '&::-webkit-search-cancel-button': { display: 'none' },
    },
  }
}

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
      <Box component="label" sx={frame}>
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          name="keyword"
          placeholder={t('app:search.placeholder')}
          aria-label={t('app:search.label')}
          maxLength={100}
        />
        {!wide && <Key>{t('app:search.key')}</Key>}
      </Box>
    </Box>
  )
}
