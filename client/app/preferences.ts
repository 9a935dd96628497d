/** Saves language, theme and editor choices made on this device to the account. */
import type { Locale } from '../../locales/i18n.ts'
import { session } from '../relay/session.ts'

export const LOCALE_OF: Readonly<Record<string, Locale>> = { ZH_CN: 'zh-CN', EN_US: 'en-US' }
export const MODE_OF: Readonly<Record<string, 'light' | 'dark'>> = { LIGHT: 'light', DARK: 'dark' }

/** Choices of the code editor; omitted ones stay as they are. */
export type EditorChange = {
  theme?: string
  fontSize?: number
  tabSize?: number
  language?: string
  recent?: readonly string[]
  dialog?: boolean
}

export type Choice = { locale: Locale } | { mode: 'light' | 'dark' | 'system' } | { editor: EditorChange }

/** Storage key of the editor choices in this browser: an account's, or (null) a guest's. */
export const editorKey = (account: string | null) =>
  `individualLanguageAndSetting${account === null ? '' : `_${account}`}`

/** Saves a choice to the account; guests have none. */
export async function keepChoice(choice: Choice): Promise<void> {
  if (!session.token) return
  const { sendChoice } = await import('./session/sendChoice.ts')
  sendChoice(choice)
}
