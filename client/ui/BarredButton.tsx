import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import { useId } from 'react'
import { Tip } from './Tip.tsx'
import { visuallyHidden } from './visuallyHidden.ts'

type Props = ButtonProps & {
  /** Why it cannot be used now, in words; null: it can. */
  barred: string | null | undefined
}

/** A button that says why it is greyed: it keeps its place in the tab order, with the reason as its description. */
export function BarredButton({ barred, onClick, sx, ...button }: Props) {
  const id = useId()
  if (!barred) return <Button onClick={onClick} sx={sx} {...button} />
  return (
    <>
      <Tip title={barred}>
        <Button
          {...button}
          aria-disabled
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
          disableRipple
          sx={[
            {
              '&, &:hover': {
                cursor: 'not-allowed',
                color: 'text.disabled',
                bgcolor: 'action.disabledBackground',
                borderColor: 'action.disabledBackground',
                boxShadow: 'none',
              },
            },
            ...(Array.isArray(sx) ? sx : [sx]),
          ]}
        />
      </Tip>
      <Box component="span" id={id} sx={visuallyHidden}>
        {barred}
      </Box>
    </>
  )
}
