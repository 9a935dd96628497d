import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useLazyLoadQuery } from 'react-relay'
import { deviceOf } from '#server/shared/device.ts'
import type { DeviceListQuery, DeviceListQuery$data } from '../../__generated__/DeviceListQuery.graphql.ts'
import type { DeviceListRevokeMutation } from '../../__generated__/DeviceListRevokeMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Login = NonNullable<DeviceListQuery$data['viewer']>['sessions'][number]

/** The viewer's logins, the current one first. */
export function DeviceList({ attempt }: { attempt: number }) {
  const { viewer } = useLazyLoadQuery<DeviceListQuery>(
    graphql`
      query DeviceListQuery {
        viewer {
          sessions {
            id
            current
            createdAt
            ip
            userAgent
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network', fetchKey: attempt },
  )
  // Ended logins leave nulls in the list.
  const logins = (viewer?.sessions ?? [])
    .filter(Boolean)
    .sort((a, b) => Number(b.current) - Number(a.current))
  return (
    <Box component="ul">
      {logins.map((login) => (
        <Device key={login.id} login={login} />
      ))}
    </Box>
  )
}

function Device({ login }: { login: Login }) {
  const { t } = useTranslation()
  const { browser, system } = deviceOf(login.userAgent)
  const name = browser && system ? t('user:devices.on', { browser, system }) : (browser ?? system)
  const shown = name ?? t('user:devices.unknown')
  const [revoke, { pending }] = useMutation<DeviceListRevokeMutation>(
    graphql`
      mutation DeviceListRevokeMutation($id: ID!) {
        revokeSession(input: { id: $id }) {
          sessionId @deleteRecord
        }
      }
    `,
  )
  const end = async () => {
    if (await revoke({ id: login.id })) toast.success(t('user:devices.ended', { device: shown }))
  }
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        minHeight: 64,
        py: 2,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box title={login.userAgent} sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {shown}
        </Box>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 3,
            typography: 'caption',
            color: 'text.tertiary',
          }}
        >
          <span>{login.ip}</span>
          <span>
            {t('user:devices.since')} <RelativeTime at={login.createdAt} />
          </span>
        </Box>
      </Box>
      {login.current ? (
        <Box sx={{ typography: 'caption', fontWeight: 600, color: 'verdict.AC.fg' }}>
          {t('user:devices.current')}
        </Box>
      ) : (
        <Button
          size="small"
          loading={pending}
          aria-label={t('user:devices.endNamed', { device: shown })}
          onClick={() => void end()}
        >
          {t('user:devices.end')}
        </Button>
      )}
    </Box>
  )
}
