import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Popover from '@mui/material/Popover'
import { Suspense } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { BellPanelMutation } from '../../__generated__/BellPanelMutation.graphql.ts'
import type { BellPanelQuery, BellPanelQuery$data } from '../../__generated__/BellPanelQuery.graphql.ts'
import { RouterLink } from '../../relay/RouterLink.tsx'
import { useMutation } from '../../relay/useMutation.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { Section } from '../Section.tsx'

type Props = { anchor: HTMLElement; onClose: () => void }

/** The viewer's latest notifications. */
export function BellPanel({ anchor, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': t('app:bell.label'), sx: { width: 360, maxWidth: '100%' } },
      }}
    >
      <Suspense fallback={null}>
        <Section skeleton={<SkeletonRows rows={3} height={72} />}>
          {(attempt) => <Told attempt={attempt} onClose={onClose} />}
        </Section>
      </Suspense>
    </Popover>
  )
}

type Notification = NonNullable<BellPanelQuery$data['notifications']>['edges'][number]['node']

function Told({ attempt, onClose }: { attempt: number; onClose: () => void }) {
  const { t } = useTranslation()
  const { notifications } = useLazyLoadQuery<BellPanelQuery>(
    graphql`
      query BellPanelQuery {
        notifications(first: 20) {
          edges {
            node {
              id
              title
              summary
              link
              isRead
              createdAt
            }
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network', fetchKey: attempt },
  )
  const [mark, { pending }] = useMutation<BellPanelMutation>(graphql`
    mutation BellPanelMutation($input: MarkNotificationsReadInput!) {
      markNotificationsRead(input: $input) {
        total
      }
    }
  `)
  const rows = notifications?.edges.map(({ node }) => node) ?? []
  const unread = rows.filter(({ isRead }) => !isRead)
  const read = (some: readonly Notification[]) =>
    mark(
      { input: { ids: some.map(({ id }) => id) } },
      {
        updater: (store) => {
          for (const { id } of some) store.get(id)?.setValue(true, 'isRead')
        },
      },
    )

  if (rows.length === 0)
    return (
      <>
        <EmptyState title={t('app:bell.empty')} />
        <AllLink onClose={onClose} />
      </>
    )
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 4, py: 2.5 }}>
        <Box component="h2" sx={{ typography: 'h3', flex: 1 }}>
          {t('app:bell.label')}
        </Box>
        <Button
          size="small"
          variant="text"
          loading={pending}
          disabled={unread.length === 0}
          onClick={() => void read(unread)}
        >
          {t('app:bell.readAll')}
        </Button>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 420, overflowY: 'auto' }}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            onOpen={() => {
              if (!row.isRead) void read([row])
              if (row.link) onClose()
            }}
          />
        ))}
      </Box>
      <AllLink onClose={onClose} />
    </>
  )
}

/** Link to all messages. */
function AllLink({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', p: 2, textAlign: 'center' }}>
      <Button component={RouterLink} href="/message/discuss" size="small" variant="text" onClick={onClose}>
        {t('app:bell.all')}
      </Button>
    </Box>
  )
}

/** A longer text is whole on the page of messages. */
const TWO_LINES = {
  display: '-webkit-box',
  WebkitLineClamp: 2,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const

function Row({ row, onOpen }: { row: Notification; onOpen: () => void }) {
  const { t } = useTranslation()
  const { title, summary, link, isRead, createdAt } = row
  const target = link ? { component: RouterLink, href: link } : {}
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
      <ButtonBase
        {...target}
        onClick={onOpen}
        sx={{
          display: 'grid',
          gap: 0.5,
          width: '100%',
          px: 4,
          py: 2.5,
          textAlign: 'left',
          justifyItems: 'start',
          color: 'text.primary',
          '&:hover': { bgcolor: 'surface.hover' },
        }}
      >
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, width: '100%' }}>
          <Box
            component="span"
            sx={{
              flex: 1,
              minWidth: 0,
              overflowWrap: 'anywhere',
              typography: 'body2',
              fontWeight: isRead ? 400 : 600,
            }}
          >
            {title}
          </Box>
          {!isRead && (
            <Box
              component="span"
              role="img"
              aria-label={t('app:bell.new')}
              sx={{ width: 8, height: 8, borderRadius: '50%', bgcolor: 'accent.fg', flex: 'none' }}
            />
          )}
        </Box>
        <Box component="span" sx={{ typography: 'caption', color: 'text.secondary', ...TWO_LINES }}>
          {summary}
        </Box>
        <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
          <RelativeTime at={createdAt} />
        </Box>
      </ButtonBase>
    </Box>
  )
}
