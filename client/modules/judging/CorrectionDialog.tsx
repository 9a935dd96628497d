import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { graphql, useFragment } from 'react-relay'
import type { CorrectionDialog_submission$key } from '../../__generated__/CorrectionDialog_submission.graphql.ts'
import type { CorrectionDialogMutation } from '../../__generated__/CorrectionDialogMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Picker } from '../../ui/Picker.tsx'
import { type VerdictName, verdictCode } from '../../ui/verdicts.ts'

/** What people can decide; a cancelled one is shown as what it is and cannot be chosen. */
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

/** Verdict and score of a submission as somebody sets them. */
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
  const scored = sent.problem.scoring === 'OI'
  const [verdict, setVerdict] = useState<VerdictName>(sent.verdict ?? 'ACCEPTED')
  const [score, setScore] = useState(
    sent.score === null || sent.score === undefined ? '' : String(sent.score),
  )
  const [correct, { pending, fieldErrors, clear }] = useMutation<CorrectionDialogMutation>(
    graphql`
      mutation CorrectionDialogMutation($input: CorrectSubmissionInput!) {
        correctSubmission(input: $input) {
          ...SubmissionTable_row
          ...SubmissionBanner_submission
          ...CorrectionMenu_submission
        }
      }
    `,
    { fields: ['score'] },
  )
  const number = Number(score)
  const complete = verdict !== 'CANCELLED' && (!scored || (score.trim() !== '' && Number.isInteger(number)))

  const update = async () => {
    const done = await correct({ input: { id: sent.id, verdict, score: scored ? number : null } })
    if (!done) return
    toast.success(t('judging:correction.updated'))
    onClose()
  }

  return (
    <Modal
      title={t('judging:correction.modifyTitle', { number: sent.number })}
      width={370}
      onClose={onClose}
      actions={
        <Button
          type="submit"
          form="correction"
          size="large"
          variant="contained"
          color="primary"
          disabled={!complete || pending}
        >
          {t('judging:correction.update')}
        </Button>
      }
    >
      <Box
        component="form"
        id="correction"
        sx={{ display: 'grid', gap: 4, justifyItems: 'stretch' }}
        onSubmit={(event) => {
          event.preventDefault()
          if (complete) void update()
        }}
      >
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('judging:correction.modifyText')}</Box>
        <Box>
          <Picker
            label={t('judging:correction.status')}
            value={verdict}
            options={CHOICES.map((choice) => ({
              value: choice,
              label: t(`verdict:${verdictCode(choice)}`),
              disabled: choice === 'CANCELLED',
            }))}
            onChange={(chosen) => setVerdict(chosen as VerdictName)}
          />
        </Box>
        {scored && (
          <Field
            label={t('judging:correction.score')}
            required
            type="number"
            value={score}
            hint={t('judging:correction.scoreHint', { full: sent.problem.fullScore })}
            error={fieldErrors.score}
            inputProps={{ min: 0, max: sent.problem.fullScore, step: 1 }}
            onChange={(value) => {
              setScore(value)
              clear('score')
            }}
          />
        )}
      </Box>
    </Modal>
  )
}
