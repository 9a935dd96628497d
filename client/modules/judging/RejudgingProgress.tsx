import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { Translator } from '../../../locales/phrases.ts'
import type {
  RejudgingProgress_rejudging$data,
  RejudgingProgress_rejudging$key,
} from '../../__generated__/RejudgingProgress_rejudging.graphql.ts'
import type { RejudgingProgressStopMutation } from '../../__generated__/RejudgingProgressStopMutation.graphql.ts'
import type { RejudgingProgressSubscription } from '../../__generated__/RejudgingProgressSubscription.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useLive } from '../../relay/useLive.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { verdictCode } from '../../ui/verdicts.ts'

type Props = {
  rejudging: RejudgingProgress_rejudging$key
  /** Called when more is judged, and at the end. */
  onChange?: () => void
}

/** What a rejudging was asked for, in words. */
function scopeWords(t: Translator, { scope, problem, filter }: RejudgingProgress_rejudging$data): string {
  if (scope === 'PROBLEM' && problem)
    return t('judging:rejudging.ofProblem', { problem: `${problem.displayId} ${problem.title}` })
  const parts = [
    filter.displayId && t('judging:rejudging.like', { problem: filter.displayId }),
    filter.username && t('judging:rejudging.by', { name: filter.username }),
    filter.languageName,
    (filter.verdict || filter.state) &&
      t(`verdict:${verdictCode(filter.verdict, filter.state ?? undefined)}`),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : t('judging:rejudging.ofEverything')
}

/** How far a rejudging is, as it goes on; it can be left and come back to. */
export function RejudgingProgress({ rejudging, onChange }: Props) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const shown = useFragment(
    graphql`
      fragment RejudgingProgress_rejudging on Rejudging {
        id
        number
        scope
        state
        total
        done
        changed
        reason
        problem {
          displayId
          title
        }
        filter {
          username
          displayId
          languageName
          verdict
          state
        }
      }
    `,
    rejudging,
  )
  const { id, number, state, total, done, changed } = shown
  useLive<RejudgingProgressSubscription>(
    graphql`
      subscription RejudgingProgressSubscription($id: ID!) {
        rejudgingChanged(id: $id) {
          state
          done
          endedAt
          ...RejudgingProgress_rejudging
        }
      }
    `,
    state === 'RUNNING' ? { id } : null,
    {
      onEvent: ({ rejudgingChanged: now }) => {
        if (now.done !== done || now.state !== 'RUNNING') onChange?.()
      },
    },
  )
  const [stop, { words }] = useMutation<RejudgingProgressStopMutation>(
    graphql`
      mutation RejudgingProgressStopMutation($id: ID!) {
        stopRejudging(input: { id: $id }) {
          endedAt
          ...RejudgingProgress_rejudging
        }
      }
    `,
    { quiet: true },
  )

  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0, typography: 'dense', overflowWrap: 'anywhere' }}>
          <Link href={`/rejudging/${number}`} sx={{ fontWeight: 600 }}>
            {t('judging:rejudging.title', { number })}
          </Link>
          <Box component="span" sx={{ ml: 2, color: 'text.secondary' }}>
            {[scopeWords(t, shown), shown.reason].filter(Boolean).join(' · ')}
          </Box>
        </Box>
        <Box
          component="span"
          aria-live="polite"
          sx={{ typography: 'caption', color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
        >
          {[
            t(`judging:rejudging.state.${state}`),
            t('judging:rejudging.progress', { done, total }),
            t('judging:rejudging.changed', { count: changed }),
          ].join(' · ')}
        </Box>
        {state === 'RUNNING' && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t('judging:rejudging.stop')}
          </Button>
        )}
      </Box>
      <Box
        role="progressbar"
        aria-label={t('judging:rejudging.title', { number })}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        sx={{ height: 4, borderRadius: 0.5, bgcolor: 'line.default', overflow: 'hidden' }}
      >
        <Box
          sx={{
            height: '100%',
            width: `${total === 0 ? 100 : (100 * done) / total}%`,
            bgcolor: state === 'RUNNING' ? 'verdict.JG.solid' : 'verdict.AC.solid',
            transition: 'width 220ms',
          }}
        />
      </Box>
      {asking && (
        <ConfirmDialog
          title={t('judging:rejudging.stopTitle', { number })}
          confirm={t('judging:rejudging.stop')}
          destructive
          refused={words}
          onConfirm={async () => {
            const done = await stop({ id })
            if (done) toast.success(t('judging:rejudging.stopped'))
            return done
          }}
          onClose={() => setAsking(false)}
        >
          {t('judging:rejudging.stopText')}
        </ConfirmDialog>
      )}
    </Box>
  )
}
