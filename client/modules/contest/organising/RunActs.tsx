import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { RunActsCheckMutation } from '../../../__generated__/RunActsCheckMutation.graphql.ts'
import type { RunActsClaimMutation } from '../../../__generated__/RunActsClaimMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = {
  contestNumber: number
  run: {
    submissionNumber: number
    label: string
    username: string
    claimedBy: string | null | undefined
    checkedAt: string | null | undefined
  }
  /** Name of the viewer; null for a guest. */
  viewer: string | null
}

/** Buttons of an accepted run: claim, release, mark delivered, undo. */
export function RunActs({ contestNumber, run, viewer }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { submissionNumber, claimedBy, checkedAt, label, username } = run
  const [claim, claiming] = useMutation<RunActsClaimMutation>(graphql`
    mutation RunActsClaimMutation($input: ClaimAcceptedRunInput!) {
      claimAcceptedRun(input: $input) {
        submissionNumber
      }
    }
  `)
  const [check, checking] = useMutation<RunActsCheckMutation>(graphql`
    mutation RunActsCheckMutation($input: CheckAcceptedRunInput!) {
      checkAcceptedRun(input: $input) {
        submissionNumber
      }
    }
  `)
  const pending = claiming.pending || checking.pending
  const at = { contestNumber, submissionNumber }
  const name = `${label} ${username}`
  const act = (words: string, run: () => Promise<unknown>) => (
    <Button
      size="small"
      disabled={pending}
      aria-label={`${words}: ${name}`}
      onClick={async () => {
        if (await run()) void revalidate()
      }}
    >
      {words}
    </Button>
  )
  if (checkedAt) return act(t('contestDay:runs.undo'), () => check({ input: { ...at, isChecked: false } }))
  return (
    <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end' }}>
      {claimedBy === null &&
        act(t('contestDay:runs.claim'), () => claim({ input: { ...at, isClaimed: true } }))}
      {claimedBy !== null &&
        claimedBy === viewer &&
        act(t('contestDay:runs.giveBack'), () => claim({ input: { ...at, isClaimed: false } }))}
      {act(t('contestDay:runs.bring'), () => check({ input: { ...at, isChecked: true } }))}
    </Box>
  )
}
