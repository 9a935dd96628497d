import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { RefusedPrograms_making$key } from '../../../__generated__/RefusedPrograms_making.graphql.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** The programs that do not compile, with the words of the compiler. */
export function RefusedPrograms({ making }: { making: RefusedPrograms_making$key }) {
  const { t } = useTranslation()
  const { refused } = useFragment(
    graphql`
      fragment RefusedPrograms_making on Making {
        refused {
          part
          name
          message
        }
      }
    `,
    making,
  )
  return refused.map(({ part, name, message }) => (
    <Box key={`${part} ${name}`} component="section" aria-label={name || t(`making:part.${part}`, { name })}>
      <Box sx={{ typography: 'dense', fontWeight: 600, mb: 1 }}>{t(`making:part.${part}`, { name })}</Box>
      <Box
        component="pre"
        tabIndex={0}
        sx={{
          m: 0,
          p: 3,
          maxHeight: 240,
          overflow: 'auto',
          typography: 'code',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'surface.sunken',
        }}
      >
        {message}
      </Box>
    </Box>
  ))
}
