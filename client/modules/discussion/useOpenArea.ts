import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../app/toasts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'

type Switches = { readonly openPublicDiscussion: boolean; readonly openGroupDiscussion: boolean }

/** Redirects to the home page when discussions of the place are switched off; returns whether they are open (area-rules D14). */
export function useOpenArea(site: Switches): boolean {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const place = usePlace()
  const isOpen = place === null ? site.openPublicDiscussion : site.openGroupDiscussion
  useEffect(() => {
    if (isOpen) return
    toast.warning(t(place === null ? 'discussion:closed' : 'discussion:closedInGroups'))
    void navigate('/home', { replace: true })
  }, [isOpen, place, navigate, t])
  return isOpen
}
