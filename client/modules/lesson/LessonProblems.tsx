import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { LessonProblems_lesson$key } from '../../__generated__/LessonProblems_lesson.graphql.ts'
import { DifficultySteps } from '../../ui/text/marks.tsx'
import { Verdict } from '../../ui/text/Verdict.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Problems of a lesson with the viewer's own results. */
export function LessonProblems(props: { lesson: LessonProblems_lesson$key }) {
  const { t } = useTranslation()
  const { problems } = useFragment(
    graphql`
      fragment LessonProblems_lesson on Lesson {
        problems {
          id
          displayId
          title
          difficulty
          viewerProgress {
            verdict
          }
        }
      }
    `,
    props.lesson,
  )
  if (problems.length === 0) return null
  const solved = problems.filter(({ viewerProgress }) => viewerProgress?.verdict === 'ACCEPTED').length
  return (
    <Paper component="aside" variant="outlined" aria-label={t('lesson:problems')} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 4, py: 3 }}>
        <Box component="h2" sx={{ typography: 'h3', flex: 1 }}>
          {t('lesson:problems')}
        </Box>
        <Box
          component="span"
          role="img"
          aria-label={t('lesson:solved', { solved, total: problems.length })}
          sx={{ typography: 'dense', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {`${solved} / ${problems.length}`}
        </Box>
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', p: 0, m: 0 }}>
        {problems.map(({ id, displayId, title, difficulty, viewerProgress }) => (
          <Box
            component="li"
            key={id}
            sx={{
              display: 'grid',
              gridTemplateColumns: '20px minmax(0,1fr) auto',
              alignItems: 'center',
              gap: 2,
              px: 4,
              py: 2,
              borderTop: 1,
              borderColor: 'divider',
              typography: 'dense',
            }}
          >
            <span>{viewerProgress && <Verdict form="icon" verdict={viewerProgress.verdict} />}</span>
            <Link
              href={`/problem/${encodeURIComponent(displayId)}`}
              color="text.primary"
              sx={{ overflowWrap: 'anywhere' }}
            >
              {title}
              <Box component="span" sx={{ display: 'block', typography: 'code', color: 'text.secondary' }}>
                {displayId}
              </Box>
            </Link>
            <DifficultySteps difficulty={difficulty} />
          </Box>
        ))}
      </Box>
    </Paper>
  )
}
