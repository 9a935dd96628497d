import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useRef, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { isComposing } from '../isComposing.ts'
import { useTranslation } from '../useTranslation.ts'
import { FieldFrame, type FramedProps, hasNote, noteIdOf } from './FieldFrame.tsx'

type Props = FramedProps & {
  name?: string
  value: readonly string[]
  placeholder?: string
  /** Suggestions while typing; other texts are allowed. */
  suggestions?: readonly string[]
  /** Maximum number of texts. */
  most?: number
  maxLength?: number
  /** Normalizes a typed text; '' drops it. */
  clean?: (text: string) => string
  /** Called for a text that is in the list already. */
  onRepeated?: () => void
  onChange: (value: string[]) => void
  onBlur?: () => void
}

/** List of short texts: Enter or a comma adds one, Backspace in the empty field removes the last. */
export function ChipsField(props: Props) {
  const {
    name,
    value,
    placeholder,
    suggestions,
    most,
    maxLength,
    clean = trimmed,
    onRepeated,
    onChange,
    onBlur,
    ...frame
  } = props
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const isFull = most !== undefined && value.length >= most

  const add = (typed: string) => {
    const parts = typed
      .split(/[,，\n]/)
      .map(clean)
      .filter(Boolean)
    setText('')
    if (new Set([...value, ...parts]).size < value.length + parts.length) onRepeated?.()
    const next = [...new Set([...value, ...parts])].slice(0, most)
    if (next.length !== value.length) onChange(next)
  }
  const remove = (chip: string) => {
    onChange(value.filter((other) => other !== chip))
    input.current?.focus()
  }

  return (
    <FieldFrame id={id} show={(theirs) => (Array.isArray(theirs) ? theirs.join(', ') : '')} {...frame}>
      <OutlinedInput
        id={id}
        name={name}
        inputRef={input}
        fullWidth
        size="medium"
        error={Boolean(frame.error)}
        value={text}
        placeholder={value.length === 0 ? placeholder : undefined}
        readOnly={isFull}
        inputProps={{
          maxLength,
          autoComplete: 'off',
          list: suggestions ? `${id}-list` : undefined,
          'aria-describedby': hasNote(frame) ? noteIdOf(id) : undefined,
        }}
        onChange={(event) => {
          const typed = event.target.value
          const isChosen = 'inputType' in event.nativeEvent ? isReplacement(event.nativeEvent) : true
          if (/[,，\n]/.test(typed) || (isChosen && suggestions?.includes(typed))) add(typed)
          else setText(typed)
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return
          if (event.key === 'Enter' && text.trim()) {
            event.preventDefault()
            add(text)
          }
          const last = value.at(-1)
          if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last)
        }}
        onBlur={() => {
          if (text.trim()) add(text)
          onBlur?.()
        }}
        startAdornment={
          value.length > 0 && (
            <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, py: 1.5, maxWidth: '100%' }}>
              {value.map((chip) => (
                <Chip key={chip} text={chip} label={t('ui:form.remove', { text: chip })} onRemove={remove} />
              ))}
            </Box>
          )
        }
        sx={{
          height: 'auto',
          minHeight: 40,
          flexWrap: 'wrap',
          gap: 1,
          '& input': { flex: '1 1 96px', width: 96, minHeight: 36 },
        }}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions
            .filter((one) => !value.includes(one))
            .map((one) => (
              <option key={one} value={one} />
            ))}
        </datalist>
      )}
    </FieldFrame>
  )
}

/** Whether the text was chosen from the native suggestions. */
const isReplacement = (event: Event & { inputType?: unknown }) => event.inputType === 'insertReplacementText'

const trimmed = (text: string) => text.trim()

type ChipProps = { text: string; label: string; onRemove: (text: string) => void }

const Chip = ({ text, label, onRemove }: ChipProps) => (
  <Box
    component="li"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      minWidth: 0,
      pl: 2,
      borderRadius: 1,
      typography: 'dense',
      bgcolor: 'surface.fill',
    }}
  >
    <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      {text}
    </Box>
    <ButtonBase
      aria-label={label}
      title={label}
      onClick={() => onRemove(text)}
      sx={{
        width: 24,
        height: 24,
        color: 'text.tertiary',
        borderRadius: 1,
        '&:hover': { color: 'text.primary' },
      }}
    >
      <Icon name="cross" size={12} />
    </ButtonBase>
  </Box>
)
