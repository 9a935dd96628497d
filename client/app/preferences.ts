/** Saves language and theme chosen on this device to the account. */
import type { Locale } from '../../locales/i18n.ts'
import { session } from '../relay/session.ts'

export const LOCALE_OF: Readonly<Record<string, Locale>> = { ZH_CN: 'zh-CN', EN_US: 'en-US' }
export const MODE_OF: Readonly<Record<string, 'light' | 'dark'>> = { LIGHT: 'light', DARK: 'dark' }

export type Choice = { locale: Locale } | { mode: 'light' | 'dark' | 'system' }

/** Saves a choice to the account; guests have none. */
export async function keepChoice(choice: Choice): Promise<void> {
  if (!session.token) return
  const { sendChoice } = await import('./session/sendChoice.ts')
  sendChoice(choice)
}
