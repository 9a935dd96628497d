/** Language and look as the account keeps them, and how a choice made on this device gets there. */
import type { Locale } from '../../locales/i18n.ts'
import { session } from '../relay/session.ts'

export const LOCALE_OF: Readonly<Record<string, Locale>> = { ZH_CN: 'zh-CN', EN_US: 'en-US' }
export const MODE_OF: Readonly<Record<string, 'light' | 'dark'>> = { LIGHT: 'light', DARK: 'dark' }

export type Choice = { locale: Locale } | { mode: 'light' | 'dark' | 'system' }

/** Keeps with the account what was chosen on this device; guests have no account. */
export async function keepChoice(choice: Choice): Promise<void> {
  if (!session.token) return
  const { sendChoice } = await import('./session/sendChoice.ts')
  sendChoice(choice)
}
