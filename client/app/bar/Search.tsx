import Box from '@mui/material/Box'
import { useRef } from 'react'
import { useRelayEnvironment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import { Key } from '../../ui/controls/Key.tsx'
import { SearchInput } from '../../ui/controls/SearchInput.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useCtrlK } from './useCtrlK.ts'

type Props = { wide?: boolean; onDone?: () => void }

const loadFinder = () => import('./matchProblem.ts')

/**
 * Opens the problem that matches exactly, else the filtered list. Ctrl+K focuses the field, Escape restores
 * the focus.
 */
export function Search({ wide, onDone }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const environment = useRelayEnvironment()
  const input = useRef<HTMLInputElement>(null)
  /** Element focused before Ctrl+K. */
  const before = useRef<HTMLElement | null>(null)

  useCtrlK(() => {
    const field = input.current
    // Hidden in a narrow bar: the drawer has the field.
    if (!field?.checkVisibility()) return false
    const { activeElement } = document
    if (activeElement !== field) before.current = activeElement instanceof HTMLElement ? activeElement : null
    field.focus()
    field.select()
    return true
  })

  const seek = async (keyword: string) => {
    const list = `/problem?keyword=${encodeURIComponent(keyword)}`
    const found = await loadFinder()
      .then(({ matchProblem }) => matchProblem(environment, keyword))
      .catch(() => null)
    void navigate(found === null ? list : `/problem/${encodeURIComponent(found)}`)
  }

  return (
    <Box
      component="form"
      role="search"
      sx={{
        width: wide ? '100%' : 216,
        minWidth: 0,
        containerType: 'inline-size',
        '@container (max-width: 160px)': { kbd: { display: 'none' } },
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
      onSubmit={(event) => {
        event.preventDefault()
        const keyword = input.current?.value.trim()
        if (!keyword) return
        input.current?.blur()
        onDone?.()
        void seek(keyword)
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
          onFocus={() => void loadFinder().catch(() => undefined)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') before.current?.focus()
          }}
        />
        {!wide && <Key>{t('app:search.key')}</Key>}
      </SearchInput>
    </Box>
  )
}
