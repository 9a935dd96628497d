import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import { useId } from 'react'
import { Tip } from '../feedback/Tip.tsx'
import { visuallyHidden } from '../visuallyHidden.ts'

type Props = ButtonProps & {
  /** Why it cannot be used now, in words; null: it can. */
  barred: string | null | undefined
}

/** A button that says why it is greyed: it keeps its place in the tab order, with the reason as its description. */
export function BarredButton({ barred, onClick, ...button }: Props) {
  const id = useId()
  // One element in both states, so that it keeps the focus and a click that was begun.
  return (
    <>
      <Tip title={barred}>
        <Button
          {...button}
          {...(barred && { 'aria-disabled': true, 'aria-describedby': id, disableRipple: true })}
          onClick={barred ? (event) => event.preventDefault() : onClick}
        />
      </Tip>
      {barred && (
        <Box component="span" id={id} sx={visuallyHidden}>
          {barred}
        </Box>
      )}
    </>
  )
}
