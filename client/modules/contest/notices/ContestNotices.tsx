import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useEffect, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { ContestNoticesQuery } from '../../../__generated__/ContestNoticesQuery.graphql.ts'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { MarkdownTreeView } from '../../../ui/markdown/Markdown.tsx'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { markNoticesRead, useReadNotices } from './readNotices.ts'

/** Announcements of a contest, newest first. NoticePopup, on the same page, keeps them live. */
export function ContestNotices({ queryRef }: PageProps<ContestNoticesQuery>) {
  const { t } = useTranslation()
  const { contest, viewer } = usePreloadedQuery<ContestNoticesQuery>(
    graphql`
      query ContestNoticesQuery($number: Int!) {
        viewer {
          user {
            id
          }
        }
        contest(number: $number) {
          id
          notices {
            number
            title
            contentTree
            author {
              ...UserLink_user
            }
            createdAt
          }
        }
      }
    `,
    queryRef,
  )
  const { id, notices } = found(contest)
  const userId = viewer?.user.id ?? ''
  const read = useReadNotices(id, userId)
  // Announcements that were new when the page was opened stay marked.
  const [before] = useState(read)
  const numbers = JSON.stringify((notices ?? []).map(({ number }) => number))
  useEffect(() => markNoticesRead(id, userId, JSON.parse(numbers)), [id, userId, numbers])

  if (!notices || notices.length === 0)
    return (
      <Paper variant="outlined">
        <EmptyState title={t('contest:notices.empty')} text={t('contest:notices.emptyHint')} />
      </Paper>
    )
  return (
    <Box
      component="ul"
      aria-label={t('contest:tab.announcements')}
      sx={{ display: 'grid', gap: { xs: 3, md: 4 } }}
    >
      {notices.map((notice) => (
        <Paper
          key={notice.number}
          component="li"
          variant="outlined"
          sx={{ px: { xs: 4, md: 5 }, py: 4, overflowWrap: 'anywhere' }}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 3, mb: 2 }}>
            <Box
              component="h2"
              sx={{ typography: 'h3', fontWeight: 650, flex: { xs: '1 1 100%', sm: 1 }, minWidth: 0 }}
            >
              {notice.title}
            </Box>
            {!before.has(notice.number) && (
              <Box component="span" sx={{ typography: 'caption', fontWeight: 600, color: 'accent.fg' }}>
                {t('contest:notices.new')}
              </Box>
            )}
            <Box
              component="span"
              sx={{ display: 'inline-flex', gap: 2, typography: 'caption', color: 'text.tertiary' }}
            >
              {notice.author && <UserLink user={notice.author} />}
              <RelativeTime at={notice.createdAt} />
            </Box>
          </Box>
          <MarkdownTreeView size="body" tree={notice.contentTree} />
        </Paper>
      ))}
    </Box>
  )
}
