import { graphql } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { RejudgeContestProblemMutation } from '../../../__generated__/RejudgeContestProblemMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { RejudgeDialog } from './RejudgeDialog.tsx'

type Props = {
  contestId: string
  problemNumber: number
  /** Label of the problem in the contest. */
  name: string
  /** Number of its submissions in the contest. */
  count: number
  onClose: () => void
}

/** Confirms the rejudging of a contest problem, then opens its preview of changes. */
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
