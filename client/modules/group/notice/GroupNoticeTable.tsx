import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { type ReactNode, Suspense, useState } from 'react'
import { graphql, readInlineData, useFragment } from 'react-relay'
import { useNavigate, useRevalidator } from 'react-router-dom'
import type { GroupNoticeTable_notices$key } from '../../../__generated__/GroupNoticeTable_notices.graphql.ts'
import type {
  GroupNoticeTable_row$data,
  GroupNoticeTable_row$key,
} from '../../../__generated__/GroupNoticeTable_row.graphql.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { RowMenu } from '../../../ui/table/RowMenu.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { GroupNoticeSwitch } from './GroupNoticeSwitch.tsx'
import { type NoticeList, noticeList } from './noticeList.ts'

const GroupNoticeForm = lazyPart(async () => (await import('./GroupNoticeForm.tsx')).GroupNoticeForm)

const ReadNotice = lazyPart(async () => (await import('./ReadNotice.tsx')).ReadNotice)
const RemoveGroupNotice = lazyPart(async () => (await import('./RemoveGroupNotice.tsx')).RemoveGroupNotice)

const row = graphql`
  fragment GroupNoticeTable_row on GroupNotice @inline {
    id
    title
    isHidden
    createdAt
    contentTree
    viewerCanChange
    author {
      ...UserLink_user
    }
    ...GroupNoticeForm_notice
  }
`

type Row = GroupNoticeTable_row$data
type Act = 'edit' | 'read' | 'remove'

const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

type Props = {
  number: number
  list: NoticeList
  notices: GroupNoticeTable_notices$key
  fresh: ReadonlySet<string>
  /** The viewer. */
  username: string | null
}

/** One page of announcements; those who may change one show, hide, edit and delete it here, others read it. */
export function GroupNoticeTable({ number, list, notices, fresh, username }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<{ act: Act; row: Row } | null>(null)
  const { edges, totalCount } = useFragment(
    graphql`
      fragment GroupNoticeTable_notices on ManagedGroupNoticeConnection {
        totalCount
        edges {
          node {
            ...GroupNoticeTable_row
          }
        }
      }
    `,
    notices,
  )
  const address = noticeList(number)
  const rows = edges.map(({ node }) => readInlineData<GroupNoticeTable_row$key>(row, node))
  const close = () => setOpen(null)
  const begin = (act: Act, row: Row) => () => setOpen({ act, row })
  const headline = (notice: Row, wraps = false) => (
    <Headline
      notice={notice}
      wraps={wraps}
      onOpen={begin(notice.viewerCanChange ? 'edit' : 'read', notice)}
    />
  )
  const menu = (notice: Row) =>
    notice.viewerCanChange && (
      <NoticeMenu notice={notice} onEdit={begin('edit', notice)} onRemove={begin('remove', notice)} />
    )
  return (
    <>
      <ListTable
        label={t('groupAdmin:notices.title')}
        address={address}
        list={list}
        total={totalCount}
        rows={rows}
        rowKey={({ id }) => id}
        isFresh={({ id }) => fresh.has(id)}
        columns={[
          {
            key: 'title',
            label: t('groupAdmin:notices.headline'),
            grow: true,
            cell: (notice) => headline(notice),
          },
          {
            key: 'author',
            label: t('groupAdmin:notices.author'),
            cell: ({ author }) => author && <UserLink user={author} />,
          },
          {
            key: 'time',
            label: t('groupAdmin:notices.time'),
            numeric: true,
            cell: ({ createdAt }) => formatDateTime(createdAt),
          },
          {
            key: 'shown',
            label: t('groupAdmin:notices.shown'),
            width: 72,
            cell: (notice) => <GroupNoticeSwitch {...notice} />,
          },
          { key: 'menu', label: t('groupAdmin:notices.more'), hiddenLabel: true, width: 40, cell: menu },
        ]}
        card={(notice) => (
          <NoticeCard notice={notice} headline={headline(notice, true)} menu={menu(notice)} />
        )}
        empty={<EmptyState title={t('groupAdmin:notices.empty')} text={t('groupAdmin:notices.emptyText')} />}
      />
      <Suspense>
        {open?.act === 'edit' && (
          <GroupNoticeForm
            notice={open.row}
            username={username}
            onDone={() => void revalidate()}
            onClose={close}
          />
        )}
        {open?.act === 'read' && (
          <ReadNotice title={open.row.title} tree={open.row.contentTree} onClose={close} />
        )}
        {open?.act === 'remove' && (
          <RemoveGroupNotice
            id={open.row.id}
            title={open.row.title}
            onRemoved={() => {
              // The last row of the last page leaves that page empty.
              if (rows.length === 1 && list.page > 1)
                void navigate(address.href(list, { page: list.page - 1 }), { replace: true })
              else void revalidate()
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

type HeadlineProps = { notice: Row; wraps: boolean; onOpen: () => void }

/** Title of an announcement, which opens it. */
const Headline = ({ notice: { title, isHidden }, wraps, onOpen }: HeadlineProps) => (
  <Link
    component="button"
    type="button"
    color={isHidden ? 'text.tertiary' : 'text.primary'}
    title={title}
    onClick={onOpen}
    sx={{
      fontWeight: 500,
      maxWidth: '100%',
      textAlign: 'left',
      ...(wraps ? { overflowWrap: 'anywhere' } : ONE_LINE),
    }}
  >
    {title}
  </Link>
)

type MenuProps = { notice: Row; onEdit: () => void; onRemove: () => void }

function NoticeMenu({ notice: { title }, onEdit, onRemove }: MenuProps) {
  const { t } = useTranslation()
  return (
    <RowMenu
      name={title}
      acts={[
        { label: t('groupAdmin:notices.edit'), icon: 'settings', onClick: onEdit },
        { label: t('groupAdmin:notices.remove'), icon: 'cross', destructive: true, onClick: onRemove },
      ]}
    />
  )
}

const NoticeCard = ({ notice, headline, menu }: { notice: Row; headline: ReactNode; menu: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
    <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      {headline}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, minWidth: 0 }}>
        {notice.author && <UserLink user={notice.author} />}
        <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
          {formatDateTime(notice.createdAt)}
        </Box>
      </Box>
    </Box>
    <GroupNoticeSwitch {...notice} />
    {menu}
  </Box>
)
