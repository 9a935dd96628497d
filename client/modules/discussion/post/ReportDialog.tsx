import Box from '@mui/material/Box'
import { useId } from 'react'
import { graphql } from 'react-relay'
import type {
  ReportDialogMutation,
  ReportLabel,
} from '../../../__generated__/ReportDialogMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { FieldFrame } from '../../../ui/form/FieldFrame.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

const LABELS = ['SPAM', 'ILLEGAL', 'VULGAR', 'FRAUD', 'ABUSE', 'PLAGIARISM'] as const

const MOST_CHARACTERS = 200

type Values = { labels: readonly ReportLabel[]; reason: string }

/** Form of a report: labels, a reason, or both (area-rules D10). */
export function ReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const group = useId()
  const form = useForm<Values>({
    values: { labels: [], reason: '' },
    rules: ({ labels, reason }) => ({
      reason:
        labels.length === 0 && !reason.trim()
          ? { words: t('discussion:report.empty') }
          : reason.trim().length > MOST_CHARACTERS
            ? { words: t('ui:fault.TOO_LONG', { max: MOST_CHARACTERS }), atOnce: true }
            : null,
    }),
  })
  const [report, { pending }] = useMutation<ReportDialogMutation>(
    graphql`
      mutation ReportDialogMutation($input: ReportDiscussionInput!) {
        reportDiscussion(input: $input) {
          id
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { labels, reason } = form.values
    const done = await report({ input: { id, labels: [...labels], reason: reason.trim() } })
    if (!done) return null
    toast.success(t('discussion:report.sent'))
    onClose()
    return done
  })
  const { labels } = form.values
  return (
    <FormDialog
      title={t('discussion:report.title')}
      form={form}
      isComplete
      submit={t('discussion:report.send')}
      pending={pending}
      onSubmit={send}
      onClose={onClose}
    >
      <FieldFrame id={group} group label={t('discussion:report.labels')}>
        <Box
          role="group"
          aria-label={t('discussion:report.labels')}
          sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 1 }}
        >
          {LABELS.map((label) => (
            <Box
              component="label"
              key={label}
              sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 32, typography: 'body2' }}
            >
              <Box
                component="input"
                type="checkbox"
                checked={labels.includes(label)}
                onChange={({ target }) =>
                  form.set(
                    'labels',
                    target.checked ? [...labels, label] : labels.filter((other) => other !== label),
                  )
                }
                sx={{ accentColor: ({ vars }) => vars.palette.primary.main, width: 16, height: 16, m: 0 }}
              />
              {t(`discussion:label.${label}`)}
            </Box>
          ))}
        </Box>
      </FieldFrame>
      <Field
        label={t('discussion:report.reason')}
        multiline
        minRows={3}
        hint={t('discussion:report.hint', { count: form.values.reason.trim().length, max: MOST_CHARACTERS })}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
