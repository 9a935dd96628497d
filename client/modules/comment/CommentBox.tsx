import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { useUsername } from '../../app/session/useUsername.ts'
import { toast } from '../../app/toasts.ts'
import { useFormDraft } from '../../ui/form/draft/useFormDraft.ts'
import { type Form, useForm } from '../../ui/form/useForm.ts'
import { MarkdownEditor, type MarkdownEditorProps } from '../../ui/markdown/MarkdownEditor.tsx'
import { awaitsUpload } from '../../ui/markdown/textUploads.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useMentionSuggest } from './useMentionSuggest.ts'

const MOST_CHARACTERS = 10_000

type Words = { content: string }

type Props = {
  /** Global id of the subject, whose people may be mentioned. */
  subjectId: string
  /** Storage key of the draft in this browser. */
  draft: string
  label: string
  hint?: ReactNode
  height: number
  focused?: boolean
  onUpload?: MarkdownEditorProps['onUpload']
  pending: boolean
  /** Resolves to a falsy value when refused; errors are set on `form`. */
  onSend: (content: string, form: Form<Words>) => Promise<unknown>
  /** Left out: the box is emptied instead of closed. */
  onClose?: () => void
}

/** Editor of a comment or a reply. */
export function CommentBox(props: Props) {
  const [written, setWritten] = useState(0)
  const { onClose = () => setWritten((before) => before + 1) } = props
  return <Writing key={written} {...props} cancels={props.onClose !== undefined} onClose={onClose} />
}

function Writing({
  subjectId,
  draft,
  onSend,
  onClose,
  cancels,
  pending,
  onUpload,
  ...look
}: Props & { cancels: boolean }) {
  const { t } = useTranslation()
  const suggest = useMentionSuggest(subjectId)
  const form = useForm<Words>({
    values: BLANK,
    rules: ({ content }) => ({
      content: !content.trim()
        ? { words: t('comment:empty') }
        : content.length > MOST_CHARACTERS && [...content].length > MOST_CHARACTERS
          ? { words: t('ui:fault.TOO_LONG', { max: MOST_CHARACTERS }), atOnce: true }
          : null,
    }),
  })
  useFormDraft(`${draft} ${useUsername()}`, form, BLANK)
  const send = form.sending(async () => {
    const { content } = form.values
    if (awaitsUpload(content)) return null
    const done = await onSend(content, form)
    if (!done) return null
    toast.success(t('comment:sent'))
    // After the form is marked as saved and its draft deleted.
    setTimeout(() => onClose?.())
    return done
  })
  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send} sx={{ display: 'grid', gap: 2 }}>
      <MarkdownEditor {...look} suggest={suggest} onUpload={onUpload} {...form.field('content')} />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
        {cancels && (
          <Button
            onClick={() => {
              form.reset()
              setTimeout(() => onClose?.())
            }}
          >
            {t('comment:cancel')}
          </Button>
        )}
        <Button type="submit" variant="contained" color="primary" loading={pending}>
          {t('comment:send')}
        </Button>
      </Box>
    </Box>
  )
}

const BLANK: Words = { content: '' }
