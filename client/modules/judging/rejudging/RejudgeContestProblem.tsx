import { graphql } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { RejudgeContestProblemMutation } from '../../../__generated__/RejudgeContestProblemMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { RejudgeDialog } from './RejudgeDialog.tsx'

type Props = {
  contestId: string
  problemNumber: number
  /** What the contest calls the problem. */
  name: string
  /** How many were sent to it there. */
  count: number
  onClose: () => void
}

/** Asks before a problem of a contest is judged again, and goes where one sees what that would change. */
export function RejudgeContestProblem({ contestId, problemNumber, name, count, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [rejudge, { words }] = useMutation<RejudgeContestProblemMutation>(
    graphql`
      mutation RejudgeContestProblemMutation($input: RejudgeContestProblemInput!) {
        rejudgeContestProblem(input: $input) {
          number
        }
      }
    `,
    { quiet: true },
  )
  return (
    <RejudgeDialog
      title={t('judging:rejudging.askProblem', { count, problem: name })}
      text={t('judging:held.askText')}
      onRejudge={async (reason) => {
        const begun = await rejudge({ input: { contestId, problemNumber, reason } })
        if (begun) void navigate(`/rejudging/${begun.rejudgeContestProblem.number}`)
        return Boolean(begun)
      }}
      refused={words}
      onClose={onClose}
    />
  )
}
