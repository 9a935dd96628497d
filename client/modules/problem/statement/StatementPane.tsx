import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { StatementPane_problem$key } from '../../../__generated__/StatementPane_problem.graphql.ts'
import { Section } from '../../../app/Section.tsx'
import { openSessionDialog } from '../../../app/session/sessionDialog.ts'
import { retryImport } from '../../../relay/retryImport.ts'
import { session } from '../../../relay/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { type ProblemPlace, problemHref } from '../problemTabs.ts'
import { AnnexList } from './AnnexList.tsx'
import { StatementBody } from './StatementBody.tsx'
import { StatementHead } from './StatementHead.tsx'
import { StatementLinks, StatementTabs, statementPanel } from './StatementTabs.tsx'

const OwnSubmissions = lazyPart(
  async () => (await retryImport(() => import('../OwnSubmissions.tsx'))).OwnSubmissions,
)

type Props = {
  place: ProblemPlace
  problem: StatementPane_problem$key
  /** A phone shows no tabs above the statement. */
  phone: boolean
}

/** Left side: statement, own submissions and attachments. */
export function StatementPane({ place, problem, phone }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const fields = useFragment(
    graphql`
      fragment StatementPane_problem on ProblemSheet {
        displayId
        title
        ...StatementTabs_problem
        ...StatementHead_problem
        ...StatementBody_problem
        ...AnnexList_problem
      }
    `,
    problem,
  )
  const { tab } = place
  const tabbed = !phone || tab !== 'description'

  return (
    <>
      {tabbed && <StatementTabs place={place} problem={fields} />}
      <Box
        data-paper=""
        role={tabbed ? 'tabpanel' : undefined}
        id={statementPanel(tab)}
        aria-labelledby={tabbed ? `tab-${tab}` : undefined}
        sx={{
          flex: 1,
          minHeight: 0,
          overflowY: 'auto',
          px: phone ? 4 : 5,
          pt: 4,
          pb: 6,
          overscrollBehavior: 'contain',
        }}
      >
        {tab === 'description' ? (
          <>
            <StatementHead problem={fields}>
              {phone && <StatementLinks place={place} problem={fields} />}
            </StatementHead>
            <StatementBody problem={fields} />
          </>
        ) : (
          <>
            <Box component="h1" sx={{ typography: 'h2', mb: 3 }}>
              {t(`problem:page.${tab}Of`, { id: fields.displayId, title: fields.title })}
            </Box>
            {tab === 'annex' && <AnnexList problem={fields} />}
            {tab === 'submissions' && session.token && (
              <Section skeleton={<SkeletonRows rows={5} height={52} />}>
                <OwnSubmissions
                  displayId={fields.displayId}
                  page={place.page}
                  size={place.size}
                  href={(page, size) => problemHref(place, { page, size })}
                  onNavigate={navigate}
                />
              </Section>
            )}
            {tab === 'submissions' && !session.token && (
              <EmptyState title={t('problem:mine.guest')} text={t('problem:mine.guestHint')}>
                <Button variant="contained" color="primary" onClick={() => openSessionDialog('login')}>
                  {t('app:user.signIn')}
                </Button>
              </EmptyState>
            )}
          </>
        )}
      </Box>
    </>
  )
}
