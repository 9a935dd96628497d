import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../app/toasts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Redirects to the home page when discussions are switched off; returns whether they are open (area-rules D14). */
export function useOpenArea(isOpen: boolean): boolean {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useEffect(() => {
    if (isOpen) return
    toast.warning(t('discussion:closed'))
    void navigate('/home', { replace: true })
  }, [isOpen, navigate, t])
  return isOpen
}
