/** Who may come to a page. The server decides; a guard saves the way and says what is missing. */
import { replace } from 'react-router-dom'
import { session } from '../relay/session.ts'
import { openSessionDialog } from './sessionDialog.ts'
import { toast } from './toasts.ts'
import { whenSpoken } from './words.ts'

/** The first page may be guarded, and its loader runs while the words are still on their way. */
async function askForLogin() {
  const { t } = await whenSpoken
  toast.warning(t('app:guard.login'))
  openSessionDialog('login')
}

/** For page({ guard }): a guest is sent home, told to log in, and given the dialog. */
export function requireLogin(): Response | null {
  if (session.token) return null
  void askForLogin()
  return replace('/home')
}

/** For an act within a page: true for a guest, who has then been asked to log in. */
export function askedToLogin(): boolean {
  if (session.token) return false
  void askForLogin()
  return true
}
