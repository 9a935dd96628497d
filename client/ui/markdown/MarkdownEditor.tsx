/**
 * Markdown form field: toolbar and shortcuts (Ctrl+B …), with the preview beside the text, or in its place on
 * narrow windows. Tab leaves it like any field.
 *
 *   <MarkdownEditor label={t('…')} onUpload={onUpload} {...form.field('content')} />
 *   <LocaleField label={…} bind={…}>{(field) => <MarkdownEditor hiddenLabel {...field} />}</LocaleField>
 *
 * With `onUpload`, pictures and other files can be pasted, dropped and chosen. It uploads one and resolves to its
 * address, or null when it was refused. A placeholder is in the text meanwhile; do not save while
 * awaitsUpload(text) (markdown/textUploads.ts).
 */
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Suspense } from 'react'
import type { FramedProps } from '../form/FieldFrame.tsx'
import type { Bound } from '../form/useForm.ts'
import { lazyPart } from '../lazyPart.ts'
import type { Suggest } from './useSuggestions.tsx'

export type TextUploadKind = 'picture' | 'file'

export type MarkdownEditorProps = Omit<FramedProps, 'conflict' | 'taken' | 'error'> &
  Bound<string> & {
    maxLength?: number
    /** CSS length; '100%' fills the parent. */
    height?: number | string
    /** Focuses the field when it appears. */
    focused?: boolean
    onUpload?: (file: File, kind: TextUploadKind) => Promise<string | null>
    /** Completions while typing, such as names. */
    suggest?: Suggest
  }

const Body = lazyPart(async () => (await import('./MarkdownEditorBody.tsx')).MarkdownEditorBody)

/** The editor, or its placeholder while its code loads. */
export const MarkdownEditor = ({ height = 360, ...props }: MarkdownEditorProps) => (
  <Suspense
    fallback={
      <Box aria-busy sx={{ height }}>
        <Skeleton variant="rounded" width="100%" height="100%" />
      </Box>
    }
  >
    <Body height={height} {...props} />
  </Suspense>
)
