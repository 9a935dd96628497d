import Box from '@mui/material/Box'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { fetchQuery, graphql, useFragment, useRelayEnvironment } from 'react-relay'
import type { Workbench_problem$key } from '../../__generated__/Workbench_problem.graphql.ts'
import type { WorkbenchAfterQuery } from '../../__generated__/WorkbenchAfterQuery.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { toast } from '../../app/toasts.ts'
import { retryImport } from '../../relay/retryImport.ts'
import type { CodeEditorHandle } from '../../ui/code/CodeEditor.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import type { Place } from '../group/place.ts'
import { draftOf } from './editor/draft.ts'
import { sheetVariables } from './editor/sheetVariables.ts'
import { useLanguageChoice } from './editor/useLanguageChoice.ts'
import { useSendable } from './editor/useSendable.ts'
import { useShortcuts } from './editor/useShortcuts.ts'
import { type CaptchaAnswer, useSubmit } from './editor/useSubmit.ts'
import { lastShown } from './outcome/lastShown.ts'
import { useShownResult } from './outcome/useShownResult.ts'
import { type TrialTexts, useTrial } from './outcome/useTrial.ts'
import { useQuestion } from './useQuestion.ts'
import { type Shown, type Workbench as Value, type Venue, WorkbenchContext } from './workbenchContext.ts'

type Props = {
  problem: Workbench_problem$key
  /** Account that the drafts belong to; null for a guest. */
  owner: string | null
  /** Why submitting is closed, as words for a button; null when it is open. */
  closed: string | null
  /** Number of posts about the problem; left out: no link leads to them. */
  discussionCount?: number | null
  /** Null: practice. */
  venue?: Venue | null
  /** Group whose own problem it is; null: the site. */
  home?: Place
  /** Global id of the training whose page this is; null: none. */
  trainingId?: string | null
  children: ReactNode
}

const ConfirmAgain = lazyPart(
  async () => (await retryImport(() => import('./ConfirmAgain.tsx'))).ConfirmAgain,
)
const ProblemLive = lazyPart(async () => (await import('./ProblemLive.tsx')).ProblemLive)
const CaptchaDialog = lazyPart(async () => (await import('./editor/CaptchaDialog.tsx')).CaptchaDialog)

