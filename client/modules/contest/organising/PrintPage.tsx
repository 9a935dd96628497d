import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useReducer } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { PrintPageMutation } from '../../../__generated__/PrintPageMutation.graphql.ts'
import type { PrintPageQuery } from '../../../__generated__/PrintPageQuery.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DraftNote } from '../../../ui/form/draft/DraftNote.tsx'
import { useFormDraft } from '../../../ui/form/draft/useFormDraft.ts'
import { FormCard } from '../../../ui/form/FormCard.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

const LEAST = 50
const MOST = 65_535
const EMPTY = { content: '' }

/** Print requests of a contestant, one after the other. */
export function PrintPage({ queryRef }: PageProps<PrintPageQuery>) {
  const { t } = useTranslation()
  const data = usePreloadedQuery<PrintPageQuery>(
    graphql`
      query PrintPageQuery($number: Int!) {
        contest(number: $number) {
          id
          hasPrinting
          status
          canManage
        }
        viewer {
          user {
            username
          }
        }
      }
    `,
    queryRef,
  )
  const { id, hasPrinting, status, canManage } = found(data.contest)
  const [sent, countSent] = useReducer((before: number) => before + 1, 0)
  if (!hasPrinting) return <EmptyState title={t('contestDay:prints.closed')} />
  if (status === 'ENDED' && !canManage)
    return <EmptyState title={t('contestDay:prints.over')} text={t('contestDay:prints.overText')} />
  const writer = data.viewer?.user.username
  return (
    <RequestForm key={sent} contestId={id} draftKey={`contest-print ${writer} ${id}`} onSent={countSent} />
  )
}

type Props = {
  contestId: string
  /** Storage key of the unsent draft. */
  draftKey: string
  onSent: () => void
}

/** The text of one request. */
function RequestForm({ contestId, draftKey, onSent }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    values: EMPTY,
    rules: ({ content }) => ({
      content: !content.trim()
        ? { words: t('contestDay:prints.blank') }
        : content.trim().length < LEAST
          ? { words: t('ui:fault.TOO_SHORT', { min: LEAST }) }
          : null,
    }),
  })
  const draft = useFormDraft(draftKey, form, EMPTY)
  const [request, { pending }] = useMutation<PrintPageMutation>(
    graphql`
      mutation PrintPageMutation($input: RequestContestPrintInput!) {
        requestContestPrint(input: $input) {
          number
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const done = await request({ input: { contestId, content: form.values.content } })
    if (!done) return null
    toast.success(t('contestDay:prints.sent'))
    // After the form is marked as saved and its draft deleted.
    setTimeout(onSent)
    return done
  })
  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send}>
      <FormCard title={t('contestDay:prints.request')} text={t('contestDay:prints.requestText')}>
        <DraftNote foundAt={draft.foundAt} onDiscard={form.reset} />
        <Field
          label={t('contestDay:prints.content')}
          required
          multiline
          minRows={12}
          maxRows={28}
          maxLength={MOST}
          hint={t('contestDay:prints.hint', { min: LEAST })}
          inputProps={{ spellCheck: false }}
          sx={{ '& textarea': { typography: 'code' } }}
          {...form.field('content')}
        />
        <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
          <Button type="submit" variant="contained" color="primary" loading={pending}>
            {t('contestDay:prints.send')}
          </Button>
        </Box>
      </FormCard>
    </Box>
  )
}
