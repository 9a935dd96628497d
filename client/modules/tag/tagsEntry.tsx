import query, { type TagsPageQuery } from '../../__generated__/TagsPageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { TagsPage } from './TagsPage.tsx'

export default {
  title: (t) => t('admin:page.TAGS'),
  query,
  variables: () => ({}),
  component: TagsPage,
  skeleton: <FormSkeleton cards={4} />,
} satisfies PageEntry<TagsPageQuery>
