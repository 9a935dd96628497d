import query, { type LessonPageQuery } from '../../__generated__/LessonPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { LessonPage } from './LessonPage.tsx'
import { LessonSkeleton } from './LessonSkeleton.tsx'

export default {
  title: (t) => t('lesson:title'),
  query,
  variables: (param) => ({ key: param('noteID') }),
  absent: (t) => t('lesson:absent'),
  component: LessonPage,
  skeleton: <LessonSkeleton />,
} satisfies PageEntry<LessonPageQuery>
