import { useEffect } from 'react'
import { useBlocker, useLocation } from 'react-router-dom'
import { session } from '../relay/session.ts'
import { Confirm, warmConfirm } from '../ui/feedback/Confirm.tsx'
import { useAskBeforeUnload } from '../ui/useAskBeforeUnload.ts'
import { useTranslation } from '../ui/useTranslation.ts'

type Props = {
  /** The return value of useForm. */
  form: { changed: boolean; isChanged: () => boolean }
}

/** Asks before leaving a page with unsaved changes, by a link or by closing the tab. At most one per page. */
export function LeaveGuard({ form }: Props) {
  const { t } = useTranslation()
  const { changed, isChanged } = form
  const { pathname } = useLocation()
  // A page stays mounted until the next one is drawn: the router may have left it already. After a logout nothing can be
  // saved, and the page opens no more.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      session.token !== null &&
      isChanged() &&
      currentLocation.pathname === pathname &&
      nextLocation.pathname !== pathname,
  )

  useEffect(() => {
    if (changed) warmConfirm()
  }, [changed])
  useAskBeforeUnload(changed)

  if (blocker.state !== 'blocked') return null
  return (
    <Confirm
      title={t('ui:form.leaveTitle')}
      confirm={t('ui:form.leave')}
      cancel={t('ui:form.stay')}
      destructive
      onConfirm={() => {
        blocker.proceed()
        return false
      }}
      onClose={() => blocker.reset()}
    >
      {t('ui:form.leaveText')}
    </Confirm>
  )
}
