import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { RejudgeProblemMutation } from '../../../__generated__/RejudgeProblemMutation.graphql.ts'
import type { RejudgeProblemQuery } from '../../../__generated__/RejudgeProblemQuery.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { RejudgeDialog } from './RejudgeDialog.tsx'
import { RejudgingStrip } from './RejudgingStrip.tsx'

/** Rejudges all submissions of a problem and shows the progress. */
export function RejudgeProblem({ displayId }: { displayId: string }) {
  const { t, i18n } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [started, setStarted] = useState(0)
  const { problem, submissions } = useLazyLoadQuery<RejudgeProblemQuery>(
    graphql`
      query RejudgeProblemQuery($displayId: String!) {
        problem(displayId: $displayId) {
          id
        }
        submissions(filter: { problem: $displayId, exactProblem: true }, first: 1) {
          totalCount
        }
      }
    `,
    { displayId },
    // Reload the count when the dialog opens: it names the number, which grows meanwhile.
    { fetchPolicy: 'store-and-network', fetchKey: asking ? 'asking' : 'idle' },
  )
  const [rejudge, { words }] = useMutation<RejudgeProblemMutation>(
    graphql`
      mutation RejudgeProblemMutation($input: RejudgeInput!) {
        rejudge(input: $input) {
          ...RejudgingProgress_rejudging
        }
      }
    `,
    { quiet: true },
  )
  const { totalCount } = submissions
  return (
    <Box component="section" aria-label={t('judging:rejudging.problem')} sx={{ mb: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1.5, mb: 3 }}>
        <Link
          href={`/status?problemID=${encodeURIComponent(displayId)}&completeProblemID=true`}
          sx={{ typography: 'dense', flex: '1 1 200px' }}
        >
          {t('judging:rejudging.everybody', {
            count: totalCount,
            number: formatNumber(totalCount, i18n.language),
          })}
        </Link>
        {totalCount > 0 && (
          <Button onClick={() => setAsking(true)} startIcon={<Icon name="retry" />}>
            {t('judging:rejudging.problem')}
          </Button>
        )}
      </Box>
      <RejudgingStrip started={started} displayId={displayId} />
      {asking && (
        <RejudgeDialog
          title={t('judging:rejudging.askProblem', { count: totalCount, problem: displayId })}
          onRejudge={async (reason) => {
            const begun = await rejudge({ input: { target: { problemId: problem.id }, reason } })
            if (begun) setStarted((before) => before + 1)
            return Boolean(begun)
          }}
          refused={words}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  )
}
