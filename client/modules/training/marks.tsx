/** Marks of a training: access, category, the viewer's progress. */
import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { marks_training$key } from '../../__generated__/marks_training.graphql.ts'
import { AccessMark } from '../../ui/text/AccessMark.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Access = 'PUBLIC' | 'PRIVATE'

/** Access of a training. */
export function TrainingAccessMark({ access }: { access: Access }) {
  const { t } = useTranslation()
  return <AccessMark access={access}>{t(`training:access.${access}`)}</AccessMark>
}

/** Problems of a training that the viewer solved, as a thin bar and as figures. */
export function SolvedBar({ training }: { training: marks_training$key }) {
  const { t } = useTranslation()
  const { viewerSolvedCount: solved, problemCount: total } = useFragment(
    graphql`
      fragment marks_training on Training {
        viewerSolvedCount
        problemCount
      }
    `,
    training,
  )
  return (
    <Box
      component="span"
      role="img"
      aria-label={t('training:list.progressOf', { solved, total })}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, whiteSpace: 'nowrap' }}
    >
      <Box
        component="span"
        sx={{ width: 72, height: 4, borderRadius: '2px', bgcolor: 'divider', overflow: 'hidden' }}
      >
        <Box
          component="span"
          sx={{
            display: 'block',
            height: 4,
            bgcolor: 'verdict.AC.solid',
            width: `${total > 0 ? (solved / total) * 100 : 0}%`,
          }}
        />
      </Box>
      <Box
        component="span"
        sx={{ minWidth: 48, color: 'text.tertiary', textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}
      >
        <Box component="b" sx={{ color: 'text.primary', fontWeight: 600 }}>
          {solved}
        </Box>
        {` / ${total}`}
      </Box>
    </Box>
  )
}
