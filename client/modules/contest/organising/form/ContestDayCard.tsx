import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ContestDayCard_contest$key } from '../../../../__generated__/ContestDayCard_contest.graphql.ts'
import type { ContestDayCardExtendMutation } from '../../../../__generated__/ContestDayCardExtendMutation.graphql.ts'
import type { ContestDayCardThawMutation } from '../../../../__generated__/ContestDayCardThawMutation.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { FormCard } from '../../../../ui/form/FormCard.tsx'
import { formatDateTime } from '../../../../ui/text/format.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { useContestPhase } from '../../time/contestClock.ts'

/** Extensions offered (minutes). */
const STEPS = [5, 15, 30] as const

/** Actions during a contest and right after it: extend it for everybody, lift the freeze. */
export function ContestDayCard(props: { contest: ContestDayCard_contest$key }) {
  const { t } = useTranslation()
  const contest = useFragment(
    graphql`
      fragment ContestDayCard_contest on Contest {
        id
        version
        title
        startsAt
        freezesAt
        endsAt
        thawsAt
      }
    `,
    props.contest,
  )
  const { id, version, title, endsAt } = contest
  const { status, isSealed } = useContestPhase(contest)
  const [asking, setAsking] = useState<'thaw' | (typeof STEPS)[number] | null>(null)
  const [extend, extension] = useMutation<ContestDayCardExtendMutation>(
    graphql`
      mutation ContestDayCardExtendMutation($input: UpdateContestInput!) {
        updateContest(input: $input) {
          ...ContestEditPage_contest
          ...ContestDayCard_contest
        }
      }
    `,
    { quiet: true },
  )
  const [thaw, thawing] = useMutation<ContestDayCardThawMutation>(
    graphql`
      mutation ContestDayCardThawMutation($input: ThawContestInput!) {
        thawContest(input: $input) {
          ...ContestEditPage_contest
          ...ContestDayCard_contest
        }
      }
    `,
    { quiet: true },
  )
  const canThaw = status === 'ENDED' && isSealed
  if (status !== 'RUNNING' && !canThaw) return null
  const laterBy = (minutes: number) => new Date(Date.parse(endsAt) + minutes * 60_000).toISOString()
  const close = () => setAsking(null)
  return (
    <FormCard title={t('organising:day.title')}>
      {status === 'RUNNING' && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('organising:day.extendText')}</Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            {STEPS.map((minutes) => (
              <Button key={minutes} startIcon={<Icon name="clock" />} onClick={() => setAsking(minutes)}>
                {t('organising:day.minutes', { count: minutes })}
              </Button>
            ))}
          </Box>
        </Box>
      )}
      {canThaw && (
        <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
          <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('organising:day.sealed')}</Box>
          <Button startIcon={<Icon name="snowflake" />} onClick={() => setAsking('thaw')}>
            {t('organising:day.thaw')}
          </Button>
        </Box>
      )}
      {asking === 'thaw' && (
        <Confirm
          title={t('organising:day.thawTitle', { title })}
          confirm={t('organising:day.thaw')}
          refused={thawing.words}
          onClose={close}
          onConfirm={async () => {
            const done = await thaw({ input: { id } })
            if (done) toast.success(t('organising:day.thawed'))
            return done
          }}
        >
          {t('organising:day.thawText')}
        </Confirm>
      )}
      {typeof asking === 'number' && (
        <Confirm
          title={t('organising:day.extendTitle', { title, count: asking })}
          confirm={t('organising:day.extend')}
          refused={extension.words}
          onClose={close}
          onConfirm={async () => {
            const done = await extend({ input: { id, version, fields: { endsAt: laterBy(asking) } } })
            if (done) toast.success(t('organising:day.extended'))
            return done
          }}
        >
          {t('organising:day.newEnd', { time: formatDateTime(laterBy(asking)) })}
        </Confirm>
      )}
    </FormCard>
  )
}
