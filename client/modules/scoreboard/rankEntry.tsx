import query, { type RankPageQuery } from '../../__generated__/RankPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ScoreboardSkeleton } from './LiveScoreboard.tsx'
import { RankPage } from './RankPage.tsx'

export default {
  title: (t) => t('scoreboard:title'),
  query,
  variables: (param) => ({ number: Number.parseInt(param('contestID'), 10) || 0 }),
  component: RankPage,
  skeleton: <ScoreboardSkeleton />,
  // Filters change the address only; nothing is reloaded.
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
} satisfies PageEntry<RankPageQuery>
