import query, { type InvitationPageQuery } from '../../../__generated__/InvitationPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { InvitationPage, InvitationSkeleton } from './InvitationPage.tsx'

export default {
  title: (t) => t('invitation:title'),
  query,
  variables: (param) => ({ token: param('token') }),
  component: InvitationPage,
  skeleton: <InvitationSkeleton />,
} satisfies PageEntry<InvitationPageQuery>
