import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { TrainingRegistration_training$key } from '../../__generated__/TrainingRegistration_training.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Fact, FactList } from '../../ui/layout/FactList.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { formatDateTime, formatDuration } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

const TrainingRegistrationForm = lazyPart(
  async () => (await import('./TrainingRegistrationForm.tsx')).TrainingRegistrationForm,
)

/** Height (px) that is kept free while the form loads. */
const FORM_HEIGHT = 116

/** The viewer's registration and rank in a private training, or the form to register; nothing for others. */
export function TrainingRegistration(props: { training: TrainingRegistration_training$key }) {
  const { t } = useTranslation()
  const training = useFragment(
    graphql`
      fragment TrainingRegistration_training on Training {
        access
        lookBar
        registeredAt
        headcount: rankRows(first: 1) {
          totalCount
        }
        viewerRankRow {
          place
          timeMs
        }
        ...TrainingRegistrationForm_training
      }
    `,
    props.training,
  )
  const { access, lookBar, registeredAt, headcount, viewerRankRow: row } = training
  if (lookBar === 'TRAINING_NOT_REGISTERED')
    return (
      <Panel id="training-registration" title={t('training:registration.title')}>
        <Box component="p" sx={{ typography: 'dense', color: 'text.secondary', mb: 3 }}>
          {t('training:registration.hint')}
        </Box>
        <Suspense fallback={<Box sx={{ height: FORM_HEIGHT }} />}>
          <TrainingRegistrationForm training={training} />
        </Suspense>
      </Panel>
    )
  if (lookBar === 'HOMEWORK_CLOSED')
    return (
      <Panel id="training-closed" title={t('training:closed.title')}>
        <Box component="p" sx={{ typography: 'dense', color: 'text.secondary', m: 0 }}>
          {t('training:closed.text')}
        </Box>
      </Panel>
    )
  if (access !== 'PRIVATE' || !registeredAt) return null
  return (
    <Panel id="training-registration" title={t('training:registration.own')}>
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1, fontWeight: 600, color: 'verdict.AC.fg' }}
      >
        <Icon name="check" />
        {t('training:registration.done')}
      </Box>
      <FactList>
        <Fact name={t('training:registration.at')}>{formatDateTime(registeredAt).slice(0, -3)}</Fact>
        {row && (
          <>
            <Fact
              name={t('training:registration.place')}
            >{`${row.place} / ${headcount?.totalCount ?? 0}`}</Fact>
            <Fact name={t('training:registration.timeMs')}>{formatDuration(row.timeMs)}</Fact>
          </>
        )}
      </FactList>
    </Panel>
  )
}
