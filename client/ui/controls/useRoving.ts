import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/** Moves the focus along the buttons of a row, wrapping at both ends. */
function rove(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = buttons.indexOf(event.target as HTMLElement)
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[event.key]
  if (at < 0 || to === undefined) return
  event.preventDefault()
  buttons.at(to % buttons.length)?.focus()
}

/**
 * Roving tabindex for a row of buttons with a `value` each: Tab enters at the one equal to `on`; arrow keys,
 * Home and End move along the row.
 */
export function useRoving(on: string) {
  const [focused, setFocused] = useState<string | null>(null)
  return {
    row: {
      onKeyDown: rove,
      onFocus: ({ target }: FocusEvent) => setFocused((target as HTMLButtonElement).value),
      onBlur: () => setFocused(null),
    },
    tabIndexOf: (value: string) => (value === (focused ?? on) ? 0 : -1),
  }
}
