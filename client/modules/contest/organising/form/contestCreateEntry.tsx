import query, {
  type ContestCreatePageQuery,
} from '../../../../__generated__/ContestCreatePageQuery.graphql.ts'
import { FormSkeleton } from '../../../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../../../relay/page.tsx'
import { ContestCreatePage } from './ContestCreatePage.tsx'

export default {
  title: (t) => t('organising:create'),
  query,

  component: ContestCreatePage,
  skeleton: <FormSkeleton cards={4} />,
} satisfies PageEntry<ContestCreatePageQuery>
