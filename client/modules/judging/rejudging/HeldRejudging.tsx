import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { HeldRejudging_rejudging$key } from '../../../__generated__/HeldRejudging_rejudging.graphql.ts'
import type { HeldRejudgingSubscription } from '../../../__generated__/HeldRejudgingSubscription.graphql.ts'
import { useLive } from '../../../relay/useLive.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { formatDateTime, formatList } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { HeldActs } from './HeldActs.tsx'
import { HeldRows } from './HeldRows.tsx'

/** A held rejudging of a contest: what it would change on the scoreboard, and its two buttons. */
export function HeldRejudging(props: { rejudging: HeldRejudging_rejudging$key; onDecided: () => void }) {
  const { t, i18n } = useTranslation()
  const rejudging = useFragment(
    graphql`
      fragment HeldRejudging_rejudging on Rejudging {
        hold
        decidedAt
        ...HeldActs_rejudging
        contest {
          id
          number
          title
          type
        }
        operation {
          state
        }
        preview {
          firstBefore {
            atSecond
            names
          }
          firstAfter {
            atSecond
            names
          }
          rows(first: 100) {
            totalCount
            edges {
              node {
                ...HeldRows_row
              }
            }
          }
        }
      }
    `,
    props.rejudging,
  )
  const { hold, decidedAt, contest, operation, preview } = rejudging
  // Another organiser may decide it meanwhile.
  useLive<HeldRejudgingSubscription>(
    graphql`
      subscription HeldRejudgingSubscription($contestId: ID!) {
        heldRejudgingsChanged(contestId: $contestId) {
          id
        }
      }
    `,
    contest ? { contestId: contest.id } : null,
    { onEvent: props.onDecided },
  )
  const isReady = operation.state === 'DONE'
  type First = { atSecond: number; names: readonly string[] } | null | undefined
  const firstWords = (first: First) =>
    first
      ? t('judging:held.firstAt', {
          names: formatList(first.names, i18n.language),
          minute: Math.floor(first.atSecond / 60),
        })
      : t('judging:held.firstNobody')
  const isOtherFirst = JSON.stringify(preview?.firstBefore) !== JSON.stringify(preview?.firstAfter)
  return (
    <Paper component="section" variant="outlined" aria-labelledby="held" sx={{ p: 4, mb: 5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 2 }}>
        <Box component="h2" id="held" sx={{ typography: 'h2', flex: '1 1 240px' }}>
          {hold === 'WAITING' ? t('judging:held.title') : t(`judging:held.state.${hold ?? 'WAITING'}`)}
        </Box>
        {contest && (
          <Link href={`/contest/${contest.number}/rank`} sx={{ typography: 'dense' }}>
            {contest.title}
          </Link>
        )}
      </Box>
      <Box component="p" role="status" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {hold === 'WAITING'
          ? t(isReady ? 'judging:held.ready' : 'judging:held.judging')
          : t(`judging:held.was.${hold ?? 'APPLIED'}`, { at: decidedAt ? formatDateTime(decidedAt) : '' })}
      </Box>
      {preview && isReady && (
        <>
          {isOtherFirst && (
            <Box
              component="p"
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: 1.5,
                mt: 3,
                typography: 'dense',
              }}
            >
              <Box component="span" sx={{ fontWeight: 600 }}>
                {t('judging:held.first')}
              </Box>
              <span>{firstWords(preview.firstBefore)}</span>
              <Box component="span" sx={{ display: 'inline-flex', color: 'text.tertiary' }}>
                <Icon name="right" size={14} />
              </Box>
              <span>{firstWords(preview.firstAfter)}</span>
            </Box>
          )}
          <Box sx={{ mt: 3 }}>
            <HeldRows
              rows={preview.rows.edges.map(({ node }) => node)}
              total={preview.rows.totalCount}
              isAcm={contest?.type === 'ACM'}
            />
          </Box>
        </>
      )}
      {hold === 'WAITING' && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 4 }}>
          <HeldActs rejudging={rejudging} onDecided={props.onDecided} />
        </Box>
      )}
    </Paper>
  )
}
