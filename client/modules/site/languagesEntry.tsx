import query, { type LanguagesPageQuery } from '../../__generated__/LanguagesPageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { LanguagesPage } from './LanguagesPage.tsx'

export default {
  title: (t) => t('admin:page.LANGUAGES'),
  query,
  component: LanguagesPage,
  skeleton: <FormSkeleton cards={1} width={760} />,
} satisfies PageEntry<LanguagesPageQuery>
