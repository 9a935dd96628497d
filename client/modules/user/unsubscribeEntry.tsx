import query, { type UnsubscribePageQuery } from '../../__generated__/UnsubscribePageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ResetPasswordSkeleton } from './ResetPasswordFrame.tsx'
import { UnsubscribePage } from './UnsubscribePage.tsx'

export default {
  title: (t) => t('setting:unsubscribe.title'),
  query,
  variables: (param) => ({ token: param('token') }),
  component: UnsubscribePage,
  skeleton: <ResetPasswordSkeleton />,
} satisfies PageEntry<UnsubscribePageQuery>
