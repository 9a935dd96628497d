import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql } from 'react-relay'
import { useNavigate, useRevalidator } from 'react-router-dom'
import type { MessageToolsMutation } from '../../__generated__/MessageToolsMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Confirm, warmConfirm } from '../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { type MessageTab, messageHref } from './messageTabs.ts'

type Props = {
  tab: MessageTab
  unread: number
  total: number
  canMark: boolean
  marking: boolean
  onMarkAll: () => void
}

/** What can be done with all messages of a tab: mark them as read, and delete them after a question. */
export function MessageTools({ tab, unread, total, canMark, marking, onMarkAll }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [asking, setAsking] = useState(false)
  const [clean, { words }] = useMutation<MessageToolsMutation>(
    graphql`
      mutation MessageToolsMutation($input: CleanNotificationsInput!) {
        cleanNotifications(input: $input) {
          total
        }
      }
    `,
    { quiet: true },
  )
  const cleanAll = async () => {
    const done = await clean({ input: { kind: tab.kind } })
    if (!done) return null
    toast.success(t('message:clean.done'))
    void navigate(messageHref(tab.tab), { replace: true })
    void revalidate()
    return done
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3, minHeight: 32 }}>
      <Box
        component="span"
        sx={{ flex: 1, typography: 'dense', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {unread > 0 ? t('message:unread', { count: unread }) : t('message:allRead')}
      </Box>
      <Button
        startIcon={<Icon name="check" />}
        disabled={!canMark}
        loading={marking && unread > 0}
        onClick={onMarkAll}
      >
        {t('message:readAll')}
      </Button>
      <Button
        variant="text"
        startIcon={<Icon name="trash" />}
        disabled={total === 0}
        onPointerEnter={warmConfirm}
        onClick={() => setAsking(true)}
      >
        {t(`message:clean.${tab.tab}`)}
      </Button>
      {asking && (
        <Confirm
          title={t('message:clean.ask', { count: total, tab: t(`message:tab.${tab.tab}`) })}
          confirm={t('message:clean.short')}
          destructive
          refused={words}
          onConfirm={cleanAll}
          onClose={() => setAsking(false)}
        >
          {t('message:clean.hint')}
        </Confirm>
      )}
    </Box>
  )
}
