import { createContext, use } from 'react'

export type LessonTreeState = {
  /** Display id of the open lesson; null: none. */
  current: string | null
  /** Ids of the expanded nodes. */
  expanded: ReadonlySet<string>
  setExpanded: (id: string, expanded: boolean) => void
  /** Changes when lessons changed on the server; read nodes again then. */
  stamp: number
  /** Whether the viewer adds, changes, moves and deletes nodes. */
  manages: boolean
  /** Announces to screen readers. */
  onSay: (words: string) => void
}

export const LessonTreeContext = createContext<LessonTreeState | null>(null)

export function useLessonTree(): LessonTreeState {
  const state = use(LessonTreeContext)
  if (!state) throw new Error('no contents around this component')
  return state
}
