import query, { type ConfigurationPageQuery } from '../../__generated__/ConfigurationPageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { ConfigurationPage } from './ConfigurationPage.tsx'

export default {
  title: (t) => t('admin:page.CONFIGURATION'),
  query,
  component: ConfigurationPage,
  skeleton: <FormSkeleton cards={4} />,
} satisfies PageEntry<ConfigurationPageQuery>
