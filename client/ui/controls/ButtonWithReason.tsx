import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import { useId } from 'react'
import { Tip } from '../feedback/Tip.tsx'
import { visuallyHidden } from '../visuallyHidden.ts'

type Props = ButtonProps & {
  /** Why the button is disabled; null when it is enabled. */
  disabledReason: string | null | undefined
}

/** A button that tells why it is disabled: it stays focusable, with the reason as its description. */
export function ButtonWithReason({ disabledReason, onClick, ...button }: Props) {
  const id = useId()
  // The same element in both states, so that focus and a started click survive.
  return (
    <>
      <Tip title={disabledReason}>
        <Button
          {...button}
          {...(disabledReason && { 'aria-disabled': true, 'aria-describedby': id, disableRipple: true })}
          onClick={disabledReason ? (event) => event.preventDefault() : onClick}
        />
      </Tip>
      {disabledReason && (
        <Box component="span" id={id} sx={visuallyHidden}>
          {disabledReason}
        </Box>
      )}
    </>
  )
}
