import query, { type ProblemCreatePageQuery } from '../../__generated__/ProblemCreatePageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { placeIn } from '../group/place.ts'
import { ProblemCreatePage } from './ProblemCreatePage.tsx'

export default {
  title: (t) => t('problemAdmin:create'),
  query,
  variables: (param) => ({ group: placeIn(param) ?? 0, isInGroup: placeIn(param) !== null }),
  component: ProblemCreatePage,
  skeleton: <FormSkeleton cards={4} />,
} satisfies PageEntry<ProblemCreatePageQuery>
