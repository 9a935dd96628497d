import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { JudgingDialogQuery } from '../../__generated__/JudgingDialogQuery.graphql.ts'
import type { JudgingDialogSubscription } from '../../__generated__/JudgingDialogSubscription.graphql.ts'
import { useConnection } from '../../relay/list/connection.ts'
import { useLive } from '../../relay/useLive.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LiveMark } from '../../ui/feedback/LiveMark.tsx'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { formatList } from '../../ui/text/format.ts'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { Section } from '../Section.tsx'

type Show = 'queue' | 'system'

function Figures({ show, attempt }: { show: Show; attempt: number }) {
  const { t, i18n } = useTranslation()
  const { judging } = useLazyLoadQuery<JudgingDialogQuery>(
    graphql`
      query JudgingDialogQuery {
        judging {
          waiting
          running
          hosts {
            id
            name
            slots
            running
            load
            cores
            reason
            startedAt
            toolchains {
              key
              name
            }
            protections
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network', fetchKey: attempt },
  )
  useLive<JudgingDialogSubscription>(
    graphql`
      subscription JudgingDialogSubscription {
        judgingChanged {
          waiting
          running
          hosts {
            id
            name
            slots
            running
            load
            cores
            reason
            startedAt
            toolchains {
              key
              name
            }
            protections
          }
        }
      }
    `,
    {},
  )

  const { hosts, waiting, running } = judging
  return (
    <>
      <Box sx={{ display: 'flex', gap: 8, mb: 4 }}>
        <Figure label={t('app:footer.waiting')} value={waiting} />
        <Figure label={t('app:footer.running')} value={running} />
        <Figure label={t('app:footer.judges')} value={hosts.length} />
      </Box>
      {hosts.length === 0 && (
        <EmptyState title={t('app:footer.noJudges')} text={t('app:footer.noJudgesText')} />
      )}
      {hosts.map((host) => (
        <Box key={host.id} sx={{ borderTop: 1, borderColor: 'divider', py: 3 }}>
          <Box sx={{ display: 'flex', gap: 3, alignItems: 'baseline', flexWrap: 'wrap' }}>
            <Box component="h3" sx={{ typography: 'h3', flex: 1 }}>
              {host.name}
            </Box>
            <Box sx={{ typography: 'dense', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {t('app:footer.slots', { running: host.running, slots: host.slots })}
            </Box>
          </Box>
          {host.reason && (
            <Box sx={{ typography: 'dense', color: 'verdict.WA.fg', overflowWrap: 'anywhere' }}>
              {t('app:footer.outOfService', { reason: host.reason })}
            </Box>
          )}
          {show === 'system' && (
            <Box
              component="dl"
              sx={{
                display: 'grid',
                gridTemplateColumns: 'auto 1fr',
                columnGap: 4,
                rowGap: 1,
                mt: 2,
                typography: 'dense',
                '& dt': { color: 'text.tertiary' },
              }}
            >
              <dt>{t('app:footer.load')}</dt>
              <dd>{t('app:footer.loadOf', { load: host.load.toFixed(2), cores: host.cores })}</dd>
              <dt>{t('app:footer.started')}</dt>
              <dd>
                <RelativeTime at={host.startedAt} />
              </dd>
              <dt>{t('app:footer.languages')}</dt>
              <dd>
                {formatList(
                  host.toolchains.map(({ name }) => name),
                  i18n.language,
                )}
              </dd>
              <dt>{t('app:footer.protections')}</dt>
              <dd>{formatList(host.protections, i18n.language)}</dd>
            </Box>
          )}
        </Box>
      ))}
    </>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <Box>
      <Box sx={{ typography: 'clock' }}>{value}</Box>
      <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{label}</Box>
    </Box>
  )
}

/** Live load of the judges; the system page has more about each host. */
export function JudgingDialog({ show, onClose }: { show: Show; onClose: () => void }) {
  const { t } = useTranslation()
  const connection = useConnection()
  return (
    <Modal title={t(`app:footer.${show}`)} aside={<LiveMark state={connection} />} onClose={onClose}>
      <Section skeleton={<SkeletonRows rows={3} />}>
        {(attempt) => <Figures show={show} attempt={attempt} />}
      </Section>
      <Link href="/judging" onClick={onClose} sx={{ typography: 'dense' }}>
        {t('app:footer.more')}
      </Link>
    </Modal>
  )
}
