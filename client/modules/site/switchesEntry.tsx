import query, { type SwitchesPageQuery } from '../../__generated__/SwitchesPageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { SwitchesPage } from './SwitchesPage.tsx'

export default {
  title: (t) => t('admin:page.SWITCHES'),
  query,
  component: SwitchesPage,
  skeleton: <FormSkeleton cards={2} width={760} />,
} satisfies PageEntry<SwitchesPageQuery>
