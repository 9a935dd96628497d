import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { LessonDone_lesson$key } from '../../__generated__/LessonDone_lesson.graphql.ts'
import { askedToLogin } from '../../app/session/guards.ts'
import { session } from '../../relay/session.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useProgress } from './useProgress.ts'

/** Marks the lesson as finished; guests are asked to log in. */
export function LessonDone(props: { lesson: LessonDone_lesson$key }) {
  const { t } = useTranslation()
  const { id, viewerIsDone } = useFragment(
    graphql`
      fragment LessonDone_lesson on Lesson {
        id
        viewerIsDone
      }
    `,
    props.lesson,
  )
  const { keep, pending } = useProgress(id)
  const isGuest = session.token === null
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 3,
        mt: 6,
        pt: 4,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ flex: '1 1 200px' }}>
        <Box component="h2" sx={{ typography: 'h3' }}>
          {t(viewerIsDone ? 'lesson:done.is' : 'lesson:done.question')}
        </Box>
        {!viewerIsDone && (
          <Box sx={{ typography: 'dense', color: 'text.secondary' }}>
            {t(isGuest ? 'lesson:done.guest' : 'lesson:done.hint')}
          </Box>
        )}
      </Box>
      <Button
        variant={viewerIsDone ? 'outlined' : 'contained'}
        startIcon={<Icon name={viewerIsDone ? 'retry' : 'check'} />}
        loading={pending}
        onClick={() => {
          if (!askedToLogin()) void keep({ isDone: !viewerIsDone })
        }}
      >
        {t(viewerIsDone ? 'lesson:done.unmark' : 'lesson:done.mark')}
      </Button>
    </Box>
  )
}
