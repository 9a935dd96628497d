import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Suspense, useState } from 'react'
import { graphql, readInlineData, useFragment } from 'react-relay'
import type { SystemNoticeTable_notices$key } from '../../__generated__/SystemNoticeTable_notices.graphql.ts'
import type {
  SystemNoticeTable_row$data,
  SystemNoticeTable_row$key,
} from '../../__generated__/SystemNoticeTable_row.graphql.ts'
import { ListTable } from '../../relay/list/ListTable.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { BulkBar } from '../../ui/table/BulkBar.tsx'
import { useSelection } from '../../ui/table/useSelection.ts'
import { formatDate } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { NEW_SYSTEM_NOTICE, systemNoticeHref, systemNoticeList } from './systemNoticeList.ts'

const RemoveSystemNotices = lazyPart(
  async () => (await import('./RemoveSystemNotices.tsx')).RemoveSystemNotices,
)

const row = graphql`
  fragment SystemNoticeTable_row on SystemNotice @inline {
    id
    title
    audience
    createdAt
    author {
      username
    }
    recipient {
      username
    }
  }
`

type Row = SystemNoticeTable_row$data

type Props = {
  list: ReturnType<typeof systemNoticeList.read>
  notices: SystemNoticeTable_notices$key
  fresh: ReadonlySet<string>
}

/** One page of notices; selected ones can be deleted. */
export function SystemNoticeTable({ list, notices, fresh }: Props) {
  const { t } = useTranslation()
  const { edges, totalCount } = useFragment(
    graphql`
      fragment SystemNoticeTable_notices on SystemNoticeConnection {
        totalCount
        edges {
          node {
            ...SystemNoticeTable_row
          }
        }
      }
    `,
    notices,
  )
  const rows = edges.map(({ node }) => readInlineData<SystemNoticeTable_row$key>(row, node))
  const selection = useSelection(rows.map(({ id }) => id))
  const [removing, setRemoving] = useState<Readonly<Record<string, string>> | null>(null)
  const nobody = t('systemNotice:nobody')
  const recipientOf = ({ audience, recipient }: Row) =>
    audience === 'SINGLE' ? (recipient?.username ?? nobody) : t(`systemNotice:audience.${audience}`)
  const titles = Object.fromEntries(rows.map(({ id, title }) => [id, title]))

  return (
    <>
      <BulkBar selection={selection} nameOf={(id) => titles[id] ?? id}>
        <Button
          size="small"
          startIcon={<Icon name="cross" />}
          onClick={() =>
            setRemoving(Object.fromEntries([...selection.chosen].map((id) => [id, titles[String(id)] ?? ''])))
          }
        >
          {t('systemNotice:remove')}
        </Button>
      </BulkBar>
      <ListTable
        label={t('admin:page.SYSTEM_NOTICES')}
        address={systemNoticeList}
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
            label: t('systemNotice:form.title'),
            grow: true,
            cell: (notice) => <Title notice={notice} />,
          },
          { key: 'recipients', label: t('systemNotice:form.audience'), cell: recipientOf },
          {
            key: 'author',
            label: t('systemNotice:column.author'),
            from: 'lg',
            cell: ({ author }) => author?.username ?? nobody,
          },
          {
            key: 'created',
            label: t('systemNotice:column.created'),
            numeric: true,
            cell: ({ createdAt }) => formatDate(createdAt),
          },
        ]}
        card={(notice) => (
          <Box sx={{ minWidth: 0, display: 'grid', gap: 0.5 }}>
            <Title notice={notice} />
            <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
              {[recipientOf(notice), notice.author?.username ?? nobody, formatDate(notice.createdAt)].join(
                ' · ',
              )}
            </Box>
          </Box>
        )}
        empty={
          <EmptyState title={t('systemNotice:empty')} text={t('systemNotice:emptyText')}>
            <Button href={NEW_SYSTEM_NOTICE} startIcon={<Icon name="plus" />}>
              {t('systemNotice:create')}
            </Button>
          </EmptyState>
        }
        nothing={
          <EmptyState title={t('systemNotice:nothing')}>
            <Button href={systemNoticeList.path}>{t('systemNotice:all')}</Button>
          </EmptyState>
        }
      />
      {removing && (
        <Suspense>
          <RemoveSystemNotices
            ids={Object.keys(removing)}
            nameOf={(id) => removing[id] ?? id}
            onRemoved={selection.clear}
            onClose={() => setRemoving(null)}
          />
        </Suspense>
      )}
    </>
  )
}

const Title = ({ notice: { id, title } }: { notice: Row }) => (
  <Link
    href={systemNoticeHref(id)}
    color="text.primary"
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
