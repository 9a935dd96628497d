import Box from '@mui/material/Box'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ApplyForSite_problem$key } from '../../../__generated__/ApplyForSite_problem.graphql.ts'
import { ButtonWithReason } from '../../../ui/controls/ButtonWithReason.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { ApplyDialog } from './ApplyDialog.tsx'
import { TONES } from './applications.ts'

/** Application of a group's problem for the site: its state, and the button to apply or cancel. */
export function ApplyForSite(props: { problem: ApplyForSite_problem$key }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { id, displayId, visibility, application, testset } = useFragment(
    graphql`
      fragment ApplyForSite_problem on Problem {
        id
        displayId
        visibility
        application
        testset {
          caseCount
        }
      }
    `,
    props.problem,
  )
  const isApplied = application === 'ASKED'
  const barred =
    visibility === 'GROUP'
      ? (testset?.caseCount ?? 0) === 0
        ? t('solution:desk.noTests')
        : null
      : t('problemAdmin:application.hidden')
  return (
    <>
      {application && (
        <Box role="status" sx={{ typography: 'dense', color: TONES[application] }}>
          {t(`problemAdmin:application.${application}`)}
        </Box>
      )}
      {application !== 'APPROVED' && (
        <ButtonWithReason
          startIcon={<Icon name={isApplied ? 'cross' : 'share'} />}
          disabledReason={isApplied ? null : barred}
          onClick={() => setAsking(true)}
        >
          {t(isApplied ? 'problemAdmin:application.cancel' : 'problemAdmin:application.apply')}
        </ButtonWithReason>
      )}
      {asking && (
        <ApplyDialog id={id} displayId={displayId} isApplied={!isApplied} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
