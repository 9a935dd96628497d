import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { RefusedPrograms_making$key } from '../../__generated__/RefusedPrograms_making.graphql.ts'
import { PreBox } from '../../ui/code/PreBox.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Programs with compile errors, and the compiler output. */
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
    <Box
      key={`${part} ${name}`}
      component="section"
      aria-label={name || t(`generator:part.${part}`, { name })}
    >
      <Box sx={{ typography: 'dense', fontWeight: 600, mb: 1 }}>{t(`generator:part.${part}`, { name })}</Box>
      <PreBox maxHeight={240}>{message}</PreBox>
    </Box>
  ))
}
