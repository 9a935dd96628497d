import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, use, useMemo, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { MarkdownTree } from '#server/shared/markdown/tree.ts'
import type { Said_author$key } from '../../__generated__/Said_author.graphql.ts'
import type { UserLink_user$key } from '../../__generated__/UserLink_user.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { Confirm, warmConfirm } from '../../ui/feedback/Confirm.tsx'
import { MarkdownTreeView } from '../../ui/markdown/Markdown.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import { withMentionLinks } from './mentionLinks.ts'
import { OfficialMarks } from './officialMarks.ts'

type Props = {
  author: UserLink_user$key & Said_author$key
  isOfficial: boolean
  /** Username that it replies to. */
  to?: string | null
  createdAt: string
  tree: MarkdownTree
  /** Further actions, left of the others. */
  acts?: ReactNode
  onReply: (() => void) | null
  /** Resolves to null when refused. */
  onRemove: (() => Promise<unknown>) | null
  isReply: boolean
}

/** A comment or reply: author, time, text and actions. */
export function Said(props: Props) {
  const { to, createdAt, tree, acts, onReply, onRemove, isReply } = props
  const { t } = useTranslation()
  const isOfficial = use(OfficialMarks) && props.isOfficial
  const [asking, setAsking] = useState(false)
  const words = useMemo(() => withMentionLinks(tree), [tree])
  const { username } = useFragment(
    graphql`
      fragment Said_author on User {
        username
      }
    `,
    props.author,
  )
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 2,
          rowGap: 0.5,
          typography: 'dense',
          fontWeight: 500,
        }}
      >
        <UserLink user={props.author} size={isReply ? 20 : 24} />
        {isOfficial && (
          <Box
            component="span"
            sx={{
              px: 1.5,
              borderRadius: 0.67,
              typography: 'caption',
              fontWeight: 600,
              color: 'accent.fg',
              bgcolor: 'accent.subtle',
            }}
          >
            {t('comment:official')}
          </Box>
        )}
        {to && (
          <Box component="span" sx={{ fontWeight: 400, color: 'text.tertiary' }}>
            {t('comment:to', { name: to })}
          </Box>
        )}
        <Box component="span" sx={{ ml: 'auto', typography: 'caption', color: 'text.tertiary' }}>
          <RelativeTime at={createdAt} />
        </Box>
      </Box>
      <Box sx={{ mt: 1.5, overflowWrap: 'anywhere' }}>
        <MarkdownTreeView size="body" tree={words} />
      </Box>
      {(acts || onReply || onRemove) && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1, ml: -2 }}>
          {acts}
          {onReply && (
            <Button
              size="small"
              variant="text"
              color="inherit"
              aria-label={t('comment:replyTo', { name: username })}
              onClick={onReply}
              sx={{ color: 'text.secondary' }}
            >
              {t('comment:reply')}
            </Button>
          )}
          {onRemove && (
            <Button
              size="small"
              variant="text"
              color="inherit"
              aria-label={t('comment:deleteOf', { name: username })}
              onPointerEnter={warmConfirm}
              onClick={() => setAsking(true)}
              sx={{ color: 'text.secondary' }}
            >
              {t('comment:delete')}
            </Button>
          )}
        </Box>
      )}
      {asking && onRemove && (
        <Confirm
          title={t(isReply ? 'comment:deleteReplyTitle' : 'comment:deleteTitle')}
          confirm={t('comment:delete')}
          destructive
          onConfirm={async () => {
            const done = await onRemove()
            if (done) toast.success(t('comment:deleted'))
            return done
          }}
          onClose={() => setAsking(false)}
        >
          {t(isReply ? 'comment:deleteReplyText' : 'comment:deleteText')}
        </Confirm>
      )}
    </>
  )
}
