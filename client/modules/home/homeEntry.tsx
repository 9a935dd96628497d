import type { HomePageQuery } from '../../__generated__/HomePageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { HomeSkeleton } from './HomeFrame.tsx'
import { HomePage } from './HomePage.tsx'
import ask from './homeAsk.ts'
import { noticeList } from './notices.ts'

export default {
  title: (t) => t('home:title'),
  ...ask,
  component: HomePage,
  skeleton: <HomeSkeleton />,
  // Opening a notice reloads nothing.
  shouldRevalidate: ({ currentUrl, nextUrl }) =>
    currentUrl.href === nextUrl.href ||
    noticeList.read(currentUrl.searchParams).page !== noticeList.read(nextUrl.searchParams).page,
} satisfies PageEntry<HomePageQuery>
