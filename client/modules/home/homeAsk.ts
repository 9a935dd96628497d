import query, { type HomePageQuery } from '../../__generated__/HomePageQuery.graphql.ts'
import type { PageAsk } from '../../relay/page.tsx'
import { noticeOffset } from './notices.ts'

export default {
  query,
  variables: (_, search) => ({ offset: noticeOffset(search) }),
} satisfies PageAsk<HomePageQuery>
