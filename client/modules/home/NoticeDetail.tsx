import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { type ReactNode, useEffect, useRef } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import { useNavigate, useNavigationType } from 'react-router-dom'
import type { NoticeDetailQuery } from '../../__generated__/NoticeDetailQuery.graphql.ts'
import type { NoticeDetailSubscription } from '../../__generated__/NoticeDetailSubscription.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { useTitle } from '../../app/title.ts'
import { found } from '../../relay/found.ts'
import { useLiveList } from '../../relay/list/useLiveList.ts'
import { RouterLink } from '../../relay/RouterLink.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { MarkdownTreeView } from '../../ui/markdown/Markdown.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import { liveNotices } from './liveNotices.ts'
import { noticeHref } from './notices.ts'

type Props = { id: string; page: number }

/** One notice in place of the list, with a link back. */
export function NoticeDetail({ id, page }: Props) {
  const { t } = useTranslation()
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t('home:notice.title')}
      sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: { xs: 280, lg: 0 } }}
    >
      <Section skeleton={<Frame back={null} title={<Skeleton width="70%" />} body={<Lines />} />}>
        {(attempt) => <Detail id={id} page={page} attempt={attempt} back={<Back page={page} />} />}
      </Section>
    </Paper>
  )
}

/** Link back, focused when the viewer came from the list; a page opened directly keeps its own focus. */
function Back({ page }: { page: number }) {
  const { t } = useTranslation()
  const how = useNavigationType()
  const link = useRef<HTMLAnchorElement>(null)
  const followed = useRef(how !== 'POP')

  useEffect(() => {
    if (followed.current) link.current?.focus({ preventScroll: true })
  }, [])

  return (
    <IconButton
      ref={link}
      component={RouterLink}
      cold
      href={noticeHref(page)}
      keepScroll
      aria-label={t('home:notice.back')}
    >
      <Icon name="left" />
    </IconButton>
  )
}

const Lines = () => [92, 84, 96, 40].map((width) => <Skeleton key={width} width={`${width}%`} />)

const Frame = ({ back, title, body }: { back: ReactNode; title: ReactNode; body: ReactNode }) => (
  <>
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, pl: 2, pr: 4, pt: 1.5, pb: 1 }}>
      {back}
      <Box
        component="h2"
        sx={{ typography: 'h3', fontWeight: 650, flex: 1, minWidth: 0, pt: { xs: 2.25, md: 1.25 } }}
      >
        {title}
      </Box>
    </Box>
    {body}
  </>
)

function Detail({ id, page, attempt, back }: Props & { attempt: number; back: ReactNode }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { node } = useLazyLoadQuery<NoticeDetailQuery>(
    graphql`
      query NoticeDetailQuery($id: ID!) {
        node(id: $id) {
          ... on SiteNotice @alias(as: "notice") {
            title
            contentTree
            createdAt
            author {
              ...UserLink_user
            }
          }
        }
      }
    `,
    { id },
    { fetchPolicy: 'store-and-network', fetchKey: attempt },
  )
  const notice = found(node?.notice)
  useTitle(notice.title)
  useLiveList<NoticeDetailSubscription>(
    graphql`
      subscription NoticeDetailSubscription {
        siteNoticesChanged {
          change
          rowId
          siteNotice {
            id
            title
            createdAt
            contentTree
          }
        }
      }
    `,
    {},
    {
      ...liveNotices(page),
      onEvent: ({ change, id: removed }) => {
        if (change === 'REMOVED' && removed === id)
          void navigate(noticeHref(page), { replace: true, preventScrollReset: true })
      },
    },
  )
  return (
    <Frame
      back={back}
      title={notice.title}
      body={
        <Box
          component="article"
          aria-label={notice.title}
          tabIndex={0}
          sx={{
            px: 4,
            pb: 4,
            flex: 1,
            minHeight: 0,
            overflowY: 'auto',
            overflowWrap: 'anywhere',
            outlineOffset: -2,
          }}
        >
          <Box
            sx={{
              mb: 2,
              display: 'flex',
              alignItems: 'center',
              gap: 3,
              typography: 'caption',
              color: 'text.tertiary',
            }}
          >
            {notice.author && (
              <UserLink user={notice.author} label={(name) => t('home:notice.by', { name })} />
            )}
            <RelativeTime at={notice.createdAt} />
          </Box>
          <MarkdownTreeView size="body" tree={notice.contentTree} />
        </Box>
      }
    />
  )
}
