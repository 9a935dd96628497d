import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { type ReactNode, useEffect, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { RunPanel_problem$key } from '../../../__generated__/RunPanel_problem.graphql.ts'
import { Section } from '../../../app/Section.tsx'
import { askedToLogin } from '../../../app/session/guards.ts'
import { retryImport } from '../../../relay/retryImport.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Key } from '../../../ui/controls/Key.tsx'
import { Tabs } from '../../../ui/controls/Tabs.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { OWN_PAGE_SIZE, type ProblemPlace, problemHref } from '../problemTabs.ts'
import { CountBadge } from '../statement/CountBadge.tsx'
import { listHref, useWorkbench } from '../workbenchContext.ts'
import { TrialForm } from './TrialForm.tsx'

// Loaded while the code is being sent.
const loadSubmission = () => retryImport(() => import('./SubmissionResult.tsx'))
const loadTrial = () => retryImport(() => import('./TrialResult.tsx'))
const SubmissionResult = lazyPart(async () => (await loadSubmission()).SubmissionResult)
const TrialResult = lazyPart(async () => (await loadTrial()).TrialResult)
const OwnSubmissions = lazyPart(
  async () => (await retryImport(() => import('../OwnSubmissions.tsx'))).OwnSubmissions,
)

type Props = { place: ProblemPlace; problem: RunPanel_problem$key; phone: boolean }

const idOf = (panel: string) => `panel-${panel}`

/** Panel below the editor: test input, result and own submissions. */
export function RunPanel({ place, problem, phone }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { setPanel, setView, shown, outdated, venue, home, displayId, submitting, running, onTried } =
    useWorkbench()
  const { outputOnly, panel: chosen } = useWorkbench()
  // Output files are not run on an input.
  const panel = outputOnly && chosen === 'input' ? 'result' : chosen
  const [listed, setListed] = useState(false)
  const { mine } = useFragment(
    graphql`
      fragment RunPanel_problem on ProblemSheet {
        mine: viewerSubmissions(first: 1) {
          totalCount
        }
      }
    `,
    problem,
  )
  useEffect(() => {
    if (submitting) loadSubmission().catch(() => undefined)
    if (running) loadTrial().catch(() => undefined)
  }, [submitting, running])
  const open = (next: typeof panel) => {
    if (next === 'submissions' && askedToLogin()) return
    if (next === 'submissions') setListed(true)
    setPanel(next)
  }

  return (
    <Box
      component="section"
      aria-label={t('problem:run.title')}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box
        sx={{
          flex: 'none',
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          pl: 4,
          pr: 2,
          minHeight: 44,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Tabs
          label={t('problem:run.title')}
          value={panel}
          tabs={[
            ...(outputOnly ? [] : [tabOf('input', t('problem:run.input'))]),
            tabOf('result', t('problem:run.result')),
            tabOf(
              'submissions',
              <>
                {t('problem:run.submissions')}
                <CountBadge count={mine.totalCount} />
              </>,
            ),
          ]}
          onChange={open}
          height={44}
        />
        {!phone && <RunButtons />}
      </Box>
      <Box
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 4, pt: 3, pb: 4, overscrollBehavior: 'contain' }}
      >
        {!outputOnly && (
          <Panel name="input" shown={panel}>
            <TrialForm />
          </Panel>
        )}
        <Panel name="result" shown={panel}>
          {shown ? (
            <Section skeleton={<SkeletonRows rows={3} />}>
              {outdated && shown.kind === 'submission' && <Outdated />}
              {shown.kind === 'submission' ? (
                <SubmissionResult key={shown.number} number={shown.number} />
              ) : (
                <TrialResult
                  key={shown.id}
                  id={shown.id}
                  onTried={onTried}
                  onEdit={() => {
                    setPanel('input')
                    setView('result')
                  }}
                />
              )}
            </Section>
          ) : (
            <EmptyState
              title={t('problem:result.empty')}
              text={outputOnly ? undefined : t('problem:result.emptyHint')}
            />
          )}
        </Panel>
        <Panel name="submissions" shown={panel}>
          {(listed || panel === 'submissions') && (
            <Section skeleton={<SkeletonRows rows={3} height={52} />}>
              <OwnSubmissions
                displayId={displayId}
                page={1}
                size={OWN_PAGE_SIZE}
                href={(page, size) => problemHref(place, { tab: 'submissions', page, size })}
                onNavigate={navigate}
              />
              <Box sx={{ mt: 2, typography: 'dense' }}>
                <Link
                  href={`${listHref({ venue, home })}?onlyMine=true&problemID=${encodeURIComponent(displayId)}&completeProblemID=true`}
                >
                  {t('problem:mine.all')}
                </Link>
              </Box>
            </Section>
          )}
        </Panel>
      </Box>
    </Box>
  )
}

const tabOf = <Name extends string>(value: Name, label: ReactNode) => ({
  value,
  label,
  id: `${idOf(value)}-tab`,
  panel: idOf(value),
})

/** A tab panel; it stays mounted while hidden, so that it goes on following its submission. */
const Panel = ({ name, shown, children }: { name: string; shown: string; children: ReactNode }) => (
  <Box role="tabpanel" id={idOf(name)} aria-labelledby={`${idOf(name)}-tab`} hidden={shown !== name}>
    {children}
  </Box>
)

/** Warns that the verdict below belongs to an earlier submission. */
function Outdated() {
  const { t } = useTranslation()
  const { submitting } = useWorkbench()
  if (submitting) return null
  return (
    <Box
      role="note"
      sx={{
        display: 'flex',
        gap: 1.5,
        alignItems: 'center',
        mb: 3,
        typography: 'dense',
        color: 'text.secondary',
      }}
    >
      <Icon name="clock" size={14} />
      {t('problem:result.outdated')}
    </Box>
  )
}

function RunButtons() {
  const { t } = useTranslation()
  const { closed, submit, submitting, submitWait, run, running, runWait, outputOnly } = useWorkbench()
  return (
    <>
      {!outputOnly && (
        <Button
          onClick={() => run()}
          loading={running}
          aria-disabled={closed !== null || runWait > 0}
          startIcon={<Icon name={runWait > 0 ? 'clock' : 'play'} />}
          aria-keyshortcuts="Control+'"
          sx={{ flex: 'none' }}
        >
          {runWait > 0 ? t('problem:run.tooSoon', { seconds: runWait }) : t('problem:run.run')}
          <KeyWhereRoom>Ctrl '</KeyWhereRoom>
        </Button>
      )}
      <Button
        variant="contained"
        color="primary"
        onClick={() => submit()}
        loading={submitting}
        aria-disabled={closed !== null || submitWait > 0}
        startIcon={closed ? <Icon name="lock" /> : submitWait > 0 ? <Icon name="clock" /> : undefined}
        aria-keyshortcuts="Control+Enter"
        sx={{ flex: 'none', '& kbd': { background: 'transparent', bgcolor: 'primary.dark' } }}
      >
        {closed !== null
          ? closed
          : submitWait > 0
            ? t('problem:run.tooSoon', { seconds: submitWait })
            : t('problem:run.submit')}
        {closed === null && <KeyWhereRoom>Ctrl ↵</KeyWhereRoom>}
      </Button>
    </>
  )
}

/** A shortcut at a button, hidden where room is short. */
const KeyWhereRoom = ({ children }: { children: string }) => (
  <Box component="span" sx={{ display: { xs: 'none', xl: 'inline' } }}>
    <Key>{children}</Key>
  </Box>
)