/** State that the parts of a problem page share, and the actions of their buttons. */
export function Workbench({ problem, owner, closed, children, ...around }: Props) {
  const { discussionCount = null, venue = null, home = null, trainingId = null } = around
  const { t } = useTranslation()
  const fields = useFragment(
    graphql`
      fragment Workbench_problem on ProblemSheet {
        id
        problemId
        number
        displayId
        samples {
          index
          input
          output
        }
        outputOnly
        languages {
          key
          name
          description
          editorLanguage
          limitFactor
          family
          baseKey
        }
        templates {
          languageKey
          code
        }
        latest: viewerSubmissions(first: 1) {
          edges {
            node {
              number
              state
            }
          }
        }
        ...ProblemLive_problem
      }
    `,
    problem,
  )
  const { id, problemId, number, displayId, samples, outputOnly, languages, templates, latest } = fields
  const [draft] = useState(() => draftOf(venue ? { contest: venue.number, problem: number } : number, owner))
  const editor = useRef<CodeEditorHandle>(null)
  const choice = useLanguageChoice({ languages, templates, draft, editor })
  const { language, template } = choice

  const { shown, outdated, setOutdated, panel, setPanel, view, setView, announcement, setAnnouncement } =
    useShownResult(id, latest.edges[0]?.node ?? null)
  const contestId = venue?.contestId ?? null
  const contestNumber = venue?.number ?? null
  const sending = useSubmit({ problemId, contestId, trainingId })
  const {
    trial,
    setTrial,
    start,
    pending: running,
    left: runWait,
    errors,
  } = useTrial(problemId, samples[0], contestId)
  const outputs: Value['outputs'] = useRef(null)
  const once = useOnce()
  const sendingAgain = useQuestion()

  useEffect(() => draft.listen(), [draft])

  const show = (next: Shown) => lastShown.put(id, next)
  const sendable = useSendable({
    closed,
    venue,
    language,
    template,
    draft,
    outputs: outputOnly ? outputs : null,
    showCode: () => setView('code'),
  })

  const submit = (captcha: CaptchaAnswer | null = null) =>
    void once(async () => {
      if (sending.left > 0 && !captcha) return
      const code = sendable()
      if (!code) return
      if (
        venue?.counts &&
        (venue.hasSubmitted || shown?.kind === 'submission') &&
        !(await sendingAgain.ask())
      )
        return
      setOutdated(true)
      const sent = await sending.submit(code, captcha)
      if (sent === null) return
      toast.success(t('problem:result.sent'))
      lastShown.awaitEnd(sent)
      show({ kind: 'submission', number: sent })
    })

  const run = (texts: TrialTexts = trial) =>
    void once(async () => {
      if (runWait > 0) return
      if (texts !== trial) setTrial(texts)
      const code = sendable()
      if (!code || 'outputs' in code) return
      const started = await start(texts, code.language, code.source)
      if (started !== null) return show({ kind: 'trial', id: started })
      setPanel('input')
      setView('result')
    })

  useShortcuts({ submit: () => submit(), run: () => run(), save: draft.flush })

  const updateFigures = useFigures(displayId, contestNumber)
  const onJudged = useCallback(
    (words: string) => {
      setAnnouncement(words)
      // The statistics of the problem and the viewer's progress have changed.
      updateFigures()
    },
    [updateFigures, setAnnouncement],
  )

  const value: Value = {
    venue,
    home,
    sheetId: id,
    displayId,
    discussionCount,
    detailHref: (sent) =>
      venue
        ? `/contest/${venue.number}/problem/${encodeURIComponent(displayId)}/submission-detail/${sent}`
        : `/submission-detail/${sent}`,
    samples,
    outputOnly,
    outputs,
    languages,
    ...choice,
    draft,
    editor,
    closed,
    submit,
    submitting: sending.pending,
    submitWait: sending.left,
    runWait,
    run,
    running,
    trial,
    setTrial,
    trialErrors: errors,
    shown,
    outdated,
    onJudged,
    onTried: setAnnouncement,
    panel,
    setPanel,
    view,
    setView,
  }

  return (
    <WorkbenchContext value={value}>
      {children}
      <Box role="status" aria-live="polite" sx={visuallyHidden}>
        {announcement}
      </Box>
      {sendingAgain.isOpen && venue?.counts && (
        <Suspense>
          <ConfirmAgain counts={venue.counts} onAnswer={sendingAgain.answer} />
        </Suspense>
      )}
      {sending.asked && (
        <Section>
          <CaptchaDialog
            key={sending.asked.time}
            wrong={sending.asked.wrong}
            pending={sending.pending}
            onAnswer={submit}
            onClose={sending.dropCaptcha}
          />
        </Section>
      )}
      <Suspense fallback={null}>
        <ProblemLive
          problem={fields}
          subscribes={venue === null}
          needsHost={languages.length === 0 && !outputOnly}
        />
      </Suspense>
    </WorkbenchContext>
  )
}

/** Returns a function that runs an act unless one is running. */
function useOnce() {
  const busy = useRef(false)
  return async (act: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    try {
      await act()
    } finally {
      busy.current = false
    }
  }
}

/** Returns a function that refetches the problem's statistics and the viewer's progress. */
function useFigures(displayId: string, contestNumber: number | null) {
  const environment = useRelayEnvironment()
  return useCallback(() => {
    fetchQuery<WorkbenchAfterQuery>(
      environment,
      graphql`
        query WorkbenchAfterQuery($displayId: String!, $contest: Int!, $inContest: Boolean!) {
          problem(displayId: $displayId) @skip(if: $inContest) {
            ...WorkbenchAfter_problem
          }
          contest(number: $contest) @include(if: $inContest) {
            problem(displayId: $displayId) {
              ...WorkbenchAfter_problem
            }
          }
        }
      `,
      sheetVariables(contestNumber, displayId),
      { fetchPolicy: 'network-only' },
      // Failing to refresh the statistics needs no message.
    ).subscribe({ error: () => {} })
  }, [environment, displayId, contestNumber])
}

/** Fields to reload after a verdict, in practice and in a contest. */
graphql`
  fragment WorkbenchAfter_problem on ProblemSheet {
    ...StatementHead_problem
    ...StatementTabs_problem
    ...StatisticDialog_problem
    latest: viewerSubmissions(first: 1) {
      edges {
        node {
          number
          state
        }
      }
    }
  }
`
