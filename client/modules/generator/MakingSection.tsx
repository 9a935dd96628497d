import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { startTransition, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { MakingSectionQuery } from '../../__generated__/MakingSectionQuery.graphql.ts'
import type { MakingSectionSubscription } from '../../__generated__/MakingSectionSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { MakerList } from './MakerList.tsx'
import { MakingOutcome } from './MakingOutcome.tsx'
import { RefereeTests } from './RefereeTests.tsx'
import { ScriptForm } from './ScriptForm.tsx'
import { StressForm } from './StressForm.tsx'

/** Generators, validators and script of a problem, and the result of generating its cases. */
export function MakingSection({ displayId, attempt }: { displayId: string; attempt: number }) {
  const { t } = useTranslation()
  /** Number of reconnects; each one reloads the section. */
  const [again, setAgain] = useState(0)
  const { problem } = useLazyLoadQuery<MakingSectionQuery>(
    graphql`
      query MakingSectionQuery($displayId: String!) {
        problem(displayId: $displayId) {
          id
          ...MakerList_problem
          ...RefereeTests_problem
          ...ScriptForm_problem
          ...MakingOutcome_problem
          ...StressForm_problem
        }
      }
    `,
    { displayId },
    { fetchKey: `${attempt} ${again}`, fetchPolicy: 'store-and-network' },
  )
  useLive<MakingSectionSubscription>(
    graphql`
      subscription MakingSectionSubscription($problemId: ID!) {
        makingChanged(problemId: $problemId) {
          ...MakerList_problem
          ...RefereeTests_problem
          ...ScriptForm_problem
          ...MakingOutcome_problem
          ...StressForm_problem
        }
      }
    `,
    { problemId: problem.id },
    { onReturn: () => startTransition(() => setAgain((count) => count + 1)) },
  )
  return (
    <Paper component="section" variant="outlined" aria-label={t('generator:title')} sx={{ mt: 4, p: 4 }}>
      <Box component="h2" sx={{ typography: 'h3' }}>
        {t('generator:title')}
      </Box>
      <Box component="p" sx={{ mt: 1, mb: 4, typography: 'dense', color: 'text.secondary' }}>
        {t('generator:about')}
      </Box>
      <Box sx={{ display: 'grid', gap: 6, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <MakerList problem={problem} />
        <RefereeTests problem={problem} />
        <ScriptForm problem={problem} />
        <MakingOutcome problem={problem} />
        <StressForm problem={problem} />
      </Box>
    </Paper>
  )
}
