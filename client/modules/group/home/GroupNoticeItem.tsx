import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useId, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { GroupNoticeItem_notice$key } from '../../../__generated__/GroupNoticeItem_notice.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { MarkdownTreeView } from '../../../ui/markdown/Markdown.tsx'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { UserLink } from '../../user/UserLink.tsx'

type Props = {
  notice: GroupNoticeItem_notice$key
  /** The newest one is open at first. */
  isFirst: boolean
}

/** An announcement: its title opens the text. */
export function GroupNoticeItem({ isFirst, ...props }: Props) {
  const id = useId()
  const [toggled, setToggled] = useState<boolean | null>(null)
  const { title, contentTree, createdAt, author } = useFragment(
    graphql`
      fragment GroupNoticeItem_notice on GroupNotice {
        title
        contentTree
        createdAt
        author {
          ...UserLink_user
        }
      }
    `,
    props.notice,
  )
  const open = toggled ?? isFirst
  return (
    <Box component="li" sx={{ px: 4, borderTop: 1, borderColor: 'divider' }}>
      <Box component="h3" sx={{ m: 0, typography: 'body2' }}>
        <ButtonBase aria-expanded={open} aria-controls={id} onClick={() => setToggled(!open)} sx={HEAD}>
          <Icon name={open ? 'down' : 'right'} size={14} />
          <Box component="span" sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
            {title}
          </Box>
          <Box component="span" sx={{ flex: 'none', typography: 'dense', color: 'text.tertiary' }}>
            <RelativeTime at={createdAt} />
          </Box>
        </ButtonBase>
      </Box>
      {open && (
        <Box id={id} sx={{ pl: 5.5, pb: 4, minWidth: 0, overflowWrap: 'anywhere' }}>
          <MarkdownTreeView size="body" tree={contentTree} />
          {author && (
            <Box sx={{ mt: 2, typography: 'dense', color: 'text.secondary' }}>
              <UserLink user={author} />
            </Box>
          )}
        </Box>
      )}
    </Box>
  )
}

const HEAD = {
  width: '100%',
  minHeight: 44,
  py: 2,
  gap: 2,
  justifyContent: 'flex-start',
  textAlign: 'left',
  font: 'inherit',
} as const
