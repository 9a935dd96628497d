import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { Suspense, useRef } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router-dom'
import type { RejudgingPageQuery } from '../../../__generated__/RejudgingPageQuery.graphql.ts'
import { useTitle } from '../../../app/title.ts'
import { useConnection } from '../../../relay/list/connection.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { LiveMark } from '../../../ui/feedback/LiveMark.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { Pager } from '../../../ui/layout/Pager.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { RejudgingEntries } from './RejudgingEntries.tsx'
import { RejudgingFrame } from './RejudgingFrame.tsx'
import { RejudgingProgress } from './RejudgingProgress.tsx'
import { rejudgingView } from './rejudgingView.ts'

const HeldRejudging = lazyPart(async () => (await import('./HeldRejudging.tsx')).HeldRejudging)

/** Shortest interval (ms) between reloads of the rows while verdicts come in. */
const PACE = 2000

/** One rejudging: its progress and the verdicts that it changed. */
export function RejudgingPage({ queryRef }: PageProps<RejudgingPageQuery>) {
  const { t } = useTranslation()
  const connection = useConnection()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const { rejudging } = usePreloadedQuery<RejudgingPageQuery>(
    graphql`
      query RejudgingPageQuery($number: Int!, $changed: Boolean!, $first: Int!, $offset: Int!) {
        rejudging(number: $number) {
          number
          hold
          ...HeldRejudging_rejudging
          operation {
            endedAt
            createdAt
            owner {
              username
            }
          }
          ...RejudgingProgress_rejudging
          entries(changed: $changed, first: $first, offset: $offset) {
            totalCount
            edges {
              node {
                ...RejudgingEntries_entry
              }
            }
          }
        }
      }
    `,
    queryRef,
  )
  const { number, hold, operation, entries } = rejudging
  const view = rejudgingView(number)
  const list = view.read(search)
  useTitle(t('judging:rejudging.title', { number }))

  const due = useRef<ReturnType<typeof setTimeout> | null>(null)
  const readAgain = () => {
    due.current ??= setTimeout(() => {
      due.current = null
      void revalidate()
    }, PACE)
  }

  return (
    <RejudgingFrame
      crumb={
        <>
          <Link href="/status" color="text.tertiary">
            {t('submission:list.title')}
          </Link>
          <Icon name="right" size={14} />
          <span>{t('judging:rejudging.title', { number })}</span>
          <Box component="span" sx={{ ml: 'auto' }}>
            <LiveMark state={connection} quiet={operation.endedAt !== null} />
          </Box>
        </>
      }
      head={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 3, mb: 4 }}>
          <Box component="h1" sx={{ typography: 'h1' }}>
            {t('judging:rejudging.title', { number })}
          </Box>
          <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
            {t('judging:rejudging.startedBy', {
              name: operation.owner?.username ?? t('judging:audit.somebody'),
            })}{' '}
            · {formatDateTime(operation.createdAt)}
          </Box>
        </Box>
      }
    >
      <Paper variant="outlined" sx={{ px: 4, py: 3, mb: 5 }}>
        <RejudgingProgress rejudging={rejudging} onChange={readAgain} />
      </Paper>
      {hold && (
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <HeldRejudging rejudging={rejudging} onDecided={readAgain} />
        </Suspense>
      )}
      <Box sx={{ mb: 3 }}>
        <Segments
          label={t('judging:rejudging.which')}
          value={list.everything ? 'all' : 'changed'}
          segments={[
            { value: 'changed', label: t('judging:rejudging.onlyChanged') },
            { value: 'all', label: t('judging:rejudging.everything') },
          ]}
          onChange={(value) => void navigate(view.href(list, { everything: value === 'all' }))}
        />
      </Box>
      <RejudgingEntries
        entries={entries.edges.map(({ node }) => node)}
        label={t('judging:rejudging.title', { number })}
        empty={t(list.everything ? 'judging:rejudging.nothing' : 'judging:rejudging.nothingChanged')}
      />
      {(entries.totalCount > view.size || list.page > 1) && (
        <Pager
          page={list.page}
          size={view.size}
          total={entries.totalCount}
          href={(page) => view.href(list, { page })}
          onNavigate={navigate}
        />
      )}
    </RejudgingFrame>
  )
}
