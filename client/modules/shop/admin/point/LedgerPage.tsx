import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useRevalidator, useSearchParams } from 'react-router-dom'
import type { LedgerPageMutation } from '../../../../__generated__/LedgerPageMutation.graphql.ts'
import type {
  LedgerPageQuery,
  LedgerPageQuery$data,
} from '../../../../__generated__/LedgerPageQuery.graphql.ts'
import { AdminPage } from '../../../../app/admin/AdminPage.tsx'
import { toast } from '../../../../app/toasts.ts'
import { ListTable } from '../../../../relay/list/ListTable.tsx'
import { useFilter } from '../../../../relay/list/useFilter.ts'
import type { PageProps } from '../../../../relay/page.tsx'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { SearchField } from '../../../../ui/controls/SearchField.tsx'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../../../ui/layout/ListFrame.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { RelativeTime } from '../../../../ui/text/Time.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { UserLink } from '../../../user/UserLink.tsx'
import { ledgerList } from '../../addresses.ts'
import { Amount } from '../../entry/Amount.tsx'
import { EntryCause } from '../../entry/EntryCause.tsx'
import { ReasonPicker } from '../../entry/ReasonPicker.tsx'
import { useLedgerLive } from './useLedgerLive.ts'

const GrantForm = lazyPart(async () => (await import('./GrantForm.tsx')).GrantForm)

/** Entries that nobody made: their actor is the user. */
const BY_ITSELF: ReadonlySet<string> = new Set(['CHECK_IN', 'SOLVED'])

type Entry = NonNullable<LedgerPageQuery$data['pointEntries']>['edges'][number]['node']

/** The ledger of points for staff; super administrators grant and reverse. */
export function LedgerPage({ queryRef }: PageProps<LedgerPageQuery>) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const list = ledgerList.read(search)
  const go = useFilter(ledgerList, list)
  const [granting, setGranting] = useState(false)
  const [reversing, setReversing] = useState<Entry | null>(null)
  const { viewer, pointEntries } = usePreloadedQuery<LedgerPageQuery>(
    graphql`
      query LedgerPageQuery($reason: PointReason, $username: String, $first: Int, $offset: Int) {
        viewer {
          canGrantPoints
        }
        pointEntries(reason: $reason, username: $username, first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              id
              amount
              reason
              createdAt
              viewerCanReverse
              reversal {
                id
              }
              user {
                username
                ...UserLink_user
              }
              actor {
                ...UserLink_user
              }
              ...EntryCause_entry
            }
          }
        }
      }
    `,
    queryRef,
  )
  useLedgerLive()
  const rows = (pointEntries?.edges ?? []).map(({ node }) => node)
  const acts = (entry: Entry) => <EntryActs entry={entry} onReverse={() => setReversing(entry)} />
  return (
    <AdminPage
      title={t('admin:page.POINTS')}
      actions={
        viewer?.canGrantPoints && (
          <Button
            variant="contained"
            color="primary"
            startIcon={<Icon name="plus" />}
            onClick={() => setGranting(true)}
          >
            {t('shop:admin.points.grant')}
          </Button>
        )
      }
    >
      <FilterBar>
        <SearchField
          label={t('shop:admin.points.search')}
          value={list.username}
          width={{ xs: '100%', sm: 240 }}
          onSearch={(username) => go({ username })}
        />
        <ReasonPicker value={list.reason} onChange={(reason) => go({ reason })} />
      </FilterBar>
      <ListTable
        label={t('admin:page.POINTS')}
        address={ledgerList}
        list={list}
        total={pointEntries?.totalCount ?? 0}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'user',
            label: t('shop:admin.points.account'),
            cell: ({ user }) => <UserLink user={user} />,
          },
          {
            key: 'amount',
            label: t('shop:entry.amount'),
            numeric: true,
            cell: ({ amount }) => <Amount amount={amount} />,
          },
          {
            key: 'reason',
            label: t('shop:entry.reason'),
            grow: true,
            cell: (entry) => <EntryCause entry={entry} />,
          },
          {
            key: 'by',
            label: t('shop:entry.by'),
            from: 'lg',
            cell: ({ actor, reason }) => {
              if (BY_ITSELF.has(reason)) return null
              return actor ? <UserLink user={actor} /> : t('shop:order.noAddress')
            },
          },
          { key: 'at', label: t('shop:entry.at'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
          { key: 'acts', label: t('shop:admin.points.reverse'), hiddenLabel: true, cell: acts },
        ]}
        card={(entry) => <EntryCard entry={entry} acts={acts(entry)} />}
        empty={<EmptyState title={t('shop:entry.empty')} text={t('shop:entry.emptyHint')} />}
        nothing={
          <EmptyState title={t('shop:entry.nothing')}>
            <Button href={ledgerList.path}>{t('shop:entry.all')}</Button>
          </EmptyState>
        }
      />
      {granting && (
        <Suspense>
          <GrantForm onGranted={() => void revalidate()} onClose={() => setGranting(false)} />
        </Suspense>
      )}
      {reversing && (
        <Reverse entry={reversing} onReversed={() => void revalidate()} onClose={() => setReversing(null)} />
      )}
    </AdminPage>
  )
}

/** Button that reverses a grant, or a note where it was reversed. */
function EntryActs({ entry, onReverse }: { entry: Entry; onReverse: () => void }) {
  const { t } = useTranslation()
  if (entry.reversal)
    return (
      <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
        {t('shop:admin.points.wasReversed')}
      </Box>
    )
  if (!entry.viewerCanReverse) return null
  const title = t('shop:admin.points.reverseTitle', { name: entry.user.username, amount: entry.amount })
  return (
    <Button size="small" aria-label={title} onClick={onReverse}>
      {t('shop:admin.points.reverse')}
    </Button>
  )
}

/** An entry as a card, where the window is too narrow for columns. */
const EntryCard = ({ entry, acts }: { entry: Entry; acts: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 1, flex: 1, minWidth: 0 }}>
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
      <UserLink user={entry.user} />
      <Amount amount={entry.amount} />
    </Box>
    <EntryCause entry={entry} />
    <Box
      sx={{ display: 'flex', alignItems: 'center', gap: 2, typography: 'caption', color: 'text.tertiary' }}
    >
      <RelativeTime at={entry.createdAt} />
      <Box sx={{ ml: 'auto' }}>{acts}</Box>
    </Box>
  </Box>
)

/** Confirms that a grant is taken back. */
function Reverse(props: { entry: Entry; onReversed: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, amount, user } = props.entry
  const [reverse, { words }] = useMutation<LedgerPageMutation>(
    graphql`
      mutation LedgerPageMutation($input: ReverseGrantInput!) {
        reverseGrant(input: $input) {
          id
        }
      }
    `,
    { quiet: true },
  )
  return (
    <Confirm
      title={t('shop:admin.points.reverseTitle', { name: user.username, amount })}
      confirm={t('shop:admin.points.reverse')}
      destructive
      refused={words}
      onClose={props.onClose}
      onConfirm={async () => {
        const done = await reverse({ input: { id } })
        if (!done) return null
        toast.success(t('shop:admin.points.reversed'))
        props.onReversed()
        return done
      }}
    >
      {t('shop:admin.points.reverseText')}
    </Confirm>
  )
}
