import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { CorrectionDialog_submission$key } from '../../__generated__/CorrectionDialog_submission.graphql.ts'
import type { CorrectionDialogMutation } from '../../__generated__/CorrectionDialogMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { type VerdictName, verdictCode } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Verdicts that can be set by hand; a cancelled submission shows its verdict, which cannot be chosen. */
const CHOICES: readonly VerdictName[] = [
  'ACCEPTED',
  'PARTIALLY_ACCEPTED',
  'WRONG_ANSWER',
  'PRESENTATION_ERROR',
  'TIME_LIMIT_EXCEEDED',
  'MEMORY_LIMIT_EXCEEDED',
  'OUTPUT_LIMIT_EXCEEDED',
  'RUNTIME_ERROR',
  'JUDGE_ERROR',
  'CANCELLED',
]

type Props = { submission: CorrectionDialog_submission$key; onClose: () => void }

/** Sets verdict and score of a submission by hand. */
export function CorrectionDialog({ submission, onClose }: Props) {
  const { t } = useTranslation()
  const sent = useFragment(
    graphql`
      fragment CorrectionDialog_submission on Submission {
        id
        number
        verdict
        score
        problem {
          scoring
          fullScore
        }
      }
    `,
    submission,
  )
  // When the problem is hidden, an existing score shows that it is scored.
  const scored = sent.problem ? sent.problem.scoring === 'OI' : typeof sent.score === 'number'
  const scoreFault = (score: number | null) => {
    if (score === null) return { words: t('ui:fault.REQUIRED') }
    return Number.isInteger(score) ? null : { words: t('ui:fault.NOT_WHOLE'), atOnce: true }
  }
  const form = useForm({
    values: { verdict: sent.verdict ?? ('ACCEPTED' as VerdictName), score: sent.score ?? null },
    rules: ({ verdict, score }) => ({
      verdict: verdict === 'CANCELLED' ? { words: t('ui:fault.NOT_OFFERED') } : null,
      score: scored && verdict !== 'ACCEPTED' ? scoreFault(score) : null,
    }),
  })
  const [correct, { pending }] = useMutation<CorrectionDialogMutation>(
    graphql`
      mutation CorrectionDialogMutation($input: CorrectSubmissionInput!) {
        correctSubmission(input: $input) {
          ...SubmissionTable_row
          ...ContestSubmissionTable_row
          ...SubmissionBanner_submission
          ...CorrectionMenu_submission
        }
      }
    `,
    { form },
  )

  const update = form.sending(async () => {
    const { verdict, score } = form.values
    const done = await correct({
      input: { id: sent.id, verdict, score: scored && verdict !== 'ACCEPTED' ? score : null },
    })
    if (!done) return
    toast.success(t('judging:correction.updated'))
    onClose()
  })

  return (
    <Modal
      title={t('judging:correction.modifyTitle', { number: sent.number })}
      width={370}
      onClose={onClose}
      unsaved={form.changed}
      actions={
        <Button
          type="submit"
          form="correction"
          size="large"
          variant="contained"
          color="primary"
          loading={pending}
        >
          {t('judging:correction.update')}
        </Button>
      }
    >
      <Box
        component="form"
        id="correction"
        ref={form.form}
        noValidate
        sx={{ display: 'grid', gap: 4, justifyItems: 'stretch' }}
        onSubmit={update}
      >
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('judging:correction.modifyText')}</Box>
        <SelectField
          label={t('judging:correction.status')}
          options={CHOICES.map((choice) => ({
            value: choice,
            label: t(`verdict:${verdictCode(choice)}`),
            disabled: choice === 'CANCELLED',
          }))}
          {...form.field('verdict')}
        />
        {scored && form.values.verdict !== 'ACCEPTED' && (
          <NumberField
            label={t('judging:correction.score')}
            required
            hint={sent.problem && t('judging:correction.scoreHint', { full: sent.problem.fullScore })}
            {...form.field('score')}
          />
        )}
      </Box>
    </Modal>
  )
}
