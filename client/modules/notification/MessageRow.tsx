import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { graphql, useFragment } from 'react-relay'
import type { MessagePageQuery } from '../../__generated__/MessagePageQuery.graphql.ts'
import type { MessageRow_notification$key } from '../../__generated__/MessageRow_notification.graphql.ts'
import type { MessageRowMutation } from '../../__generated__/MessageRowMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { takeOut } from '../../relay/list/rows.ts'
import { RouterLink } from '../../relay/RouterLink.tsx'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Tip } from '../../ui/feedback/Tip.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { ActText } from './ActText.tsx'
import { NoteText } from './NoteText.tsx'

type Props = {
  notification: MessageRow_notification$key
  /** The list in the store. */
  list: MessagePageQuery['variables']
  /** It was unread when it was shown. */
  isNew: boolean
  /** It has just arrived. */
  isFresh: boolean
}

/** A message: what somebody did, or what the site tells. */
export function MessageRow({ list, isNew, isFresh, ...props }: Props) {
  const { t } = useTranslation()
  const notification = useFragment(
    graphql`
      fragment MessageRow_notification on Notification {
        id
        kind
        action
        link
        createdAt
        ...ActText_notification
        ...NoteText_notification
      }
    `,
    props.notification,
  )
  const { id, kind, action, link, createdAt } = notification
  const remove = useRemoval(list)
  const answers = action === 'COMMENT' || action === 'REPLY' || action === 'MENTION'
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '8px minmax(0,1fr)', md: '8px minmax(0,1fr) auto' },
        columnGap: 3,
        rowGap: 1,
        px: { xs: 3, md: 4 },
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
        '&:hover': { bgcolor: 'surface.hover' },
        ...(isFresh && { boxShadow: ({ vars }) => `inset 0 0 0 1px ${vars.palette.accent.border}` }),
      }}
    >
      <Box sx={{ pt: 3 }}>
        {isNew && (
          <Box
            role="img"
            aria-label={t('message:new')}
            sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'accent.fg' }}
          />
        )}
      </Box>
      {action ? <ActText notification={notification} /> : <NoteText notification={notification} />}
      <Box
        sx={{
          gridColumn: { xs: 2, md: 3 },
          display: 'flex',
          alignItems: 'center',
          alignSelf: 'start',
          gap: 1,
          typography: 'caption',
          color: 'text.tertiary',
          pl: { xs: 11, md: 0 },
        }}
      >
        <Box component="span" sx={{ mr: 'auto', pr: 2 }}>
          <RelativeTime at={createdAt} />
        </Box>
        {answers && link && (
          <Tip title={t('message:open')}>
            <IconButton component={RouterLink} href={link} aria-label={t('message:open')}>
              <Icon name="reply" />
            </IconButton>
          </Tip>
        )}
        <Tip title={t('message:remove')}>
          <IconButton aria-label={t('message:remove')} onClick={() => void remove(id, kind)}>
            <Icon name="trash" />
          </IconButton>
        </Tip>
      </Box>
    </Box>
  )
}

/** Deletes one message of a list. */
function useRemoval(list: MessagePageQuery['variables']) {
  const { t } = useTranslation()
  const [clean] = useMutation<MessageRowMutation>(graphql`
    mutation MessageRowMutation($input: CleanNotificationsInput!) {
      cleanNotifications(input: $input) {
        total
      }
    }
  `)
  return async (id: string, kind: MessageRowMutation['variables']['input']['kind']) => {
    const done = await clean(
      { input: { kind, id } },
      {
        updater: (store) => {
          const rows = store.getRoot().getLinkedRecord('notifications', list)
          if (rows) takeOut(rows, id)
        },
      },
    )
    if (done) toast.success(t('message:removed'))
  }
}
