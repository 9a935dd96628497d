import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type {
  InvitationItem_invitation$data,
  InvitationItem_invitation$key,
} from '../../../__generated__/InvitationItem_invitation.graphql.ts'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { RelativeTime, useNow } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { invitationLink } from './invitationLink.ts'
import { RevokeInvitation } from './RevokeInvitation.tsx'

/** Steps (ms) in which an open link notices that it expired. */
const STEP = 10_000

type Invitation = InvitationItem_invitation$data

/** Why a link ended; null: it is open. */
function endOf({ revokedAt, useCount, maxUses, expiresAt, isOpen }: Invitation, now: number) {
  if (revokedAt) return 'revoked'
  if (useCount >= maxUses) return 'usedUp'
  return isOpen && now < Date.parse(expiresAt) ? null : 'expired'
}

/** An invitation link: copied and revoked while it is open, struck through when it ended. */
export function InvitationItem(props: { invitation: InvitationItem_invitation$key }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const invitation = useFragment(
    graphql`
      fragment InvitationItem_invitation on GroupInvitation {
        id
        token
        expiresAt
        maxUses
        useCount
        revokedAt
        isOpen
      }
    `,
    props.invitation,
  )
  const { id, token, expiresAt, maxUses, useCount } = invitation
  const end = endOf(invitation, useNow(STEP))
  const link = invitationLink(token)
  const used = t('invitation:used', { uses: useCount, most: maxUses })
  return (
    <Box component="li" sx={{ '& + &': { pt: 4, borderTop: 1, borderColor: 'divider' }, minWidth: 0 }}>
      <Box sx={LINK}>
        <Box
          component={end ? 's' : 'span'}
          title={link}
          sx={end ? { ...TEXT, color: 'text.tertiary' } : TEXT}
        >
          {link.replace(/^https?:\/\//, '')}
        </Box>
        {!end && <CopyButton text={link} label={t('invitation:copy')} />}
      </Box>
      {!end && <Uses label={used} value={useCount} most={maxUses} />}
      <Box sx={FACTS}>
        <span>{used}</span>
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
          {end === 'expired' && <Icon name="clock" size={14} />}
          {end === null ? (
            <span>
              {t('invitation:until', { at: minuteOf(expiresAt) })} · <RelativeTime at={expiresAt} />
            </span>
          ) : (
            t(`invitation:end.${end}`, { at: minuteOf(expiresAt) })
          )}
        </Box>
      </Box>
      {!end && (
        <Box sx={{ ...FACTS, mt: 2, color: 'text.tertiary' }}>
          <span>{t('invitation:joinsAtOnce')}</span>
          <Button
            size="small"
            aria-label={t('invitation:revokeOf', { link: token })}
            onClick={() => setAsking(true)}
          >
            {t('invitation:revoke')}
          </Button>
        </Box>
      )}
      {asking && <RevokeInvitation id={id} onClose={() => setAsking(false)} />}
    </Box>
  )
}

const minuteOf = (at: string) => formatDateTime(at).slice(0, -3)

type UsesProps = { label: string; value: number; most: number }

/** Used share of the uses of a link. */
const Uses = ({ label, value, most }: UsesProps) => (
  <Box
    role="meter"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={most}
    aria-valuenow={value}
    sx={{ height: 4, mt: 2.5, borderRadius: 0.5, bgcolor: 'line.default', overflow: 'hidden' }}
  >
    <Box
      sx={{
        height: '100%',
        width: `${(value / most) * 100}%`,
        bgcolor: 'text.secondary',
        transition: 'width 220ms',
        '@media (forced-colors: active)': { bgcolor: 'Highlight', forcedColorAdjust: 'none' },
      }}
    />
  </Box>
)

const LINK = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minHeight: 40,
  pl: 3,
  pr: 1.5,
  borderRadius: 1,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'surface.fill',
} as const

const TEXT = {
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  typography: 'code',
} as const

const FACTS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 3,
  rowGap: 1,
  mt: 1.5,
  typography: 'dense',
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
} as const
