import query, { type ContestEditPageQuery } from '../../../../__generated__/ContestEditPageQuery.graphql.ts'
import { FormSkeleton } from '../../../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../../../relay/page.tsx'
import { idOf } from '../managedContests.ts'
import { ContestEditPage } from './ContestEditPage.tsx'

export default {
  title: (t) => t('organising:edit'),
  query,
  variables: (param) => ({ id: idOf(param('contestID')) }),
  absent: (t) => t('organising:absent'),
  component: ContestEditPage,
  skeleton: <FormSkeleton cards={4} />,
} satisfies PageEntry<ContestEditPageQuery>
