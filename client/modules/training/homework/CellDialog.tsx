import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { MatrixCell } from '#server/shared/training/matrixCell.ts'
import type { CellDialog_training$key } from '../../../__generated__/CellDialog_training.graphql.ts'
import type { CellDialogMutation } from '../../../__generated__/CellDialogMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useEditing } from '../../../relay/useEditing.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { Fact, FactList } from '../../../ui/layout/FactList.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { Verdict } from '../../../ui/text/Verdict.tsx'
import type { VerdictName } from '../../../ui/text/verdicts.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { submissionList } from '../../submission/submissionList.ts'

type Props = {
  training: CellDialog_training$key
  student: { readonly uid: string; readonly username: string }
  problem: { readonly number: number; readonly displayId: string; readonly title: string }
  cell: MatrixCell | undefined
  onClose: () => void
}

/** Version of a cell without a mark. */
const NONE = 0

/** A student's result in a problem, with the points and the note of a teacher. */
export function CellDialog({ student, problem, cell, onClose, ...props }: Props) {
  const { t } = useTranslation()
  const { id, problems } = useFragment(
    graphql`
      fragment CellDialog_training on Training {
        id
        problems {
          problem {
            number
            groupNumber
          }
        }
      }
    `,
    props.training,
  )
  const { uid, username } = student
  const { number, displayId, title } = problem
  const home = problems?.find((one) => one.problem?.number === number)?.problem?.groupNumber ?? null
  const submissions = submissionList(home)
  const list = submissions.read(
    new URLSearchParams({ username, problemID: displayId, completeProblemID: 'true' }),
  )
  const mark = cell?.mark
  const form = useEditing({
    version: mark ? Date.parse(mark.at) : NONE,
    values: { points: mark?.points ?? (null as number | null), note: mark?.note ?? '' },
    rules: ({ points }) => ({
      points:
        points === null || (Number.isInteger(points) && points >= 0 && points <= 100)
          ? null
          : { words: t('homework:mark.fault') },
    }),
  })
  const [save, { pending }] = useMutation<CellDialogMutation>(
    graphql`
      mutation CellDialogMutation($input: MarkTrainingInput!) {
        markTraining(input: $input) {
          id
        }
      }
    `,
    { form },
  )
  const basedOn = form.version ? new Date(form.version).toISOString() : null
  const send = async (given: { points: number | null; note: string }) => {
    const done = await save({ input: { id, uid, problemNumber: number, basedOn, ...given } })
    if (!done) return null
    toast.success(t('homework:mark.saved'))
    onClose()
    return done
  }
  return (
    <FormDialog
      title={`${username} · ${displayId} ${title}`}
      form={form}
      pending={pending}
      onSubmit={form.sending(() => send(form.values))}
      onClose={onClose}
      others={
        mark && (
          <Button size="large" disabled={pending} onClick={() => void send({ points: null, note: '' })}>
            {t('homework:mark.remove')}
          </Button>
        )
      }
    >
      <FactList>
        <Fact name={t('homework:mark.result')}>
          {cell?.verdict ? <Verdict verdict={cell.verdict as VerdictName} /> : t('homework:mark.none')}
        </Fact>
        {cell?.at && (
          <>
            <Fact name={t('homework:mark.tries')}>{cell.tries + (cell.verdict === 'ACCEPTED' ? 1 : 0)}</Fact>
            <Fact name={t('homework:mark.at')}>
              {formatDateTime(cell.at)}
              {(cell.isLate || !cell.counts) &&
                ` · ${t(cell.counts ? 'homework:cell.late' : 'homework:cell.uncounted')}`}
            </Fact>
          </>
        )}
        {mark && (
          <Fact
            name={t('homework:mark.by')}
          >{`${mark.by ?? '–'} · ${formatDateTime(mark.at).slice(0, -3)}`}</Fact>
        )}
      </FactList>
      <Box>
        <Button href={submissions.href(list)} variant="outlined">
          {t('homework:mark.submissions')}
        </Button>
      </Box>
      <NumberField
        label={t('homework:mark.points')}
        hint={t('homework:mark.pointsHint')}
        {...form.field('points')}
      />
      <Field
        label={t('homework:mark.note')}
        hint={t('homework:mark.noteHint')}
        multiline
        minRows={2}
        maxLength={500}
        {...form.field('note')}
      />
    </FormDialog>
  )
}
