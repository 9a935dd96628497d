import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { NoteText_notification$key } from '../../__generated__/NoteText_notification.graphql.ts'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'
import { MarkdownTreeView } from '../../ui/markdown/Markdown.tsx'

/** Pages that a message leads to, and their icons. */
const ICONS: readonly [RegExp, IconName][] = [
  [/submission-detail/, 'retry'],
  [/^\/setting#devices/, 'system'],
  [/^\/setting/, 'lock'],
  [/^\/group/, 'users'],
  [/problem/, 'list'],
]

const iconOf = (kind: string, link: string | null | undefined): IconName => {
  const found = ICONS.find(([pattern]) => pattern.test(link ?? ''))
  return found?.[1] ?? (kind === 'SYS' ? 'megaphone' : 'user')
}

/** What the site tells: its own words, or a notice in Markdown. */
export function NoteText(props: { notification: NoteText_notification$key }) {
  const { kind, title, content, contentTree, link } = useFragment(
    graphql`
      fragment NoteText_notification on Notification {
        kind
        title
        content
        contentTree
        link
      }
    `,
    props.notification,
  )
  return (
    <Box sx={{ display: 'flex', gap: 3, minWidth: 0 }}>
      <Box
        aria-hidden
        sx={{
          flex: 'none',
          display: 'grid',
          placeItems: 'center',
          width: 32,
          height: 32,
          borderRadius: 1.5,
          color: 'text.secondary',
          bgcolor: 'surface.fill',
        }}
      >
        <Icon name={iconOf(kind, link)} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1, minWidth: 0, typography: 'body2', overflowWrap: 'anywhere' }}>
        <Box dir="auto" sx={{ fontWeight: 600 }}>
          {link ? (
            <Link href={link} color="text.primary">
              {title}
            </Link>
          ) : (
            title
          )}
        </Box>
        {kind === 'SYS' ? (
          <MarkdownTreeView size="body" tree={contentTree} />
        ) : (
          content && (
            <Box dir="auto" sx={{ color: 'text.secondary' }}>
              {content}
            </Box>
          )
        )}
      </Box>
    </Box>
  )
}
