import query, { type ProblemEditPageQuery } from '../../__generated__/ProblemEditPageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { placeIn } from '../group/place.ts'
import { ProblemEditPage } from './ProblemEditPage.tsx'

export default {
  title: (t) => t('problemForm:edit'),
  query,
  variables: (param) => ({
    displayId: param('problemNumber'),
    group: placeIn(param) ?? 0,
    isInGroup: placeIn(param) !== null,
  }),
  absent: (t) => t('problemForm:absent'),
  component: ProblemEditPage,
  skeleton: <FormSkeleton cards={4} />,
} satisfies PageEntry<ProblemEditPageQuery>
