/** What the parts of a problem page share: the code, what is run, and what is shown of it. */
import { createContext, type RefObject, use } from 'react'
import type { Workbench_problem$data } from '../../__generated__/Workbench_problem.graphql.ts'
import type { CodeEditorHandle } from '../../ui/code/CodeEditor.tsx'
import type { Draft } from './editor/draft.ts'
import type { CaptchaAnswer } from './editor/useSubmit.ts'
import type { TrialTexts } from './outcome/useTrial.ts'

export type OfferedLanguage = Workbench_problem$data['languages'][number]

/** A text to go on with after another language was chosen: its template, or what was written in it before. */
export type Offer = { kind: 'template' | 'earlier'; code: string }

export type PanelTab = 'input' | 'result' | 'submissions'
/** On a phone one of them is shown at a time. */
export type PhoneView = 'statement' | 'code' | 'result'

/** What the result panel is about: the latest of what was sent here. */
export type Shown = { kind: 'submission'; number: number } | { kind: 'trial'; id: string }

/** The contest in which a problem is solved. */
export type Venue = {
  contestId: string
  number: number
  /** True when nothing can be sent until the reader has done something, which they are asked for. */
  holdsBack: () => boolean
  /** Only the last submission counts, and nobody hears of its outcome: another one is asked about first. */
  overwrites: boolean
}

/** Where the viewer's submissions are listed: of the site, or of a contest. */
export const listHref = (venue: Venue | null): string =>
  venue ? `/contest/${venue.number}/submissions` : '/status'

export type Workbench = {
  /** Null: practice. */
  venue: Venue | null
  /** Of the problem there: in a contest it is another one than in practice. */
  sheetId: string
  displayId: string
  /** Where a submission is shown whole. */
  detailHref: (number: number) => string
  samples: Workbench_problem$data['samples']
  languages: readonly OfferedLanguage[]
  /** Null while no judge host is there. */
  language: OfferedLanguage | null
  /** The language as the editor calls it. */
  family: string
  /** The text stays; where there is another one to begin with, it is offered. */
  chooseLanguage: (key: string) => void
  /** Puts code of a language into the editor; it can be undone there. */
  putCode: (key: string, code: string) => void
  offer: Offer | null
  setOffer: (offer: Offer | null) => void
  /** What stands in the editor before anybody has typed; empty unless the problem has a template. */
  template: string
  draft: Draft
  editor: RefObject<CodeEditorHandle | null>
  replaceCode: (code: string) => void

  /** Why no code is taken now, in words for a button; null: it is. */
  closed: string | null
  submit: (captcha?: CaptchaAnswer) => void
  submitting: boolean
  /** Seconds until the next submission may be sent, and the next test run; 0 when it may be now. */
  submitWait: number
  runWait: number
  /** Runs the code with the texts of the input tab, or with those given. */
  run: (texts?: TrialTexts) => void
  running: boolean
  trial: TrialTexts
  setTrial: (change: Partial<TrialTexts>) => void
  trialErrors: Readonly<Record<string, string>>

  shown: Shown | null
  /** What is shown is of an earlier submission: what was tried since was not taken. */
  outdated: boolean
  /** A judging that was followed here has come to its end. */
  onJudged: (words: string) => void
  /** The same of a test run, which is not kept. */
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

/** In which order a language is chosen for those who have not chosen one, by keys: names are the site's to give. */
const FIRST = [/^cpp17$/, /^cpp/, /^c\d/, /^java$/, /^python3/, /^python2/]

export function pickLanguage(
  languages: readonly OfferedLanguage[],
  wanted: string | null,
): OfferedLanguage | null {
  const asked = languages.find(({ key }) => key === wanted)
  if (asked) return asked
  const plain = languages.filter(({ baseKey }) => !baseKey)
  for (const pattern of FIRST) {
    const found = plain.find(({ key }) => pattern.test(key))
    if (found) return found
  }
  return plain[0] ?? languages[0] ?? null
}

type Template = Workbench_problem$data['templates'][number]

/** The template that the problem has for a language, or for another version of it; empty when it has none. */
export function templateOf(
  templates: readonly Template[],
  languages: readonly OfferedLanguage[],
  language: OfferedLanguage | null,
): string {
  if (!language) return ''
  const akin = languages.filter(({ editorLanguage }) => editorLanguage === language.editorLanguage)
  const keys = [language.key, language.baseKey, ...akin.map(({ key }) => key)]
  const found = keys.map((key) => templates.find((one) => one.languageKey === key)).find((one) => one)
  return found?.code ?? ''
}
