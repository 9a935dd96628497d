/** Who may come to a page. The server decides; a guard saves the way and says what is missing. */
import { replace } from 'react-router-dom'
import type { Guard } from '../../relay/page.tsx'
import { session } from '../../relay/session.ts'
import { isOpenToGuests } from '../../relay/warm.ts'
import { toast } from '../toasts.ts'
import { whenSpoken } from '../words.ts'
import { openSessionDialog } from './sessionDialog.ts'

/** The last page that was shown and that guests may see; what they are asked to log in over. */
let ground = '/home'

/** Whether an address is one of the administration. */
export const isAdmin = (address: string) => /^\/admin(?:[/?#]|$)/.test(address)

/** Where staff log in, and go on from to a page of the administration. */
export const staffLoginHref = (page: string) =>
  /^\/admin\/(?!login)/.test(page) ? `/admin/login?to=${encodeURIComponent(page)}` : '/admin/login'

/** The router says what it shows. */
export function noteShown(address: string) {
  if (isOpenToGuests(address) && !isAdmin(address)) ground = address
}

/** The first page may be guarded, and its loader runs while the words are still on their way. */
export async function tellToLogin() {
  const { t } = await whenSpoken
  toast.warning(t('app:guard.login'))
}

/** Opens the login over a page that guests may see, for an act on it. */
async function askForLogin(wanted?: string) {
  const { t } = await whenSpoken
  toast.warning(t('app:guard.loginToAct'))
  openSessionDialog('login', wanted)
}

const addressOf = ({ pathname, search, hash }: URL) => pathname + search + hash

/** For page({ guard }): a guest stays on the page before, with the dialog over it, and goes on after the login. */
export const requireLogin: Guard = {
  concerns: () => true,
  turnAway: (to) => {
    void tellToLogin().then(() => openSessionDialog('login', addressOf(to)))
    return replace(ground)
  },
}

/** For the administration: a guest is sent to its own login. */
export const requireStaff: Guard = {
  concerns: () => true,
  turnAway: (to) => {
    void tellToLogin()
    return replace(staffLoginHref(addressOf(to)))
  },
}

/** For a list with one filter that only makes sense for users: a guest gets the list without it, and the dialog. */
export const requireLoginFor = (filter: string, isOn: (value: string) => boolean): Guard => ({
  concerns: (search) => isOn(search.get(filter) ?? ''),
  turnAway: (to) => {
    void askForLogin(addressOf(to))
    const without = new URL(to)
    without.searchParams.delete(filter)
    return replace(addressOf(without))
  },
})

/** For an act within a page: true for a guest, who has then been asked to log in. */
export function askedToLogin(): boolean {
  if (session.token) return false
  void askForLogin()
  return true
}

/** The login ended by itself: says so, once, wherever the reader is. */
export async function tellSessionEnded() {
  const { t } = await whenSpoken
  toast.warning(t('app:guard.ended'), {
    label: t('app:user.signIn'),
    onClick: () => openSessionDialog('login'),
  })
}
