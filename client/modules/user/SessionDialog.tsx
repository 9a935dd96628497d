import { useEffect, useState } from 'react'
import type { SessionDialogProps } from '../../app/session/SessionDialogs.tsx'
import { session } from '../../relay/session.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { ResetForm } from './ResetForm.tsx'

/** Dialog to log in, register or reset the password, on top of any page. */
export function SessionDialog({ mode, siteName, registrationOpen, onMode, onClose }: SessionDialogProps) {
  const { t } = useTranslation()
  // The username is kept when the form is switched.
  const [username, setUsername] = useState('')

  // Close after a login here or in another tab.
  useEffect(
    () =>
      session.subscribe((change) => {
        if (change === 'signedIn' || change === 'adopted') onClose()
      }),
    [onClose],
  )

  const title = {
    login: t('user:login.title', { site: siteName }),
    register: t('user:register.title'),
    reset: t('user:reset.title'),
  }[mode]

  return (
    <AccountDialog title={title} onClose={onClose}>
      {mode === 'login' && (
        <LoginForm
          username={username}
          onUsername={setUsername}
          registrationOpen={registrationOpen}
          onMode={onMode}
        />
      )}
      {mode === 'register' && (
        <RegisterForm username={username} onUsername={setUsername} open={registrationOpen} onMode={onMode} />
      )}
      {mode === 'reset' && <ResetForm onMode={onMode} />}
    </AccountDialog>
  )
}
