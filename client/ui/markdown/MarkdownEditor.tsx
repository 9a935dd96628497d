/**
 * A field for Markdown in a form: tools and their keys (Ctrl+B …), the preview beside the text or, where there is little
 * room, in its place. Tab leaves it as it leaves any field.
 *
 *   <MarkdownEditor label={t('…')} onPicture={bringPicture} {...form.field('content')} />
 *   <LocaleField label={…} bind={…}>{(field) => <MarkdownEditor hiddenLabel {...field} />}</LocaleField>
 *
 * With `onPicture`, pictures can be pasted, dropped and chosen: it brings one and answers its address, null when that was
 * refused. A mark stands for it meanwhile; a form must not be saved while awaitsPicture(text) (markdown/pictures.ts).
 */
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { Suspense } from 'react'
import type { FramedProps } from '../form/FieldFrame.tsx'
import type { Bound } from '../form/useForm.ts'
import { lazyPart } from '../lazyPart.ts'

export type MarkdownEditorProps = Omit<FramedProps, 'conflict' | 'taken' | 'error'> &
  Bound<string> & {
    maxLength?: number
    /** A length of CSS; '100%' fills what is around it. */
    height?: number | string
    /** Whether one writes in it as soon as it is here. */
    focused?: boolean
    onPicture?: (picture: File) => Promise<string | null>
  }

const Body = lazyPart(async () => (await import('./MarkdownEditorBody.tsx')).MarkdownEditorBody)

/** The editor, or its place until it is here. */
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
