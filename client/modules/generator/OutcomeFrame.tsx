import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { OutcomeFrame_making$key } from '../../__generated__/OutcomeFrame_making.graphql.ts'
import type { OutcomeFrameMutation } from '../../__generated__/OutcomeFrameMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { RefusedPrograms } from './RefusedPrograms.tsx'

type Props = {
  making: OutcomeFrame_making$key
  label: string
  status: string
  color?: string
  /** Done share in percent, shown while it runs. */
  progress: { label: string; percent: number }
  /** The button that applies the result. */
  action: ReactNode
  children: ReactNode
}

/** Frame of a making: its status with a button that cancels it, its progress, and programs that did not compile. */
export function OutcomeFrame({ label, status, color, progress, action, children, ...shown }: Props) {
  const { t } = useTranslation()
  const making = useFragment(
    graphql`
      fragment OutcomeFrame_making on Making {
        id
        state
        message
        ...RefusedPrograms_making
      }
    `,
    shown.making,
  )
  const { id, state, message } = making
  const [cancel, { pending }] = useMutation<OutcomeFrameMutation>(graphql`
    mutation OutcomeFrameMutation($input: CancelMakingInput!) {
      cancelMaking(input: $input) {
        ...ScriptForm_problem
        ...MakingOutcome_problem
        ...StressForm_problem
      }
    }
  `)
  const running = state !== 'DONE'
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Box role="status" sx={{ flex: '1 1 200px', typography: 'body2', fontWeight: 600, color }}>
          {status}
        </Box>
        {running ? (
          <Button loading={pending} onClick={() => void cancel({ input: { id } })}>
            {t('generator:cancel')}
          </Button>
        ) : (
          action
        )}
      </Box>
      {running && (
        <LinearProgress variant="determinate" aria-label={progress.label} value={progress.percent} />
      )}
      {message && <FormAlert>{message}</FormAlert>}
      <RefusedPrograms making={making} />
      {children}
    </Box>
  )
}
