import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { HeldRejudging_rejudging$key } from '../../__generated__/HeldRejudging_rejudging.graphql.ts'
import type { HeldRejudgingApplyMutation } from '../../__generated__/HeldRejudgingApplyMutation.graphql.ts'
import type { HeldRejudgingDropMutation } from '../../__generated__/HeldRejudgingDropMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { formatDateTime, formatList } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { HeldRows } from './HeldRows.tsx'

/** A rejudging of a contest that is held back: what it would change on the board, and whether it is to. */
export function HeldRejudging(props: { rejudging: HeldRejudging_rejudging$key; onDecided: () => void }) {
  const { t, i18n } = useTranslation()
  const { id, number, hold, decidedAt, changed, contest, operation, preview } = useFragment(
    graphql`
      fragment HeldRejudging_rejudging on Rejudging {
        id
        number
        hold
        decidedAt
        changed
        contest {
          number
          title
          type
        }
        operation {
          state
        }
        preview {
          total
          firstBefore {
            atSecond
            names
          }
          firstAfter {
            atSecond
            names
          }
          rows(first: 100) {
            ...HeldRows_row
          }
        }
      }
    `,
    props.rejudging,
  )
  const [asking, setAsking] = useState<'apply' | 'drop' | null>(null)
  const [apply, applying] = useMutation<HeldRejudgingApplyMutation>(
    graphql`
      mutation HeldRejudgingApplyMutation($input: ApplyRejudgingInput!) {
        applyRejudging(input: $input) {
          ...HeldRejudging_rejudging
          ...RejudgingProgress_rejudging
        }
      }
    `,
    { quiet: true },
  )
  const [drop, dropping] = useMutation<HeldRejudgingDropMutation>(
    graphql`
      mutation HeldRejudgingDropMutation($input: DropRejudgingInput!) {
        dropRejudging(input: $input) {
          ...HeldRejudging_rejudging
          ...RejudgingProgress_rejudging
        }
      }
    `,
    { quiet: true },
  )
  const isReady = operation.state === 'DONE'
  const name = t('judging:rejudging.title', { number })
  type First = { atSecond: number; names: readonly string[] } | null | undefined
  const firstWords = (first: First) =>
    first
      ? t('judging:held.firstAt', {
          names: formatList(first.names, i18n.language),
          minute: Math.floor(first.atSecond / 60),
        })
      : t('judging:held.firstNobody')
  const isOtherFirst = JSON.stringify(preview?.firstBefore) !== JSON.stringify(preview?.firstAfter)
  const decide = async () => {
    const act = asking
    const done = act === 'apply' ? await apply({ input: { id } }) : await drop({ input: { id } })
    if (!done) return false
    toast.success(t(act === 'apply' ? 'judging:held.applied' : 'judging:held.dropped'))
    props.onDecided()
    return true
  }
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
            <HeldRows rows={preview.rows} total={preview.total} isAcm={contest?.type === 'ACM'} />
          </Box>
        </>
      )}
      {hold === 'WAITING' && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 4 }}>
          <Button
            variant="contained"
            startIcon={<Icon name="check" />}
            disabled={!isReady}
            onClick={() => setAsking('apply')}
          >
            {t('judging:held.apply')}
          </Button>
          <Button variant="outlined" startIcon={<Icon name="cross" />} onClick={() => setAsking('drop')}>
            {t('judging:held.drop')}
          </Button>
        </Box>
      )}
      {asking && (
        <Confirm
          title={t(asking === 'apply' ? 'judging:held.applyTitle' : 'judging:held.dropTitle', { name })}
          confirm={t(asking === 'apply' ? 'judging:held.apply' : 'judging:held.drop')}
          destructive={asking === 'drop'}
          refused={asking === 'apply' ? applying.words : dropping.words}
          onConfirm={decide}
          onClose={() => setAsking(null)}
        >
          {asking === 'apply' ? t('judging:held.applyText', { count: changed }) : t('judging:held.dropText')}
        </Confirm>
      )}
    </Paper>
  )
}
