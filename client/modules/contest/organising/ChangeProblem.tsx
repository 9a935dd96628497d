import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId } from 'react'
import { graphql } from 'react-relay'
import type { ChangeProblemMutation } from '../../../__generated__/ChangeProblemMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useForm } from '../../../ui/form/useForm.ts'
import { Modal } from '../../../ui/Modal.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
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

/** Another name or colour for a problem in a contest. */
export function ChangeProblem({ contestId, problem, onClose }: Props) {
  const { t } = useTranslation()
  const formId = useId()
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
    <Modal
      title={t('organising:problems.changeTitle', { name: `${displayId} ${title}` })}
      onClose={onClose}
      sticky
      unsaved={form.changed}
      actions={
        <Button
          size="large"
          type="submit"
          form={formId}
          variant="contained"
          color="primary"
          loading={pending}
          disabled={!form.changed}
        >
          {t('ui:form.save')}
        </Button>
      }
    >
      <Box
        component="form"
        id={formId}
        ref={form.form}
        noValidate
        onSubmit={send}
        sx={{ display: 'grid', gap: 4 }}
      >
        <ProblemWords form={form} needsTitle />
      </Box>
    </Modal>
  )
}
