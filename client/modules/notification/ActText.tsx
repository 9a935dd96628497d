import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { ActText_notification$key } from '../../__generated__/ActText_notification.graphql.ts'
import { Avatar } from '../../ui/text/Avatar.tsx'
import { RoleBadge } from '../../ui/text/marks.tsx'
import { Sentence } from '../../ui/text/Sentence.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { homeOf } from '../user/UserLink.tsx'

/** What somebody did: who, where, the new words and the quoted ones. */
export function ActText(props: { notification: ActText_notification$key }) {
  const { t } = useTranslation()
  const { action, sender, words, quote, sourceTitle, link } = useFragment(
    graphql`
      fragment ActText_notification on Notification {
        action
        words
        quote
        sourceTitle
        link
        sender {
          username
          avatar
          role
          isEnded
        }
      }
    `,
    props.notification,
  )
  const person = sender && !sender.isEnded ? sender : null
  const name = person?.username ?? t('ui:endedUser')
  const title = sourceTitle ?? ''
  return (
    <Box sx={{ display: 'flex', gap: 3, minWidth: 0 }}>
      <Avatar name={name} src={person?.avatar} size={32} />
      <Box sx={{ display: 'grid', gap: 1, minWidth: 0, typography: 'body2', overflowWrap: 'anywhere' }}>
        <Box>
          {action && (
            <Sentence
              say={(name, title) => t(`message:act.${action}`, { name, title })}
              parts={[
                <Box key="name" component="span" sx={{ fontWeight: 600 }}>
                  {person ? (
                    <Link href={homeOf(person.username)} color="text.primary">
                      {name}
                    </Link>
                  ) : (
                    <Box component="span" sx={{ color: 'text.tertiary' }}>
                      {name}
                    </Box>
                  )}{' '}
                  {person && <RoleBadge role={person.role} />}
                </Box>,
                link ? (
                  <Link key="title" href={link} dir="auto">
                    {title}
                  </Link>
                ) : (
                  <Box key="title" component="span" dir="auto">
                    {title}
                  </Box>
                ),
              ]}
            />
          )}
        </Box>
        {words && <Box dir="auto">{words}</Box>}
        {quote && (
          <Box
            dir="auto"
            sx={{
              pl: 2.5,
              borderLeft: 2,
              borderColor: 'line.default',
              typography: 'dense',
              color: 'text.secondary',
            }}
          >
            {quote}
          </Box>
        )}
      </Box>
    </Box>
  )
}
