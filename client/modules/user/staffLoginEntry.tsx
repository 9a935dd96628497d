import query, { type StaffLoginPageQuery } from '../../__generated__/StaffLoginPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ResetPasswordSkeleton } from './ResetPasswordFrame.tsx'
import { StaffLoginPage } from './StaffLoginPage.tsx'

export default {
  title: (t) => t('admin:login.title'),
  query,
  component: StaffLoginPage,
  skeleton: <ResetPasswordSkeleton />,
  marks: { bare: true },
} satisfies PageEntry<StaffLoginPageQuery>
