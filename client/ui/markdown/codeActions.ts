import { createContext, type ReactNode } from 'react'

/** What a page shows beneath a code block, such as a button that runs it. `language`: the name after the fence. */
export type CodeActions = (block: { code: string; language: string }) => ReactNode

export const CodeActionsContext = createContext<CodeActions | null>(null)
