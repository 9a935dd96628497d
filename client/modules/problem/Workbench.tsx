import Box from '@mui/material/Box'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchQuery, graphql, useFragment, useRelayEnvironment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { Workbench_problem$key } from '../../__generated__/Workbench_problem.graphql.ts'
import type { WorkbenchAfterQuery } from '../../__generated__/WorkbenchAfterQuery.graphql.ts'
import type { WorkbenchSubscription } from '../../__generated__/WorkbenchSubscription.graphql.ts'
import { askedToLogin } from '../../app/guards.ts'
import { toast } from '../../app/toasts.ts'
import { session } from '../../relay/session.ts'
import { useLive } from '../../relay/useLive.ts'
import type { CodeEditorHandle } from '../../ui/CodeEditor.tsx'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { draftOf } from './draft.ts'
import { MAX_CODE, useSubmit } from './useSubmit.ts'
import { type TrialTexts, useTrial } from './useTrial.ts'
import {
  type PanelTab,
  type PhoneView,
  pickLanguage,
  type Shown,
  type Workbench as Value,
  WorkbenchContext,
} from './workbenchContext.ts'

type Props = { problem: Workbench_problem$key; children: ReactNode }

/** The family of what is written before anybody has offered a language. */
const NO_FAMILY = 'plaintext'

/** What was shown of each problem: into focus mode and out of it, or away and back, it is there again. */
const lastShown = new Map<string, Shown>()
session.subscribe(() => lastShown.clear())

/** Holds what the parts of a problem page share, and does what their buttons say. */
export function Workbench({ problem, children }: Props) {
  const { t } = useTranslation()
  const environment = useRelayEnvironment()
  const { revalidate } = useRevalidator()
  const { id, number, displayId, samples, languages, templates, latest } = useFragment(
    graphql`
      fragment Workbench_problem on Problem {
        id
        number
        displayId
        samples {
          index
          input
          output
        }
        languages {
          key
          name
          description
          editorLanguage
          limitFactor
          template
        }
        templates {
          language
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
      }
    `,
    problem,
  )
  const [draft] = useState(() => draftOf(number))
  const editor = useRef<CodeEditorHandle>(null)
  const [wanted, setWanted] = useState(draft.language)
  const language = pickLanguage(languages, wanted)
  const family = language?.editorLanguage ?? draft.family() ?? NO_FAMILY
  // What was written while no language was offered is code of the first that is.
  draft.rename(NO_FAMILY, family)
  const template = templates.find((one) => one.language === language?.key)?.code ?? language?.template ?? ''

  // After a reload a judging that was under way is followed on.
  const [shown, setShown] = useState<Shown | null>(() => {
    const node = latest.edges[0]?.node
    const under =
      node && node.state !== 'DONE' ? ({ kind: 'submission', number: node.number } as const) : null
    return under ?? lastShown.get(id) ?? null
  })
  const [panel, setPanel] = useState<PanelTab>(shown ? 'result' : 'input')
  const [view, setView] = useState<PhoneView>('statement')
  const [announcement, setAnnouncement] = useState('')
  const sending = useSubmit(id)
  const { trial, setTrial, start, pending: running, errors } = useTrial(id, samples[0])
  const busy = useRef(false)

  useEffect(() => draft.listen(), [draft])

  // A host that comes brings its languages.
  useLive<WorkbenchSubscription>(
    graphql`
      subscription WorkbenchSubscription {
        judgingChanged {
          hosts {
            id
            languages
          }
        }
      }
    `,
    languages.length === 0 ? {} : null,
    {
      onEvent: ({ judgingChanged }) => {
        if (judgingChanged.hosts.length > 0) void revalidate()
      },
    },
  )

  const show = (next: Shown) => {
    setAnnouncement('')
    setShown(next)
    lastShown.set(id, next)
    setPanel('result')
    setView('result')
  }

  /** The code, when there is somebody to send it and something to send. */
  const sendable = (): { language: string; source: string } | null => {
    if (askedToLogin()) return null
    if (!language) {
      toast.error(t('problem:editor.noLanguage'))
      return null
    }
    const source = draft.code(family) ?? template
    if (source.trim() === '') toast.error(t('refusal:CODE_EMPTY'))
    else if (source.length > MAX_CODE) toast.error(t('refusal:CODE_TOO_LONG'))
    else return { language: language.key, source }
    return null
  }

  const once = async (act: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    try {
      await act()
    } finally {
      busy.current = false
    }
  }

  const submit = () =>
    void once(async () => {
      const code = sendable()
      if (!code) return
      const sent = await sending.submit(code.language, code.source)
      if (sent === null) return
      toast.success(t('problem:result.sent'))
      show({ kind: 'submission', number: sent })
    })

  const run = (texts: TrialTexts = trial) =>
    void once(async () => {
      if (texts !== trial) setTrial(texts)
      const code = sendable()
      if (!code) return
      const started = await start(texts, code.language, code.source)
      if (started !== null) return show({ kind: 'trial', id: started })
      setPanel('input')
      setView('result')
    })

  useShortcuts({ submit, run: () => run(), save: draft.flush })

  const onJudged = useCallback(
    (words: string) => {
      setAnnouncement(words)
      // The figures of the problem, and the viewer's progress in it, are other ones now.
      fetchQuery<WorkbenchAfterQuery>(
        environment,
        graphql`
          query WorkbenchAfterQuery($displayId: String!) {
            problem(displayId: $displayId) {
              ...StatementHead_problem
              ...StatementTabs_problem
              ...StatisticDialog_problem
            }
          }
        `,
        { displayId },
        { fetchPolicy: 'network-only' },
        // Not being told new figures is no reason to disturb anybody.
      ).subscribe({ error: () => {} })
    },
    [environment, displayId],
  )

  const value: Value = {
    problemId: id,
    displayId,
    samples,
    languages,
    language,
    family,
    chooseLanguage: (key) => {
      const chosen = languages.find((one) => one.key === key)
      if (!chosen) return
      draft.choose(key, chosen.editorLanguage)
      setWanted(key)
    },
    template,
    draft,
    editor,
    replaceCode: (code) => {
      draft.type(family, code)
      editor.current?.setValue(code)
    },
    submit,
    submitting: sending.pending,
    run,
    running,
    trial,
    setTrial,
    trialErrors: errors,
    shown,
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
    </WorkbenchContext>
  )
}

/** Ctrl+S is a habit; the browser would save the page. */
const SHORTCUTS = { Enter: 'submit', "'": 'run', s: 'save' } as const

/** Ctrl+Enter and Ctrl+' wherever the focus is; the editor has answered already when it was there. */
function useShortcuts(acts: Record<(typeof SHORTCUTS)[keyof typeof SHORTCUTS], () => void>) {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.altKey || !(event.ctrlKey || event.metaKey)) return
      // A dialog has the page to itself.
      if (document.querySelector('[aria-modal="true"]')) return
      const act = Object.entries(SHORTCUTS).find(([key]) => key === event.key)?.[1]
      if (!act) return
      event.preventDefault()
      latest.current[act]()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
