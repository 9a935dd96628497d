/** What the parts of a problem page share: the code, what is run, and what is shown of it. */
import { createContext, type RefObject, use } from 'react'
import type { Workbench_problem$data } from '../../__generated__/Workbench_problem.graphql.ts'
import type { CodeEditorHandle } from '../../ui/CodeEditor.tsx'
import type { Draft } from './draft.ts'
import type { TrialTexts } from './useTrial.ts'

export type OfferedLanguage = Workbench_problem$data['languages'][number]

export type PanelTab = 'input' | 'result' | 'submissions'
/** On a phone one of them is shown at a time. */
export type PhoneView = 'statement' | 'code' | 'result'

/** What the result panel is about: the latest of what was sent here. */
export type Shown = { kind: 'submission'; number: number } | { kind: 'trial'; id: string }

export type Workbench = {
  problemId: string
  displayId: string
  samples: Workbench_problem$data['samples']
  languages: readonly OfferedLanguage[]
  /** Null while no judge host is there. */
  language: OfferedLanguage | null
  /** Which of the texts of the draft is written on: the language as the editor calls it. */
  family: string
  chooseLanguage: (key: string) => void
  /** What stands in the editor before anybody has typed. */
  template: string
  draft: Draft
  editor: RefObject<CodeEditorHandle | null>
  replaceCode: (code: string) => void

  submit: () => void
  submitting: boolean
  /** Runs the code with the texts of the input tab, or with those given. */
  run: (texts?: TrialTexts) => void
  running: boolean
  trial: TrialTexts
  setTrial: (change: Partial<TrialTexts>) => void
  trialErrors: Readonly<Record<string, string>>

  shown: Shown | null
  /** A judging that was followed here has come to its end. */
  onJudged: (words: string) => void
  /** The same of a test run, of which nothing is kept. */
  onTried: (words: string) => void
  panel: PanelTab
  setPanel: (panel: PanelTab) => void
  view: PhoneView
  setView: (view: PhoneView) => void
}

export const WorkbenchContext = createContext<Workbench | null>(null)

export function useWorkbench(): Workbench {
  const workbench = use(WorkbenchContext)
  if (!workbench) throw new Error('There is no workbench around')
  return workbench
}

/** In which order a language is chosen for those who have not chosen one. */
const FIRST = [/^C$/, /^C\+\+/, /^Java$/, /^Python ?3/, /^Python ?2/]

export function pickLanguage(
  languages: readonly OfferedLanguage[],
  wanted: string | null,
): OfferedLanguage | null {
  const asked = languages.find(({ key }) => key === wanted)
  if (asked) return asked
  for (const pattern of FIRST) {
    const found = languages.find(({ name }) => pattern.test(name))
    if (found) return found
  }
  return languages[0] ?? null
}
