import query, { type MailPageQuery } from '../../__generated__/MailPageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { MailPage } from './MailPage.tsx'

export default {
  title: (t) => t('admin:page.MAIL'),
  query,
  component: MailPage,
  skeleton: <FormSkeleton cards={2} width={760} />,
} satisfies PageEntry<MailPageQuery>
