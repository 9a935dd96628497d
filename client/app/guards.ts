/** Who may come to a page. The server decides; a guard saves the way and says what is missing. */
import { replace } from 'react-router-dom'
import { session } from '../relay/session.ts'
import { openSessionDialog } from './sessionDialog.ts'
import { toast } from './toasts.ts'
import { spoken } from './words.ts'

/** For page({ guard }): a guest is sent home, told to log in, and given the dialog. */
export function requireLogin(): Response | null {
  if (session.token) return null
  toast.warning(spoken().t('app:guard.login'))
  openSessionDialog('login')
  return replace('/home')
}

/** For an act within a page: true when there is a login, otherwise says so and opens the dialog. */
export function askedToLogin(): boolean {
  if (session.token) return false
  toast.warning(spoken().t('app:guard.login'))
  openSessionDialog('login')
  return true
}
