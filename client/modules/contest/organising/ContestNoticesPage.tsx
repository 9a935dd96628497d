import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { ContestNoticesPageQuery } from '../../../__generated__/ContestNoticesPageQuery.graphql.ts'
import type { ContestNoticesPageRemoveMutation } from '../../../__generated__/ContestNoticesPageRemoveMutation.graphql.ts'
import type { ContestNoticesPageShowMutation } from '../../../__generated__/ContestNoticesPageShowMutation.graphql.ts'
import type { ContestNoticesPageSubscription } from '../../../__generated__/ContestNoticesPageSubscription.graphql.ts'
import { AdminPage } from '../../../app/admin/AdminPage.tsx'
import { useTitle } from '../../../app/title.ts'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { useLive } from '../../../relay/useLive.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DataTable } from '../../../ui/layout/DataTable.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { RowMenu } from '../../../ui/table/RowMenu.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import type { EditedNotice } from './ContestNoticeForm.tsx'
import { editHref, foundIn } from './managedContests.ts'

const ContestNoticeForm = lazyPart(async () => (await import('./ContestNoticeForm.tsx')).ContestNoticeForm)

type Row = EditedNotice & { readonly createdAt: string }

/** Announcements of a contest for its organisers, hidden ones included. */
export function ContestNoticesPage({ queryRef }: PageProps<ContestNoticesPageQuery>) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { node, viewer } = usePreloadedQuery<ContestNoticesPageQuery>(
    graphql`
      query ContestNoticesPageQuery($id: ID!) {
        node(id: $id) {
          ... on Contest @alias(as: "contest") {
            id
            number
            title
            group {
              number
            }
            managedNotices {
              number
              title
              content
              isHidden
              version
              createdAt
            }
          }
        }
        viewer {
          user {
            username
          }
        }
      }
    `,
    queryRef,
  )
  const place = usePlace()
  const contest = foundIn(place, node?.contest)
  const rows: readonly Row[] = found(contest.managedNotices)
  const { id, number, title } = contest
  useTitle(title)
  const [open, setOpen] = useState<{ act: 'write' | 'remove'; row: Row | null } | null>(null)
  const close = () => setOpen(null)
  // As it is now, or was when it was opened and has been deleted since.
  const written = rows.find(({ number }) => number === open?.row?.number) ?? open?.row ?? null
  // Tells of visible announcements; hidden ones that a co-organiser writes come with the next load.
  useLive<ContestNoticesPageSubscription>(
    graphql`
      subscription ContestNoticesPageSubscription($contestId: ID!) {
        contestNoticesChanged(contestId: $contestId) {
          change
        }
      }
    `,
    { contestId: id },
    { onEvent: () => void revalidate() },
  )
  const [show, { pending }] = useMutation<ContestNoticesPageShowMutation>(graphql`
    mutation ContestNoticesPageShowMutation($input: ChangeContestNoticeInput!) {
      changeContestNotice(input: $input) {
        number
      }
    }
  `)
  const knob = (row: Row) => (
    <Switch
      checked={!row.isHidden}
      disabled={pending}
      onChange={async (shown) => {
        if (await show({ input: { number: row.number, isHidden: !shown } })) void revalidate()
      }}
      aria-label={t('organising:visibleNamed', { title: row.title })}
    />
  )
  const menu = (row: Row) => (
    <RowMenu
      name={row.title}
      acts={[
        {
          label: t('organising:edit'),
          icon: 'settings',
          onClick: () => setOpen({ act: 'write', row }),
        },
        {
          label: t('organising:remove'),
          icon: 'cross',
          destructive: true,
          onClick: () => setOpen({ act: 'remove', row }),
        },
      ]}
    />
  )
  const headline = (row: Row) => <Headline row={row} onOpen={() => setOpen({ act: 'write', row })} />
  return (
    <AdminPage
      title={t('organising:notices.title')}
      note={title}
      actions={
        <>
          <Button href={editHref(place, number)} startIcon={<Icon name="settings" />}>
            {t('organising:edit')}
          </Button>
          <Button
            variant="contained"
            color="primary"
            startIcon={<Icon name="plus" />}
            onClick={() => setOpen({ act: 'write', row: null })}
          >
            {t('organising:notices.create')}
          </Button>
        </>
      }
    >
      <DataTable
        label={t('organising:notices.title')}
        rows={rows}
        rowKey={(row) => row.number}
        columns={[
          { key: 'title', label: t('organising:notices.headline'), grow: true, cell: headline },
          {
            key: 'created',
            label: t('organising:notices.created'),
            numeric: true,
            cell: ({ createdAt }) => formatDateTime(createdAt),
          },
          { key: 'shown', label: t('organising:column.visible'), width: 72, cell: knob },
          { key: 'menu', label: t('organising:column.more'), hiddenLabel: true, width: 40, cell: menu },
        ]}
        card={(row) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5, justifyItems: 'start' }}>
              {headline(row)}
              <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
                {formatDateTime(row.createdAt)}
              </Box>
            </Box>
            {knob(row)}
            {menu(row)}
          </Box>
        )}
        empty={<EmptyState title={t('organising:notices.empty')} text={t('organising:notices.emptyText')} />}
      />
      {open?.act === 'write' && (
        <Suspense>
          <ContestNoticeForm
            contestId={id}
            notice={written}
            draftKey={`contest-notice ${viewer?.user.username} ${id} ${open.row?.number ?? 'new'}`}
            onDone={() => void revalidate()}
            onClose={close}
          />
        </Suspense>
      )}
      {open?.act === 'remove' && open.row && (
        <RemoveNotice notice={open.row} onDone={() => void revalidate()} onClose={close} />
      )}
    </AdminPage>
  )
}

function Headline({ row: { title, isHidden }, onOpen }: { row: Row; onOpen: () => void }) {
  return (
    <Link
      component="button"
      type="button"
      color={isHidden ? 'text.tertiary' : 'text.primary'}
      title={title}
      onClick={onOpen}
      sx={{
        fontWeight: 500,
        maxWidth: '100%',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }}
    >
      {title}
    </Link>
  )
}

/** Confirms the deletion of an announcement. */
function RemoveNotice(props: { notice: Row; onDone: () => void; onClose: () => void }) {
  const { number, title } = props.notice
  const { t } = useTranslation()
  const [remove, { words }] = useMutation<ContestNoticesPageRemoveMutation>(
    graphql`
      mutation ContestNoticesPageRemoveMutation($input: RemoveContestNoticeInput!) {
        removeContestNotice(input: $input) {
          number
        }
      }
    `,
    { quiet: true },
  )
  return (
    <Confirm
      title={t('organising:removeTitle', { title })}
      confirm={t('organising:remove')}
      destructive
      refused={words}
      onClose={props.onClose}
      onConfirm={async () => {
        const done = await remove({ input: { number } })
        if (done) props.onDone()
        return done
      }}
    >
      {t('organising:notices.removeText')}
    </Confirm>
  )
}
