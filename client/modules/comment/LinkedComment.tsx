import Box from '@mui/material/Box'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { LinkedComment_comment$key } from '../../__generated__/LinkedComment_comment.graphql.ts'
import type { MarkdownEditorProps } from '../../ui/markdown/MarkdownEditor.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { CommentCard } from './CommentCard.tsx'

type Props = {
  /** Null: it was deleted, or is about something else. */
  subjectId: string
  comment: LinkedComment_comment$key | null | undefined
  /** Uploads files into replies; left out: only text is written. */
  onUpload?: MarkdownEditorProps['onUpload']
}

/** The comment that a link leads to, above the others, with all its replies. */
export function LinkedComment({ subjectId, onUpload, ...props }: Props) {
  const { t } = useTranslation()
  const [isRemoved, setRemoved] = useState(false)
  const comment = useFragment(
    graphql`
      fragment LinkedComment_comment on Comment {
        ...CommentCard_comment
      }
    `,
    props.comment ?? null,
  )
  return (
    <Box component="section" aria-labelledby="linked-comment" sx={{ mt: { xs: 3, md: 4 }, maxWidth: 960 }}>
      <Box component="h2" id="linked-comment" sx={{ typography: 'h3', mb: 2 }}>
        {t('comment:linked')}
      </Box>
      {comment && !isRemoved ? (
        <Box component="ul">
          <CommentCard
            subjectId={subjectId}
            comment={comment}
            isFresh={false}
            onUpload={onUpload}
            showsAll
            onRemoved={() => setRemoved(true)}
          />
        </Box>
      ) : (
        <Box role="status" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('comment:linkedGone')}
        </Box>
      )}
    </Box>
  )
}
