import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import { useEffect, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import { useLocation } from 'react-router-dom'
import type { NoticePopupQuery } from '../../../__generated__/NoticePopupQuery.graphql.ts'
import type { NoticePopupSubscription } from '../../../__generated__/NoticePopupSubscription.graphql.ts'
import { useFetchAgain } from '../../../relay/query/useFetchAgain.ts'
import { useLive } from '../../../relay/useLive.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { markNoticesRead, useReadNotices } from './readNotices.ts'

/** Most popups shown at once; the page lists all announcements. */
const MOST = 3

const query = graphql`
  query NoticePopupQuery($number: Int!, $withTexts: Boolean!) {
    viewer {
      user {
        id
      }
    }
    contest(number: $number) {
      id
      status
      notices {
        number
        title
        createdAt
        contentTree @include(if: $withTexts)
        author @include(if: $withTexts) {
          ...UserLink_user
        }
      }
    }
  }
`

/**
 * Pops up new announcements on every page of the contest, until they are read or the contest ends. On the page of
 * announcements it loads their texts, too, and so keeps that page live.
 */
export function NoticePopup({ number, onUnread }: { number: number; onUnread?: (count: number) => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const page = `/contest/${number}/announcements`
  const [withTexts] = useState(pathname === page)
  const { contest, viewer } = useLazyLoadQuery<NoticePopupQuery>(
    query,
    { number, withTexts },
    { fetchPolicy: 'store-and-network' },
  )
  const contestId = contest?.id ?? ''
  const userId = viewer?.user.id ?? ''
  const again = useFetchAgain<NoticePopupQuery>(query, { number, withTexts: pathname === page })
  useLive<NoticePopupSubscription>(
    graphql`
      subscription NoticePopupSubscription($contestId: ID!) {
        contestNoticesChanged(contestId: $contestId) {
          change
          number
        }
      }
    `,
    contestId ? { contestId } : null,
    { onEvent: () => again(), onReturn: () => again() },
  )
  const read = useReadNotices(contestId, userId)
  const unread = (contest?.notices ?? []).filter((notice) => !read.has(notice.number))
  const count = contest?.status === 'ENDED' ? 0 : unread.length
  useEffect(() => onUnread?.(count), [onUnread, count])
  // An ended contest has nothing urgent.
  if (unread.length === 0 || pathname === page || contest?.status === 'ENDED') return null
  const see = (numbers: readonly number[]) => markNoticesRead(contestId, userId, numbers)
  return (
    <Box
      role="status"
      aria-label={t('contest:notices.popup')}
      sx={{
        position: 'fixed',
        // Below menus and dialogs, which it would cover.
        zIndex: 'fab',
        bottom: 'calc(var(--bottom-bar, 0px) + 16px)',
        right: { xs: 8, md: 24 },
        width: 'min(360px, calc(100vw - 16px))',
        display: 'grid',
        gap: 2,
      }}
    >
      {unread.slice(0, MOST).map((notice) => (
        <Paper
          key={notice.number}
          variant="outlined"
          sx={{
            p: 3,
            bgcolor: 'surface.overlay',
            boxShadow: 8,
            animation: 'notice-in 220ms',
            '@keyframes notice-in': { from: { opacity: 0 } },
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
            <Box component="span" sx={{ display: 'inline-flex', color: 'accent.fg', pt: 0.5 }}>
              <Icon name="megaphone" />
            </Box>
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Box sx={{ typography: 'body2', fontWeight: 600 }}>{notice.title}</Box>
              <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
                <RelativeTime at={notice.createdAt} />
              </Box>
            </Box>
            <IconButton
              size="small"
              aria-label={t('contest:notices.dismiss', { title: notice.title })}
              onClick={() => see([notice.number])}
            >
              <Icon name="cross" size={14} />
            </IconButton>
          </Box>
        </Paper>
      ))}
      <Button
        size="small"
        variant="contained"
        color="primary"
        href={page}
        sx={{ justifySelf: 'end' }}
        onClick={() => see(unread.map((notice) => notice.number))}
      >
        {t('contest:notices.read', { count: unread.length })}
      </Button>
    </Box>
  )
}
