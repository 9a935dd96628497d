import query, { type LearnHomeQuery } from '../../__generated__/LearnHomeQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { LearnHome } from './LearnHome.tsx'
import { LessonSkeleton } from './LessonSkeleton.tsx'

export default {
  title: (t) => t('lesson:title'),
  query,
  component: LearnHome,
  skeleton: <LessonSkeleton />,
} satisfies PageEntry<LearnHomeQuery>
