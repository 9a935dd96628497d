import Box from '@mui/material/Box'
import { useId } from 'react'

type Props = {
  /** Name of the field. */
  name: string
  here: string
  there: string
  before: string
  after: string
}

/** A field as it is here and at the bank, side by side; lines of one side alone are tinted. */
export function ChangedText({ name, here, there, before, after }: Props) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2 }}>
      <Box component="h3" id={id} sx={{ typography: 'h3' }}>
        {name}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'repeat(2, minmax(0,1fr))' },
        }}
      >
        <Side name={here} text={before} other={after} tone="WA" mark="−" />
        <Side name={there} text={after} other={before} tone="AC" mark="+" />
      </Box>
    </Box>
  )
}

type SideProps = { name: string; text: string; other: string; tone: 'WA' | 'AC'; mark: string }

function Side({ name, text, other, tone, mark }: SideProps) {
  const id = useId()
  const known = new Set(other.split('\n'))
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box id={id} sx={{ mb: 1, typography: 'caption', color: 'text.tertiary' }}>
        {name}
      </Box>
      <Box
        role="group"
        aria-labelledby={id}
        tabIndex={0}
        sx={{
          maxHeight: 280,
          overflowY: 'auto',
          py: 1,
          typography: 'code',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
          bgcolor: 'surface.sunken',
        }}
      >
        {text === '' ? (
          <Box sx={{ px: 3, color: 'text.tertiary' }}>—</Box>
        ) : (
          text.split('\n').map((line, at) => {
            const isNew = line.trim() !== '' && !known.has(line)
            return (
              <Box
                // Lines keep their order.
                key={at}
                sx={{
                  position: 'relative',
                  pl: 5,
                  pr: 2,
                  minHeight: '1lh',
                  ...(isNew && { bgcolor: `verdict.${tone}.bg`, color: `verdict.${tone}.fg` }),
                }}
              >
                {isNew && (
                  <Box component="span" aria-hidden sx={{ position: 'absolute', left: 8 }}>
                    {mark}
                  </Box>
                )}
                {line}
              </Box>
            )
          })
        )}
      </Box>
    </Box>
  )
}
