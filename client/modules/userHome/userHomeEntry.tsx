import query, { type UserHomePageQuery } from '../../__generated__/UserHomePageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { homeNamed } from './ownHome.ts'
import { UserHomeSkeleton } from './UserHomeFrame.tsx'
import { UserHomePage } from './UserHomePage.tsx'

export default {
  title: (t) => t('userHome:title'),
  query,
  variables: (_, search) => homeNamed(search),
  absent: (t) => t('userHome:absent'),
  component: UserHomePage,
  skeleton: <UserHomeSkeleton />,
} satisfies PageEntry<UserHomePageQuery>
