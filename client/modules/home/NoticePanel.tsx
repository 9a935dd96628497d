import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Link from '@mui/material/Link'
import { useEffect, useRef } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { NoticePanel_site$key } from '../../__generated__/NoticePanel_site.graphql.ts'
import type { NoticePanelSubscription } from '../../__generated__/NoticePanelSubscription.graphql.ts'
import { useLiveList } from '../../relay/list/useLiveList.ts'
import { RouterLink } from '../../relay/RouterLink.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { usePastEnd } from '../../ui/layout/usePastEnd.ts'
import { warmMarkdown } from '../../ui/markdown/Markdown.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { DayMark, isRecent } from './DayMark.tsx'
import { HomeCard } from './HomeFrame.tsx'
import { liveNotices } from './liveNotices.ts'
import { NOTICES, noticeHref } from './notices.ts'

type Props = { site: NoticePanel_site$key; page: number }

/** Id of the notice opened last, which gets the focus on the way back. */
let lastOpened: string | null = null

/** List of notices, newest first, live. */
export function NoticePanel({ site, page }: Props) {
  const { t } = useTranslation()
  const { siteNotices } = useFragment(
    graphql`
      fragment NoticePanel_site on Site @argumentDefinitions(offset: { type: "Int" }) {
        siteNotices(first: 5, offset: $offset) {
          totalCount
          edges {
            node {
              id
              title
              createdAt
            }
          }
        }
      }
    `,
    site,
  )
  useLiveList<NoticePanelSubscription>(
    graphql`
      subscription NoticePanelSubscription {
        siteNoticesChanged {
          change
          rowId
          siteNotice {
            id
            title
            createdAt
          }
        }
      }
    `,
    {},
    liveNotices(page),
  )

  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!lastOpened) return
    if (document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`[data-notice="${lastOpened}"]`)?.focus()
    lastOpened = null
  }, [])

  const { edges, totalCount } = siteNotices
  usePastEnd(page, Math.max(1, Math.ceil(totalCount / NOTICES)), noticeHref, useNavigate())
  return (
    <HomeCard
      id="notices"
      title={t('home:notice.title')}
      grow
      aside={totalCount > NOTICES && <Pages page={page} total={totalCount} />}
    >
      {totalCount === 0 ? (
        <EmptyState title={t('home:notice.empty')} text={t('home:notice.emptyText')} />
      ) : (
        <Box
          component="ul"
          ref={list}
          sx={{
            display: 'flex',
            flexDirection: 'column',
            px: 4,
            pb: 2,
            flex: 1,
            minHeight: 0,
            overflowY: 'auto',
          }}
        >
          {edges.map(({ node }) => (
            <Box
              key={node.id}
              component="li"
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 2.5,
                // A long fortune above shrinks the rows before one is cut off.
                flex: '0 1 44px',
                minHeight: { xs: 44, lg: 34 },
                '& + &': { borderTop: 1, borderColor: 'divider' },
              }}
            >
              <Box
                component="i"
                sx={{
                  width: 6,
                  height: 6,
                  borderRadius: '50%',
                  flex: 'none',
                  bgcolor: isRecent(node.createdAt) ? 'accent.fg' : undefined,
                }}
              />
              <Link
                component={RouterLink}
                cold
                href={noticeHref(page, node.id)}
                keepScroll
                data-notice={node.id}
                color="text.primary"
                title={node.title}
                onPointerEnter={warmMarkdown}
                onFocus={warmMarkdown}
                onClick={() => {
                  lastOpened = node.id
                }}
                sx={{
                  flex: 1,
                  minWidth: 0,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
              >
                {node.title}
              </Link>
              <DayMark at={node.createdAt} />
            </Box>
          ))}
        </Box>
      )}
    </HomeCard>
  )
}

/** Links to newer and older pages, and the page number. */
function Pages({ page, total }: { page: number; total: number }) {
  const { t } = useTranslation()
  const pages = Math.ceil(total / NOTICES)
  const step = (to: number, label: string, icon: 'left' | 'right') => (
    <ButtonBase
      component={RouterLink}
      cold
      href={noticeHref(to)}
      keepScroll
      disabled={to < 1 || to > pages}
      aria-label={label}
      sx={{
        width: { xs: 36, md: 28 },
        height: { xs: 36, md: 28 },
        borderRadius: 1,
        color: 'text.secondary',
        '&:hover': { bgcolor: 'surface.hover' },
        '&.Mui-disabled': { color: 'text.disabled' },
      }}
    >
      <Icon name={icon} />
    </ButtonBase>
  )
  return (
    <Box
      component="nav"
      aria-label={t('home:notice.pages')}
      sx={{ display: 'flex', alignItems: 'center', mr: -1.5 }}
    >
      {step(page - 1, t('home:notice.newer'), 'left')}
      <Box
        sx={{ px: 1, typography: 'caption', color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
        aria-label={t('home:notice.page', { page, pages })}
        role="img"
      >
        {`${page} / ${pages}`}
      </Box>
      {step(page + 1, t('home:notice.older'), 'right')}
    </Box>
  )
}
