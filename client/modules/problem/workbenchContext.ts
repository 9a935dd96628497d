/** State shared by the parts of a problem page: the code, the runs and what is shown of them. */
import { createContext, type RefObject, use } from 'react'
import type { Workbench_problem$data } from '../../__generated__/Workbench_problem.graphql.ts'
import type { CodeEditorHandle } from '../../ui/code/CodeEditor.tsx'
import { type Place, placeHref } from '../group/place.ts'
import type { Draft } from './editor/draft.ts'
import type { CaptchaAnswer } from './editor/useSubmit.ts'
import type { TrialTexts } from './outcome/useTrial.ts'

export type OfferedLanguage = Workbench_problem$data['languages'][number]

/** A text offered after a change of language: the template, or what was written in it before. */
export type Offer = { kind: 'template' | 'earlier'; code: string }

export type PanelTab = 'input' | 'result' | 'submissions'
/** Views of a problem page on a phone, one at a time. */
export type PhoneView = 'statement' | 'code' | 'result'

/** What the result panel shows: the latest submission or test run. */
export type Shown = { kind: 'submission'; number: number } | { kind: 'trial'; id: string }

/** The contest in which a problem is solved. */
export type Venue = {
  contestId: string
  number: number
  /** Asks the reader for a required step and returns true when that step blocks sending. */
  holdsBack: () => boolean
  /** Whether the viewer has submitted to the problem; lists of a sealed OI contest do not have these rows. */
  hasSubmitted: boolean
  /** Which submission counts while verdicts are hidden: submitting again asks first (contest-rules 22); null: no question. */
  counts: 'RECENT' | 'HIGHEST' | null
}

/** List of the submissions of a contest, else of the place of the problem. */
export const listHref = ({ venue, home }: Pick<Workbench, 'venue' | 'home'>): string =>
  venue ? `/contest/${venue.number}/submissions` : `${placeHref(home)}/status`

export type Workbench = {
  /** Null: practice. */
  venue: Venue | null
  /** Group whose own problem it is; null: the site. */
  home: Place
  /** Id of the sheet: a problem has another one in a contest than in practice. */
  sheetId: string
  displayId: string
  /** Number of posts about the problem; null: no link leads to them. */
  discussionCount: number | null
  /** Address of a submission's own page. */
  detailHref: (number: number) => string
  samples: Workbench_problem$data['samples']
  /** Whether files of output are submitted instead of code. */
  outputOnly: boolean
  /** The uploaded files to submit, and the reason (words) against it; null before the pane of the files is there. */
  outputs: RefObject<{ id: string | null; reason: string } | null>
  languages: readonly OfferedLanguage[]
  /** Null while no judge host is connected. */
  language: OfferedLanguage | null
  /** The language as the editor names it. */
  family: string
  /** Keeps the text; another text to start from is offered. */
  chooseLanguage: (key: string) => void
  /** Puts code of a language into the editor; the editor can undo it. */
  putCode: (key: string, code: string) => void
  offer: Offer | null
  setOffer: (offer: Offer | null) => void
  /** Code before anything was typed; empty unless the problem has a template. */
  template: string
  draft: Draft
  editor: RefObject<CodeEditorHandle | null>
  replaceCode: (code: string) => void

  /** Why submitting is closed, as words for a button; null when it is open. */
  closed: string | null
  submit: (captcha?: CaptchaAnswer) => void
  submitting: boolean
  /** Seconds until the next submission and the next test run are allowed; 0: now. */
  submitWait: number
  runWait: number
  /** Runs the code on the given texts, or on those of the input tab. */
  run: (texts?: TrialTexts) => void
  running: boolean
  trial: TrialTexts
  setTrial: (change: Partial<TrialTexts>) => void
  trialErrors: Readonly<Record<string, string>>

  shown: Shown | null
  /**
   * True when the result shown is of an earlier submission: the last one was refused, or is still being sent.
   */
  outdated: boolean
  /** Announces the verdict of a submission that was followed here. */
  onJudged: (words: string) => void
  /** Announces the result of a test run, which is not stored. */
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

/** Patterns of language keys in order of preference, for viewers who have not chosen a language. */
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

/** Marks of the part of a template that solvers start from; the others are for its setter. */
const SHOWN_PART = /^\/\/TEMPLATE BEGIN\r?\n([\s\S]*?)\/\/TEMPLATE END/m

/** The problem's template for a language, or for another version of it; empty without one. */
export function templateOf(
  templates: readonly Template[],
  languages: readonly OfferedLanguage[],
  language: OfferedLanguage | null,
): string {
  if (!language) return ''
  const akin = languages.filter(({ editorLanguage }) => editorLanguage === language.editorLanguage)
  const keys = [language.key, language.baseKey, ...akin.map(({ key }) => key)]
  const found = keys.map((key) => templates.find((one) => one.languageKey === key)).find((one) => one)
  const code = found?.code ?? ''
  return SHOWN_PART.exec(code)?.[1] ?? code
}
