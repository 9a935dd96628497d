import query, { type HomePageQuery } from '../../__generated__/HomePageQuery.graphql.ts'
import type { PageAsk } from '../../relay/page.tsx'
import { noticeList } from './notices.ts'

export default {
  query,
  variables: (_, search) => ({ offset: noticeList.rows(noticeList.read(search)).offset }),
} satisfies PageAsk<HomePageQuery>
