import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ProblemDesk_problem$key } from '../../__generated__/ProblemDesk_problem.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { retryImport } from '../../relay/retryImport.ts'
import { Tabs } from '../../ui/controls/Tabs.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { SplitPane } from '../../ui/layout/SplitPane.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { EditorPane } from './editor/EditorPane.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { windowHeight } from './ProblemFrame.tsx'
import { type ProblemPlace, RESULT_PLACE } from './problemTabs.ts'
import { StatementPane } from './statement/StatementPane.tsx'
import { useWorkbench } from './workbenchContext.ts'

// Loaded later: reading and typing come before the first run.
const RunPanel = lazyPart(async () => (await retryImport(() => import('./outcome/RunPanel.tsx'))).RunPanel)

const OutputsPane = lazyPart(
  async () => (await retryImport(() => import('./outputs/OutputsPane.tsx'))).OutputsPane,
)

type Props = { place: ProblemPlace; problem: ProblemDesk_problem$key }

/** In a contest or training its bar takes a part of the window. */
const heightOf = ({ within, full }: ProblemPlace) => (within === '' ? windowHeight(full) : '100%')

/** Layout of a problem page: side by side, or one view at a time on a phone. */
export function ProblemDesk({ place, problem }: Props) {
  const { breakpoints } = useTheme()
  const phone = useMediaQuery(breakpoints.down('md'), { noSsr: true })
  const fields = useFragment(
    graphql`
      fragment ProblemDesk_problem on ProblemSheet {
        displayId
        title
        ...StatementPane_problem
        ...RunPanel_problem
      }
    `,
    problem,
  )
  const { outputOnly } = useWorkbench()
  const statement = <StatementPane place={place} problem={fields} phone={phone} />
  const code = <Section>{outputOnly ? <OutputsPane /> : <EditorPane />}</Section>
  const panel = (
    <Section skeleton={waiting}>
      <RunPanel place={place} problem={fields} phone={phone} />
    </Section>
  )

  if (phone)
    return (
      <Phone
        height={heightOf(place)}
        displayId={fields.displayId}
        title={fields.title}
        views={{ statement, code, result: panel }}
      />
    )
  return (
    <Box data-paper="" sx={{ height: heightOf(place), p: 2 }}>
      <SplitPane
        name="problem"
        first={
          <Paper {...sheet} data-paper="" id={RESULT_PLACE}>
            {statement}
          </Paper>
        }
        second={
          <SplitPane
            name="problem.panel"
            direction="column"
            initial={59}
            first={
              <Paper {...sheet} data-screen="">
                {code}
              </Paper>
            }
            second={
              <Paper {...sheet} data-screen="">
                {panel}
              </Paper>
            }
          />
        }
      />
    </Box>
  )
}

const sheet = {
  variant: 'outlined',
  sx: { position: 'relative', display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' },
} as const

const waiting = (
  <Box sx={{ px: 4, py: 3 }}>
    <SkeletonRows rows={2} height={28} />
  </Box>
)

const VIEWS = ['statement', 'code', 'result'] as const
type Views = Record<(typeof VIEWS)[number], ReactNode>
type PhoneProps = { height: ReturnType<typeof heightOf>; displayId: string; title: string; views: Views }

/** Three views under three tabs. All stay mounted, so typing and judging go on in the hidden ones. */
function Phone({ height, displayId, title, views }: PhoneProps) {
  const { t } = useTranslation()
  const { view, setView, shown, language, outputOnly } = useWorkbench()
  return (
    <Box
      data-paper=""
      sx={{
        height,
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'surface.main',
      }}
    >
      <Box sx={{ flex: 'none', borderBottom: 1, borderColor: 'divider' }}>
        <Tabs
          label={`${displayId} ${title}`}
          value={view}
          tabs={VIEWS.map((one) => ({
            value: one,
            id: `view-${one}-tab`,
            panel: `view-${one}`,
            label: (
              <>
                {t(`problem:view.${one === 'code' && outputOnly ? 'outputs' : one}`)}
                {one === 'result' && shown && view !== 'result' && (
                  <Box
                    component="i"
                    aria-hidden
                    sx={{ width: 7, height: 7, borderRadius: '50%', bgcolor: 'verdict.JG.solid' }}
                  />
                )}
              </>
            ),
          }))}
          onChange={setView}
          wide
          height={44}
        />
      </Box>
      {VIEWS.map((one) => (
        <Box
          key={one}
          role="tabpanel"
          {...(one === 'statement' ? { 'data-paper': '' } : { 'data-screen': '' })}
          id={`view-${one}`}
          aria-labelledby={`view-${one}-tab`}
          sx={{
            flex: 1,
            minHeight: 0,
            display: view === one ? 'flex' : 'none',
            flexDirection: 'column',
          }}
        >
          {one === 'code' && (
            <Box component="h1" sx={visuallyHidden}>
              {displayId} {title}
            </Box>
          )}
          {one === 'result' && (
            <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, px: 4, pt: 3 }}>
              <Box component="h1" sx={{ typography: 'button', fontWeight: 600, fontSize: 14, flex: 1 }}>
                <Box component="span" sx={{ typography: 'code', color: 'text.tertiary', mr: 2 }}>
                  {displayId}
                </Box>
                {title}
              </Box>
              <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{language?.name}</Box>
            </Box>
          )}
          {views[one]}
        </Box>
      ))}
      <PhoneBar />
    </Box>
  )
}
