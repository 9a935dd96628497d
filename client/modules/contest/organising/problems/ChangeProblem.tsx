import { graphql } from 'react-relay'
import type { ChangeProblemMutation } from '../../../../__generated__/ChangeProblemMutation.graphql.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../../ui/form/useForm.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { ProblemWords, useProblemWordsRules, type WordsOfProblem } from './ProblemWords.tsx'
import { wordsRefusing } from './wordsRefusing.ts'

type Props = {
  contestId: string
  problem: {
    readonly problemNumber: number
    readonly displayId: string
    readonly title: string
    readonly color: string | null | undefined
  }
  onClose: () => void
}

/** Changes the label, title or colour of a problem in a contest. */
export function ChangeProblem({ contestId, problem, onClose }: Props) {
  const { t } = useTranslation()
  const { problemNumber, displayId, title, color } = problem
  const form = useForm<WordsOfProblem>({
    values: { label: displayId, title, color: color ?? '' },
    rules: useProblemWordsRules(true),
  })
  const [change, { pending }] = useMutation<ChangeProblemMutation>(
    graphql`
      mutation ChangeProblemMutation($input: ChangeContestProblemInput!) {
        changeContestProblem(input: $input) {
          ...ContestProblemTable_contest
        }
      }
    `,
    { form: wordsRefusing(form) },
  )
  const send = form.sending(async () => {
    const { label, title, color } = form.values
    const input = { contestId, problemNumber, label: label.trim(), title: title.trim(), color: color || null }
    const done = await change({ input })
    if (done) onClose()
    return done
  })
  return (
    <FormDialog
      title={t('organising:problems.changeTitle', { name: `${displayId} ${title}` })}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
    >
      <ProblemWords form={form} needsTitle />
    </FormDialog>
  )
}
