import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { graphql, readInlineData, useFragment } from 'react-relay'
import type { NoticeTable_notices$key } from '../../__generated__/NoticeTable_notices.graphql.ts'
import type {
  NoticeTable_row$data,
  NoticeTable_row$key,
} from '../../__generated__/NoticeTable_row.graphql.ts'
import { ListTable } from '../../relay/list/ListTable.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useSelection } from '../../ui/table/useSelection.ts'
import { formatDate } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import { NoticeActs } from './NoticeActs.tsx'
import { NEW_NOTICE, noticeHref, noticeList } from './noticeList.ts'
import { VisibleSwitch } from './VisibleSwitch.tsx'

const row = graphql`
  fragment NoticeTable_row on SiteNotice @inline {
    id
    title
    isHidden
    createdAt
    author {
      ...UserLink_user
    }
    texts {
      locale
    }
  }
`

type Props = {
  list: ReturnType<typeof noticeList.read>
  notices: NoticeTable_notices$key
  fresh: ReadonlySet<string>
}

/** One page of notices with bulk actions. */
export function NoticeTable({ list, notices, fresh }: Props) {
  const { t } = useTranslation()
  const { edges, totalCount } = useFragment(
    graphql`
      fragment NoticeTable_notices on ManagedSiteNoticeConnection {
        totalCount
        edges {
          node {
            ...NoticeTable_row
          }
        }
      }
    `,
    notices,
  )
  const rows = edges.map(({ node }) => readInlineData<NoticeTable_row$key>(row, node))
  const selection = useSelection(rows.map(({ id }) => id))
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const titleOf = (id: string) => rows.find((one) => one.id === id)?.title ?? names[id] ?? id

  return (
    <>
      <NoticeActs
        selection={selection}
        nameOf={titleOf}
        onAct={() => setNames(Object.fromEntries(rows.map(({ id, title }) => [id, title])))}
      />
      <ListTable
        label={t('admin:page.SITE_NOTICES')}
        address={noticeList}
        list={list}
        total={totalCount}
        rows={rows}
        rowKey={({ id }) => id}
        nameOf={({ title }) => title}
        selection={selection}
        isFresh={({ id }) => fresh.has(id)}
        columns={[
          {
            key: 'title',
            label: t('notice:column.title'),
            grow: true,
            cell: (notice) => <Title notice={notice} />,
          },
          {
            key: 'locales',
            label: t('notice:column.languages'),
            from: 'lg',
            cell: ({ texts }) => texts.map(({ locale }) => languageOf(locale)).join(' · '),
          },
          {
            key: 'author',
            label: t('notice:column.author'),
            from: 'lg',
            cell: ({ author }) => author && <UserLink user={author} />,
          },
          {
            key: 'created',
            label: t('notice:column.created'),
            numeric: true,
            cell: ({ createdAt }) => formatDate(createdAt),
          },
          {
            key: 'visible',
            label: t('notice:column.visible'),
            width: 72,
            cell: (notice) => <VisibleSwitch {...notice} />,
          },
        ]}
        card={(notice) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
              <Title notice={notice} />
              <Box
                sx={{
                  display: 'flex',
                  alignItems: 'center',
                  gap: 3,
                  typography: 'caption',
                  color: 'text.tertiary',
                }}
              >
                {notice.author && <UserLink user={notice.author} />}
                {formatDate(notice.createdAt)}
              </Box>
            </Box>
            <VisibleSwitch {...notice} />
          </Box>
        )}
        empty={
          <EmptyState title={t('notice:empty')} text={t('notice:emptyText')}>
            <Button href={NEW_NOTICE} startIcon={<Icon name="plus" />}>
              {t('notice:create')}
            </Button>
          </EmptyState>
        }
        nothing={
          <EmptyState title={t('notice:nothing')}>
            <Button href={noticeList.path}>{t('notice:all')}</Button>
          </EmptyState>
        }
      />
    </>
  )
}

const languageOf = (locale: string) => (locale === 'ZH_CN' ? '中' : 'EN')

const Title = ({ notice: { id, title, isHidden } }: { notice: NoticeTable_row$data }) => (
  <Link
    href={noticeHref(id)}
    color={isHidden ? 'text.tertiary' : 'text.primary'}
    title={title}
    sx={{
      display: 'block',
      fontWeight: 500,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    }}
  >
    {title}
  </Link>
)
