import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { LessonNeighbours_lesson$key } from '../../__generated__/LessonNeighbours_lesson.graphql.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { learnHref } from './addresses.ts'
import { nameOf } from './nameOf.ts'

/** Links to the lessons before and behind this one in the contents. */
export function LessonNeighbours(props: { lesson: LessonNeighbours_lesson$key }) {
  const { t } = useTranslation()
  const { previous, next } = useFragment(
    graphql`
      fragment LessonNeighbours_lesson on Lesson {
        previous {
          key
          title
        }
        next {
          key
          title
        }
      }
    `,
    props.lesson,
  )
  if (!previous && !next) return null
  return (
    <Box
      component="nav"
      aria-label={t('lesson:neighbours')}
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, mt: 5 }}
    >
      {previous ? <Neighbour lesson={previous} label={t('lesson:previous')} /> : <span />}
      {next && <Neighbour lesson={next} label={t('lesson:next')} isNext />}
    </Box>
  )
}

type Props = { lesson: { readonly key: string; readonly title: string }; label: string; isNext?: boolean }

const Neighbour = ({ lesson, label, isNext = false }: Props) => (
  <Link
    href={learnHref(lesson.key)}
    underline="none"
    color="text.primary"
    sx={{
      p: 3,
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
      textAlign: isNext ? 'right' : 'left',
      minWidth: 0,
      '&:hover': { bgcolor: 'action.hover' },
    }}
  >
    <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.secondary' }}>
      {label}
    </Box>
    <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
      {nameOf(lesson)}
    </Box>
  </Link>
)
