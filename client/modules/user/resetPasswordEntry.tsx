import query, { type ResetPasswordPageQuery } from '../../__generated__/ResetPasswordPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ResetPasswordSkeleton } from './ResetPasswordFrame.tsx'
import { ResetPasswordPage } from './ResetPasswordPage.tsx'

export default {
  title: (t) => t('user:newPassword.title'),
  query,
  variables: (_, search) => ({ username: search.get('username') ?? '', code: search.get('code') ?? '' }),
  component: ResetPasswordPage,
  skeleton: <ResetPasswordSkeleton />,
} satisfies PageEntry<ResetPasswordPageQuery>
