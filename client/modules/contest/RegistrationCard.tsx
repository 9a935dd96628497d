import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { RegistrationCard_contest$key } from '../../__generated__/RegistrationCard_contest.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { RegistrationForm } from './RegistrationForm.tsx'

/**
 * The viewer's registration, or the form to register. Hidden from organisers, and in a public contest unless
 * the account may not submit.
 */
export function RegistrationCard(props: { contest: RegistrationCard_contest$key }) {
  const { t } = useTranslation()
  const contest = useFragment(
    graphql`
      fragment RegistrationCard_contest on Contest {
        access
        status
        takesLate
        isRegistered
        submitBar
        canManage
        ...RegistrationForm_contest
      }
    `,
    props.contest,
  )
  const { access, status, takesLate, isRegistered, submitBar, canManage } = contest
  const isOver = status === 'ENDED' && !takesLate
  if (canManage || (access === 'PUBLIC' && submitBar !== 'CONTEST_ACCOUNT')) return null
  return (
    <Panel id="contest-registration" title={t('contest:registration.title')}>
      {submitBar === 'CONTEST_ACCOUNT' ? (
        <Line icon="alert" color="verdict.TLE.fg">
          {t('contest:bar.CONTEST_ACCOUNT')}
        </Line>
      ) : isRegistered ? (
        <Line icon="check" color="verdict.AC.fg">
          {t('contest:registration.done')}
        </Line>
      ) : isOver ? (
        <Line icon="flag" color="text.tertiary">
          {t('contest:bar.CONTEST_OVER')}
        </Line>
      ) : (
        <>
          <Box component="p" sx={{ typography: 'dense', color: 'text.secondary', mb: 3 }}>
            {t(`contest:facts.accessRule.${access}`)}
          </Box>
          <RegistrationForm contest={contest} />
        </>
      )}
    </Panel>
  )
}

type LineProps = { icon: 'alert' | 'check' | 'flag'; color: string; children: string }

const Line = ({ icon, color, children }: LineProps) => (
  <Box
    sx={{ display: 'flex', alignItems: 'flex-start', gap: 2, typography: 'dense', color: 'text.secondary' }}
  >
    <Box component="span" sx={{ display: 'inline-flex', color, pt: 0.5 }}>
      <Icon name={icon} />
    </Box>
    {children}
  </Box>
)
