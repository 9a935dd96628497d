import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import InputBase from '@mui/material/InputBase'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Key } from '../../ui/controls/Key.tsx'
import { isComposing } from '../../ui/isComposing.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { type Hit, useAdminSearch } from './useAdminSearch.ts'

type Props = {
  /** The administration pages that the viewer may open. */
  open: readonly string[]
  onClose: () => void
}

/** Next index for each key, in a list of `count` entries. */
const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  PageDown: (at, count) => Math.min(count - 1, at + 5),
  PageUp: (at) => Math.max(0, at - 5),
}

/** Searches pages and records of the administration while typing; arrow keys select and Enter opens. */
export function AdminSearch({ open, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const { hits, pending, failed } = useAdminSearch(text, open)
  const chosen = Math.min(at, hits.length - 1)
  const optionId = (index: number) => `${id}-${index}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })

  const go = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    void navigate(hit.href)
  }
  const press = (event: KeyboardEvent) => {
    // Enter of an input method only commits the composed word.
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const hit = hits[chosen]
      // The records stay those of the text before until the next ones are found.
      return pending && hit?.group !== 'pages' ? undefined : go(hit)
    }
    const move = MOVES[event.key]
    if (!move || hits.length === 0) return
    event.preventDefault()
    setAt(move(chosen, hits.length))
  }
  const groups = [...new Set(hits.map(({ group }) => group))]

  return (
    <Dialog
      open
      onClose={onClose}
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          'aria-label': t('search:label'),
          'aria-labelledby': undefined,
          sx: { width: 620, maxWidth: '100%', mt: { xs: 2, md: 12 }, mx: 2 },
        },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2.5,
          px: 4,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Icon name="search" />
        <InputBase
          autoFocus
          fullWidth
          value={text}
          placeholder={t('search:placeholder')}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
          }}
          onKeyDown={press}
          inputProps={{
            role: 'combobox',
            maxLength: 100,
            spellCheck: false,
            autoComplete: 'off',
            'aria-label': t('search:label'),
            'aria-expanded': hits.length > 0,
            'aria-controls': `${id}-list`,
            'aria-autocomplete': 'list',
            'aria-activedescendant': hits.length > 0 ? optionId(chosen) : undefined,
          }}
          sx={{ typography: 'body1', minHeight: 52 }}
        />
        <Key>Esc</Key>
      </Box>
      <Box ref={list} sx={{ maxHeight: 'min(480px, 60vh)', overflowY: 'auto', p: 2 }}>
        <Box role="listbox" id={`${id}-list`} aria-label={t('search:hits')}>
          {groups.map((group) => (
            <Box key={group} role="group" aria-label={t(`search:group.${group}`)}>
              <Box aria-hidden sx={{ typography: 'overline', color: 'text.tertiary', px: 2, pt: 2, pb: 1 }}>
                {t(`search:group.${group}`)}
              </Box>
              {hits.map((hit, index) =>
                hit.group === group ? (
                  <Option
                    key={hit.key}
                    hit={hit}
                    id={optionId(index)}
                    isChosen={index === chosen}
                    onPoint={() => setAt(index)}
                    onTake={() => go(hit)}
                  />
                ) : null,
              )}
            </Box>
          ))}
        </Box>
        <Box
          role="status"
          sx={
            hits.length > 0 ? visuallyHidden : { px: 2, py: 3, typography: 'body2', color: 'text.secondary' }
          }
        >
          {failed
            ? t('search:failed')
            : hits.length > 0
              ? t('search:count', { count: hits.length })
              : pending
                ? t('search:pending')
                : t('search:nothing')}
        </Box>
      </Box>
    </Dialog>
  )
}

type OptionProps = { hit: Hit; id: string; isChosen: boolean; onPoint: () => void; onTake: () => void }

const Option = ({ hit, id, isChosen, onPoint, onTake }: OptionProps) => (
  <Box
    id={id}
    role="option"
    aria-selected={isChosen}
    onMouseMove={onPoint}
    onClick={onTake}
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 2.5,
      minHeight: 40,
      px: 2,
      borderRadius: 1,
      cursor: 'pointer',
      typography: 'body2',
      bgcolor: isChosen ? 'surface.fill' : undefined,
    }}
  >
    <Icon name={hit.icon} />
    <Box
      component="span"
      sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      {hit.name}
    </Box>
    {hit.note && (
      <Box component="span" sx={{ ml: 'auto', flex: 'none', color: 'text.secondary', typography: 'dense' }}>
        {hit.note}
      </Box>
    )}
  </Box>
)
