/** Guards redirect guests before a page loads. They only save a round trip: the server authorizes. */
import { replace } from 'react-router-dom'
import type { Guard } from '../../relay/page.tsx'
import { isOpenToGuests } from '../../relay/preload.ts'
import { session } from '../../relay/session.ts'
import { shownToasts, toast } from '../toasts.ts'
import { whenSpoken } from '../words.ts'
import { openSessionDialog } from './sessionDialog.ts'

/** The last page shown that guests may open; the login dialog opens over it. */
let ground = '/home'

export const isAdmin = (address: string) => /^\/admin(?:[/?#]|$)/.test(address)

/** Staff login that returns to a page of the administration. */
export const staffLoginHref = (page: string) =>
  /^\/admin\/(?!login)/.test(page) ? `/admin/login?to=${encodeURIComponent(page)}` : '/admin/login'

/** Called by the router with the address it shows. */
export function noteShown(address: string) {
  if (isOpenToGuests(address) && !isAdmin(address)) ground = address
}

/** Waits for the words: the loader of a guarded first page runs before they are loaded. */
export async function tellToLogin() {
  const { t } = await whenSpoken
  // One message is enough when the page closes because the session ended.
  if (shownToasts().some(({ text }) => text === t('app:guard.ended'))) return
  toast.warning(t('app:guard.login'))
}

/** Opens the login dialog over a public page, for an action on it. */
async function askForLogin(wanted?: string) {
  const { t } = await whenSpoken
  toast.warning(t('app:guard.loginToAct'))
  openSessionDialog('login', wanted)
}

const addressOf = ({ pathname, search, hash }: URL) => pathname + search + hash

/**
 * Guard for page({ guard }): a guest stays on the previous page with the login dialog, and continues after
 * login.
 */
export const requireLogin: Guard = {
  concerns: () => true,
  turnAway: (to) => {
    void tellToLogin().then(() => openSessionDialog('login', addressOf(to)))
    return replace(ground)
  },
}

/** Guard of the administration: redirects a guest to the staff login. */
export const requireStaff: Guard = {
  concerns: () => true,
  turnAway: (to) => {
    void tellToLogin()
    return replace(staffLoginHref(addressOf(to)))
  },
}

/** Guard for a filter that needs a login: a guest gets the list without it, and the login dialog. */
export const requireLoginFor = (filter: string, isOn: (value: string) => boolean): Guard => ({
  concerns: (search) => isOn(search.get(filter) ?? ''),
  turnAway: (to) => {
    void askForLogin(addressOf(to))
    const without = new URL(to)
    without.searchParams.delete(filter)
    return replace(addressOf(without))
  },
})

/** For an action within a page: returns true for a guest, and opens the login dialog. */
export function askedToLogin(): boolean {
  if (session.token) return false
  void askForLogin()
  return true
}

/** Tells once that the session expired, on any page. */
export async function tellSessionEnded() {
  const { t } = await whenSpoken
  toast.warning(t('app:guard.ended'), {
    label: t('app:user.signIn'),
    onClick: () => openSessionDialog('login'),
  })
}
