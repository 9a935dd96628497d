import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { LearnHomeQuery } from '../../__generated__/LearnHomeQuery.graphql.ts'
import type { PageProps } from '../../relay/page.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { learnHref } from './addresses.ts'
import { nameOf } from './nameOf.ts'

/** The learning centre before a lesson is chosen: offers the first one that the viewer has not finished. */
export function LearnHome({ queryRef }: PageProps<LearnHomeQuery>) {
  const { t } = useTranslation()
  const { firstLesson, learningProgress } = usePreloadedQuery<LearnHomeQuery>(
    graphql`
      query LearnHomeQuery {
        firstLesson: nextLesson {
          key
          title
        }
        learningProgress {
          lessonCount
          doneCount
        }
      }
    `,
    queryRef,
  )
  const { doneCount, lessonCount } = learningProgress
  return (
    <>
      <Box component="h1" sx={{ typography: 'h1', mb: 4 }}>
        {t('lesson:title')}
      </Box>
      <Paper variant="outlined">
        {firstLesson ? (
          <EmptyState title={t('lesson:tree.choose')} text={t('lesson:tree.chooseText')}>
            <Button variant="contained" color="primary" href={learnHref(firstLesson.key)}>
              {doneCount > 0 && doneCount < lessonCount
                ? t('lesson:tree.resume', { name: nameOf(firstLesson) })
                : t('lesson:tree.start')}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState title={t('lesson:tree.empty')} text={t('lesson:tree.emptyText')} />
        )}
      </Paper>
    </>
  )
}
