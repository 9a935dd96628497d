import query, { type GradebookPageQuery } from '../../../__generated__/GradebookPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { groupNumber } from '../../group/addresses.ts'
import { GradebookPage } from './GradebookPage.tsx'

export default {
  title: (t) => t('homework:gradebook.title'),
  query,
  variables: (param) => ({ number: groupNumber(param) }),
  absent: (t, param) => t('group:absent', { id: param('groupID') }),
  component: GradebookPage,
  skeleton: <ListSkeleton />,
} satisfies PageEntry<GradebookPageQuery>
