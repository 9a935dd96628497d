import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { RejudgeMany_submissions$key } from '../../../__generated__/RejudgeMany_submissions.graphql.ts'
import type { RejudgeManyMutation } from '../../../__generated__/RejudgeManyMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { RejudgeDialog } from './RejudgeDialog.tsx'

type Filter = NonNullable<RejudgeManyMutation['variables']['input']['target']['filter']>

type Props = { filter: Filter; submissions: RejudgeMany_submissions$key; onStarted: () => void }

/** Rejudges all submissions of the list, on every page, after showing how many. */
export function RejudgeMany({ filter, submissions, onStarted }: Props) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { totalCount } = useFragment(
    graphql`
      fragment RejudgeMany_submissions on SubmissionConnection {
        totalCount
      }
    `,
    submissions,
  )
  const [rejudge, { words }] = useMutation<RejudgeManyMutation>(
    graphql`
      mutation RejudgeManyMutation($input: RejudgeInput!) {
        rejudge(input: $input) {
          ...RejudgingProgress_rejudging
        }
      }
    `,
    { quiet: true },
  )
  if (totalCount === 0) return null
  return (
    <>
      <Button onClick={() => setAsking(true)} startIcon={<Icon name="retry" />}>
        {t('judging:rejudging.these')}
      </Button>
      {asking && (
        <RejudgeDialog
          title={t('judging:rejudging.ask', { count: totalCount })}
          onRejudge={async (reason) => {
            const begun = await rejudge({ input: { target: { filter }, reason } })
            if (begun) onStarted()
            return Boolean(begun)
          }}
          refused={words}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
