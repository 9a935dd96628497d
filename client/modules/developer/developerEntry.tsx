import query, { type DeveloperPageQuery } from '../../__generated__/DeveloperPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ProseSkeleton } from '../../ui/feedback/ProseSkeleton.tsx'
import { DeveloperPage } from './DeveloperPage.tsx'

export default {
  title: (t) => t('app:nav.developer'),
  query,
  component: DeveloperPage,
  skeleton: <ProseSkeleton chapters={7} />,
} satisfies PageEntry<DeveloperPageQuery>
