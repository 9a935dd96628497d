import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import { graphql, useFragment } from 'react-relay'
import type { SimilarityStatus_training$key } from '../../__generated__/SimilarityStatus_training.graphql.ts'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** How far the last comparison is, and what it compared. */
export function SimilarityStatus(props: { training: SimilarityStatus_training$key }) {
  const { t } = useTranslation()
  const { similarityRun: run } = useFragment(
    graphql`
      fragment SimilarityStatus_training on Training {
        similarityRun {
          state
          finishedAt
          doneCount
          problemCount
          refusedCount
          comparedCount
        }
      }
    `,
    props.training,
  )
  const {
    state,
    finishedAt,
    doneCount = 0,
    problemCount = 0,
    refusedCount = 0,
    comparedCount = 0,
  } = run ?? {}
  const percent = problemCount === 0 ? 0 : Math.round((100 * doneCount) / problemCount)
  return (
    <Box sx={{ display: 'grid', gap: 2, mb: 4 }}>
      <Box component="p" sx={{ m: 0, typography: 'dense', color: 'text.secondary' }}>
        {t('similarity:about')}
      </Box>
      <Box role="status" sx={{ typography: 'dense', color: 'text.secondary' }}>
        {state === 'RUNNING' && t('similarity:running', { done: doneCount, total: problemCount })}
        {state === 'DONE' && (
          <>
            {t('similarity:compared', { count: comparedCount })}
            {finishedAt && (
              <>
                {' · '}
                <RelativeTime at={finishedAt} />
              </>
            )}
          </>
        )}
      </Box>
      {state === 'RUNNING' && (
        <LinearProgress variant="determinate" aria-label={t('similarity:progress')} value={percent} />
      )}
      {state === 'FAILED' && <FormAlert>{t('similarity:failed')}</FormAlert>}
      {refusedCount > 0 && <FormAlert>{t('similarity:refused', { count: refusedCount })}</FormAlert>}
    </Box>
  )
}
