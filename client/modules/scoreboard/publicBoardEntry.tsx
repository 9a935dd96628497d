import query, { type PublicBoardPageQuery } from '../../__generated__/PublicBoardPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { PublicBoardPage, PublicBoardSkeleton } from './PublicBoardPage.tsx'

export default {
  title: (t) => t('scoreboard:publicTitle'),
  query,
  variables: (param) => ({ number: Number.parseInt(param('contestID'), 10) || 0 }),
  absent: (t, param) => t('contest:absent', { id: param('contestID') }),
  component: PublicBoardPage,
  skeleton: <PublicBoardSkeleton />,
  shouldRevalidate: ({ currentUrl, nextUrl }) =>
    currentUrl.href === nextUrl.href || currentUrl.pathname !== nextUrl.pathname,
} satisfies PageEntry<PublicBoardPageQuery>
