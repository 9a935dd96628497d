import Box from '@mui/material/Box'
import type { Breakpoint } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import type { IconName } from './Icon.tsx'
import { SearchInput } from './SearchInput.tsx'

type Props = {
  label: string
  icon?: IconName
  /** The current keyword. */
  value: string
  maxLength?: number
  disabled?: boolean
  width?: number | string | Partial<Record<Breakpoint, number | string>>
  onSearch: (value: string) => void
}

/** Search field that submits on Enter and when cleared. */
export function SearchField(props: Props) {
  const { label, icon, value, maxLength = 50, disabled, width = 240, onSearch } = props
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  return (
    <Box
      component="form"
      role="search"
      aria-label={label}
      sx={{ width }}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <SearchInput icon={icon}>
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          maxLength={maxLength}
          disabled={disabled}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            // The native clear button fires no submit.
            if (target.value === '' && value !== '') onSearch('')
          }}
        />
      </SearchInput>
    </Box>
  )
}
