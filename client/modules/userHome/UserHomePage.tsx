import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { UserHomePage_home$key } from '../../__generated__/UserHomePage_home.graphql.ts'
import type { UserHomePageQuery } from '../../__generated__/UserHomePageQuery.graphql.ts'
import type { UserHomePageSubscription } from '../../__generated__/UserHomePageSubscription.graphql.ts'
import { askedToLogin } from '../../app/session/guards.ts'
import { useTitle } from '../../app/title.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useLive } from '../../relay/useLive.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { CheckInPanel } from './CheckInPanel.tsx'
import { HeatMap } from './HeatMap.tsx'
import { HomeFigures } from './HomeFigures.tsx'
import { MonthChart } from './MonthChart.tsx'
import { homeNamed } from './ownHome.ts'
import { ProfileHead } from './ProfileHead.tsx'
import { RecentSubmissions } from './RecentSubmissions.tsx'
import { LanguageShares, TagShares, VerdictShares } from './Shares.tsx'
import { SolvedPanel } from './SolvedPanel.tsx'
import { UserHomeFrame } from './UserHomeFrame.tsx'

/** Home page of a user, updated live. */
export function UserHomePage({ queryRef }: PageProps<UserHomePageQuery>) {
  const [search] = useSearchParams()
  const named = homeNamed(search)
  const { userHome } = usePreloadedQuery<UserHomePageQuery>(
    graphql`
      query UserHomePageQuery($uid: String, $username: String) {
        userHome(uid: $uid, username: $username) {
          ...UserHomePage_home
        }
      }
    `,
    queryRef,
  )
  useLive<UserHomePageSubscription>(
    graphql`
      subscription UserHomePageSubscription($uid: String, $username: String) {
        userHomeChanged(uid: $uid, username: $username) {
          ...UserHomePage_home
        }
      }
    `,
    named,
    {
      // The home page has no id: link the new record in place of the old one.
      updater: (store) => {
        const changed = store.getRootField('userHomeChanged')
        if (changed) store.getRoot().setLinkedRecord(changed, 'userHome', named)
      },
    },
  )
  const isOwn = named.uid === null && named.username === null
  if (!userHome && isOwn) return <LoginFirst />
  return <Page home={found(userHome)} />
}

/** For guests at the address of their own home. */
function LoginFirst() {
  const { t } = useTranslation()
  return (
    <Box sx={{ maxWidth: 640, mx: 'auto', py: 8 }}>
      <EmptyState title={t('userHome:login.title')} text={t('userHome:login.text')}>
        <Button variant="contained" color="primary" onClick={askedToLogin}>
          {t('userHome:login.act')}
        </Button>
      </EmptyState>
    </Box>
  )
}

function Page(props: { home: UserHomePage_home$key }) {
  const home = useFragment(
    graphql`
      fragment UserHomePage_home on UserHome {
        user {
          username
        }
        ...ProfileHead_home
        ...HomeFigures_home
        ...HeatMap_home
        ...SolvedPanel_home
        ...RecentSubmissions_home
        ...CheckInPanel_home
        ...Shares_tags
        ...Shares_verdicts
        ...Shares_languages
        ...MonthChart_home
      }
    `,
    props.home,
  )
  useTitle(home.user.username)
  return (
    <UserHomeFrame
      head={
        <>
          <ProfileHead home={home} />
          <HomeFigures home={home} />
        </>
      }
      main={
        <>
          <HeatMap home={home} />
          <SolvedPanel home={home} />
          <RecentSubmissions home={home} />
        </>
      }
      aside={
        <>
          <CheckInPanel home={home} />
          <TagShares home={home} />
          <VerdictShares home={home} />
          <LanguageShares home={home} />
          <MonthChart home={home} />
        </>
      }
    />
  )
}
