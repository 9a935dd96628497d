import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { HomePageQuery } from '../../__generated__/HomePageQuery.graphql.ts'
import { Section } from '../../app/Section.tsx'
import type { PageProps } from '../../relay/page.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { AcceptedRank } from './AcceptedRank.tsx'
import { Carousel } from './Carousel.tsx'
import { CheckInCard } from './CheckInCard.tsx'
import { HomeFrame } from './HomeFrame.tsx'
import { NoticeDetail } from './NoticeDetail.tsx'
import { NoticePanel } from './NoticePanel.tsx'
import { noticeList } from './notices.ts'
import { RecentProblems } from './RecentProblems.tsx'
import { WeekStatistic } from './WeekStatistic.tsx'

/** Loaded later: it stands below the banner. */
const RecentContests = lazyPart(async () => (await import('./RecentContests.tsx')).RecentContests)

/** Home page: notices, contests, problems and statistics. */
export function HomePage({ queryRef }: PageProps<HomePageQuery>) {
  const [search] = useSearchParams()
  const { page, open: opened } = noticeList.read(search)
  const { site, checkIn, viewer } = usePreloadedQuery<HomePageQuery>(
    graphql`
      query HomePageQuery($offset: Int) {
        site {
          name
          ...Carousel_site
          ...NoticePanel_site @arguments(offset: $offset)
          ...AcceptedRank_site
          ...RecentContests_site
          ...RecentProblems_site
          ...WeekStatistic_site
        }
        checkIn {
          ...CheckInCard_state
        }
        viewer {
          user {
            id
          }
        }
      }
    `,
    queryRef,
  )
  return (
    <HomeFrame
      banner={
        <>
          <Box component="h1" sx={visuallyHidden}>
            {site.name}
          </Box>
          <Carousel site={site} name={site.name} />
        </>
      }
      side={
        <>
          <CheckInCard state={checkIn} />
          {opened ? (
            <NoticeDetail key={opened} id={opened} page={page} />
          ) : (
            <NoticePanel site={site} page={page} />
          )}
        </>
      }
      main={
        <>
          <Section skeleton={<Skeleton variant="rounded" height={240} />}>
            <RecentContests site={site} />
          </Section>
          <Section>
            <RecentProblems site={site} />
          </Section>
        </>
      }
      aside={
        <>
          <Section>
            <AcceptedRank site={site} viewerId={viewer?.user.id} />
          </Section>
          <Section>
            <WeekStatistic site={site} />
          </Section>
        </>
      }
    />
  )
}
