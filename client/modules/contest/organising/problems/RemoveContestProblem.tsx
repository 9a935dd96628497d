import Box from '@mui/material/Box'
import { useState } from 'react'
import { graphql } from 'react-relay'
import type { ContestProblemTable_contest$data } from '../../../../__generated__/ContestProblemTable_contest.graphql.ts'
import type { RemoveContestProblemMutation } from '../../../../__generated__/RemoveContestProblemMutation.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { SwitchField } from '../../../../ui/form/SwitchField.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'

type Props = {
  contestId: string
  problem: NonNullable<ContestProblemTable_contest$data['problems']>[number]
  name: string
  onClose: () => void
}

/** Confirms the removal of a problem from its contest, with what the scoreboard loses. */
export function RemoveContestProblem({ contestId, problem, name, onClose }: Props) {
  const { t } = useTranslation()
  const { problemNumber, setting } = problem
  const [publishes, setPublishes] = useState(false)
  const [remove, removal] = useMutation<RemoveContestProblemMutation>(
    graphql`
      mutation RemoveContestProblemMutation($input: RemoveContestProblemInput!) {
        removeContestProblem(input: $input) {
          ...ContestProblemTable_contest
          ...RehearsalPanel_contest
        }
      }
    `,
    { quiet: true },
  )
  return (
    <Confirm
      title={t('organising:problems.removeTitle', { name })}
      confirm={t('organising:problems.remove')}
      destructive
      refused={removal.words}
      onClose={onClose}
      onConfirm={async () => {
        const done = await remove({ input: { contestId, problemNumber, publishes } })
        if (done) toast.success(t('organising:problems.removed', { name }))
        return done
      }}
    >
      {t('organising:problems.removeText')}
      {(setting?.submissionCount ?? 0) > 0 && (
        <Box sx={{ mt: 2 }}>
          {t('organising:problems.removeBoard', {
            solved: t('organising:problems.solvers', { count: setting?.solverCount ?? 0 }),
            submissions: t('organising:depends.submissions', {
              count: setting?.submissionCount ?? 0,
            }),
          })}
        </Box>
      )}
      {setting?.canPublish && (
        <Box sx={{ mt: 3, color: 'text.primary' }}>
          <SwitchField label={t('organising:problems.publishes')} value={publishes} onChange={setPublishes} />
        </Box>
      )}
    </Confirm>
  )
}
