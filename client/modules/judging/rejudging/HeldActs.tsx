import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { HeldActs_rejudging$key } from '../../../__generated__/HeldActs_rejudging.graphql.ts'
import type { HeldActsApplyMutation } from '../../../__generated__/HeldActsApplyMutation.graphql.ts'
import type { HeldActsDropMutation } from '../../../__generated__/HeldActsDropMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = {
  rejudging: HeldActs_rejudging$key
  /** Small buttons labelled with the rejudging, for lists. */
  isListed?: boolean
  onDecided?: () => void
}

/** Buttons of a held rejudging: apply, once it is fully judged, and discard. */
export function HeldActs({ isListed = false, onDecided, ...props }: Props) {
  const { t } = useTranslation()
  const { id, number, changed, operation } = useFragment(
    graphql`
      fragment HeldActs_rejudging on Rejudging {
        id
        number
        changed
        operation {
          state
        }
      }
    `,
    props.rejudging,
  )
  const [asking, setAsking] = useState<'apply' | 'drop' | null>(null)
  const [apply, applying] = useMutation<HeldActsApplyMutation>(
    graphql`
      mutation HeldActsApplyMutation($input: ApplyRejudgingInput!) {
        applyRejudging(input: $input) {
          ...HeldRejudging_rejudging
          ...RejudgingProgress_rejudging
          contest {
            ...HeldRejudgings_contest
          }
        }
      }
    `,
    { quiet: true },
  )
  const [drop, dropping] = useMutation<HeldActsDropMutation>(
    graphql`
      mutation HeldActsDropMutation($input: DropRejudgingInput!) {
        dropRejudging(input: $input) {
          ...HeldRejudging_rejudging
          ...RejudgingProgress_rejudging
          contest {
            ...HeldRejudgings_contest
          }
        }
      }
    `,
    { quiet: true },
  )
  const name = t('judging:rejudging.title', { number })
  const decide = async () => {
    const act = asking
    const done = act === 'apply' ? await apply({ input: { id } }) : await drop({ input: { id } })
    if (!done) return false
    toast.success(t(act === 'apply' ? 'judging:held.applied' : 'judging:held.dropped'))
    onDecided?.()
    return true
  }
  const size = isListed ? 'small' : 'medium'
  const named = (words: string) => (isListed ? `${words}: ${name}` : undefined)
  return (
    <>
      <Button
        size={size}
        variant="contained"
        startIcon={<Icon name="check" />}
        aria-label={named(t('judging:held.apply'))}
        disabled={operation.state !== 'DONE'}
        onClick={() => setAsking('apply')}
      >
        {t('judging:held.apply')}
      </Button>
      <Button
        size={size}
        variant="outlined"
        startIcon={<Icon name="cross" />}
        aria-label={named(t('judging:held.drop'))}
        onClick={() => setAsking('drop')}
      >
        {t('judging:held.drop')}
      </Button>
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
    </>
  )
}
