import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { HostCard_host$data, HostCard_host$key } from '../../__generated__/HostCard_host.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { TestBar } from '../../ui/text/TestBar.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** One judge host: its state, its current work and its languages. */
export function HostCard(props: { host: HostCard_host$key }) {
  const { t } = useTranslation()
  const host = useFragment(
    graphql`
      fragment HostCard_host on JudgeHost {
        name
        cores
        slots
        running
        load
        reason
        startedAt
        toolchains {
          key
          name
          version
        }
        protections
        submissions {
          id
          number
          tape
          caseCount
        }
      }
    `,
    props.host,
  )
  const facts = [
    t('judging:hosts.slots', { running: host.running, slots: host.slots }),
    t('judging:hosts.cores', { count: host.cores }),
    t('judging:hosts.load', { load: host.load.toFixed(2) }),
  ]
  return (
    <Paper component="article" variant="outlined" sx={{ p: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <Box component="h3" sx={{ typography: 'h3', overflowWrap: 'anywhere' }}>
          {host.name}
        </Box>
        <Service reason={host.reason ?? null} />
        <Box
          sx={{
            ml: { md: 'auto' },
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 3,
            typography: 'dense',
            color: 'text.secondary',
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          <span>
            {t('judging:hosts.since')} <RelativeTime at={host.startedAt} />
          </span>
        </Box>
      </Box>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '96px minmax(0,1fr)' },
          columnGap: 4,
          rowGap: { xs: 0.5, md: 2 },
          mt: 3,
          typography: 'dense',
          '& dt': { color: 'text.tertiary', mt: { xs: 2, md: 0 } },
        }}
      >
        <dt>{t('judging:hosts.atWork')}</dt>
        <dd>
          <AtWork host={host} />
        </dd>
        <dt>{t('judging:hosts.languages')}</dt>
        <dd>
          <Chips>
            {host.toolchains.map(({ key, name, version }) => (
              <li key={key}>
                {name}{' '}
                <Box component="span" sx={{ color: 'text.tertiary' }}>
                  {version}
                </Box>
              </li>
            ))}
          </Chips>
        </dd>
        <dt>{t('judging:hosts.protections')}</dt>
        <dd>
          <Chips>
            {host.protections.map((protection) => (
              <li key={protection}>{protection}</li>
            ))}
          </Chips>
        </dd>
      </Box>
    </Paper>
  )
}

/** Whether the host takes work; `reason` says why not. */
function Service({ reason }: { reason: string | null }) {
  const { t } = useTranslation()
  const code = reason === null ? 'AC' : 'WA'
  return (
    <Box
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        py: 0.5,
        borderRadius: 3,
        typography: 'caption',
        fontWeight: 500,
        whiteSpace: 'pre-line',
        bgcolor: `verdict.${code}.bg`,
        color: `verdict.${code}.fg`,
      }}
    >
      <Icon name={reason === null ? 'check' : 'cross'} size={14} />
      {reason === null ? t('judging:hosts.inService') : `${t('judging:hosts.outOfService')} · ${reason}`}
    </Box>
  )
}

function AtWork({ host }: { host: HostCard_host$data }) {
  const { t } = useTranslation()
  const hidden = host.running - host.submissions.length
  if (host.submissions.length === 0 && hidden <= 0)
    return (
      <Box sx={{ color: 'text.secondary' }}>
        {t(host.reason ? 'judging:hosts.noWork' : 'judging:hosts.idle')}
      </Box>
    )
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 1 }}>
      {host.submissions.map(({ id, number, tape, caseCount }) => (
        <Box key={id} sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
          <Link href={`/submission-detail/${number}`}>#{number}</Link>
          <TestBar tape={tape} total={caseCount ?? null} running />
        </Box>
      ))}
      {hidden > 0 && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('judging:hosts.hidden', { count: hidden })}
        </Box>
      )}
    </Box>
  )
}

const Chips = ({ children }: { children: ReactNode }) => (
  <Box
    component="ul"
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      gap: 1.5,
      '& li': { px: 2, py: 0.25, borderRadius: 1, bgcolor: 'surface.fill', overflowWrap: 'anywhere' },
    }}
  >
    {children}
  </Box>
)
