import query, { type ScrollBoardPageQuery } from '../../../__generated__/ScrollBoardPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ScrollBoardPage } from './ScrollBoardPage.tsx'

export default {
  title: (t) => t('scoreboard:scroll.title'),
  query,
  variables: (_, search) => ({ number: Number.parseInt(search.get('cid') ?? '', 10) || 0 }),
  absent: (t) => t('scoreboard:scroll.notYet'),
  component: ScrollBoardPage,
  shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.search !== nextUrl.search,
} satisfies PageEntry<ScrollBoardPageQuery>
