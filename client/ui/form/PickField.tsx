import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import Paper from '@mui/material/Paper'
import Popper from '@mui/material/Popper'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { isComposing } from '../isComposing.ts'
import { useTranslation } from '../useTranslation.ts'
import { FieldFrame, type FramedProps, hasNote, noteIdOf } from './FieldFrame.tsx'
import { type Found, useDebouncedSearch } from './useDebouncedSearch.ts'

export type { Found }

type Props = FramedProps & {
  name?: string
  value: Found | null
  placeholder?: string
  disabled?: boolean
  /** Search function, such as relay/useSearch.ts returns; must be stable. */
  search: (text: string) => Promise<readonly Found[]>
  onChange: (value: Found | null) => void
  onBlur?: () => void
}

const optionId = (id: string, at: number) => `${id}-option-${at}`

/** Combobox with server search: arrow keys select, Enter takes, Escape cancels. */
export function PickField(props: Props) {
  const { name, value, placeholder, disabled, search, onChange, onBlur, ...frame } = props
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLDivElement>(null)
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const open = text !== null
  const finding = useDebouncedSearch(search, text)
  const { options } = finding

  const close = () => {
    setText(null)
    setActive(0)
  }
  const take = (found: Found | undefined) => {
    if (!found) return
    onChange(found)
    close()
  }
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (!open) setText('')
      else if (options.length > 0) {
        const next = (active + step + options.length) % options.length
        setActive(next)
        document.getElementById(optionId(id, next))?.scrollIntoView({ block: 'nearest' })
      }
    }
    if (event.key === 'Enter' && open) {
      event.preventDefault()
      // The options stay those of the text before until the next ones are found.
      if (!finding.pending) take(options[active])
    }
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
    }
  }

  return (
    <FieldFrame id={id} show={(theirs) => (theirs as Found | null)?.label} {...frame}>
      <Box ref={field}>
        <OutlinedInput
          id={id}
          name={name}
          fullWidth
          size="medium"
          disabled={disabled}
          error={Boolean(frame.error)}
          placeholder={placeholder}
          value={text ?? value?.label ?? ''}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={press}
          onBlur={() => {
            close()
            onBlur?.()
          }}
          inputProps={{
            role: 'combobox',
            autoComplete: 'off',
            'aria-autocomplete': 'list',
            'aria-expanded': open,
            'aria-controls': open ? `${id}-list` : undefined,
            'aria-activedescendant': open && options[active] ? optionId(id, active) : undefined,
            'aria-describedby': hasNote(frame) ? noteIdOf(id) : undefined,
          }}
          startAdornment={<Icon name="search" />}
          endAdornment={
            value &&
            !disabled && (
              <IconButton
                size="small"
                edge="end"
                aria-label={t('ui:form.remove', { text: value.label })}
                onClick={() => onChange(null)}
              >
                <Icon name="cross" size={12} />
              </IconButton>
            )
          }
        />
      </Box>
      <Popper
        open={open}
        anchorEl={field.current}
        placement="bottom-start"
        sx={{ zIndex: 'tooltip', width: field.current?.offsetWidth }}
      >
        <Paper
          // Keep the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          sx={{
            mt: 1,
            py: 1,
            maxHeight: 280,
            overflowY: 'auto',
            bgcolor: 'surface.overlay',
            boxShadow: ({ vars }) => vars.palette.elevation.menu,
          }}
        >
          <Options
            id={id}
            label={frame.label}
            options={options}
            active={active}
            onPoint={setActive}
            onTake={take}
          />
          <SearchState finding={finding} />
        </Paper>
      </Popper>
    </FieldFrame>
  )
}

type OptionsProps = {
  id: string
  label: string
  options: readonly Found[]
  active: number
  onPoint: (at: number) => void
  onTake: (found: Found) => void
}

const Options = ({ id, label, options, active, onPoint, onTake }: OptionsProps) => (
  <Box component="ul" role="listbox" id={`${id}-list`} aria-label={label}>
    {options.map((found, at) => (
      <Box
        key={found.value}
        component="li"
        role="option"
        id={optionId(id, at)}
        aria-selected={at === active}
        onClick={() => onTake(found)}
        onPointerMove={() => onPoint(at)}
        sx={{
          display: 'flex',
          alignItems: 'baseline',
          gap: 2,
          px: 3,
          py: 1.5,
          typography: 'dense',
          cursor: 'pointer',
          bgcolor: at === active ? 'surface.hover' : undefined,
        }}
      >
        <span>{found.label}</span>
        {found.note && (
          <Box component="span" sx={{ color: 'text.tertiary' }}>
            {found.note}
          </Box>
        )}
      </Box>
    ))}
  </Box>
)

/** Progress of the search: running, failed with a retry, or without a result. */
function SearchState({ finding }: { finding: ReturnType<typeof useDebouncedSearch> }) {
  const { t } = useTranslation()
  if (finding.failed)
    return (
      <State>
        {t('ui:form.searchFailed')}
        <Button size="small" onClick={finding.again}>
          {t('ui:error.retry')}
        </Button>
      </State>
    )
  if (finding.pending) return <State>{t('ui:form.searching')}</State>
  return <State>{finding.options.length === 0 ? t('ui:form.notFound') : null}</State>
}

const State = ({ children }: { children: ReactNode }) => (
  <Box
    role="status"
    sx={{
      display: children ? 'flex' : 'none',
      alignItems: 'center',
      gap: 2,
      px: 3,
      py: 1.5,
      typography: 'dense',
      color: 'text.tertiary',
    }}
  >
    {children}
  </Box>
)
