import type { ContestListPageQuery } from '../../../__generated__/ContestListPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { ContestListPage } from './ContestListPage.tsx'
import ask from './contestListAsk.ts'

export default {
  title: (t) => t('contest:list.title'),
  ...ask,
  component: ContestListPage,
  skeleton: <ListSkeleton width={1128} />,
} satisfies PageEntry<ContestListPageQuery>
