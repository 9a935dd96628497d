import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql } from 'react-relay'
import type { LoginFormMutation } from '../../__generated__/LoginFormMutation.graphql.ts'
import type { SessionDialogMode } from '../../app/session/sessionDialog.ts'
import { toast } from '../../app/toasts.ts'
import { session } from '../../relay/session.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { CredentialsForm } from './CredentialsForm.tsx'

type Props = {
  username: string
  onUsername: (username: string) => void
  registrationOpen: boolean
  onMode: (mode: SessionDialogMode) => void
}

/** Login form. The page behind it stays and is reloaded for the new viewer. */
export function LoginForm({ username, onUsername, registrationOpen, onMode }: Props) {
  const { t } = useTranslation()
  const [login, { pending, words }] = useMutation<LoginFormMutation>(
    graphql`
      mutation LoginFormMutation($input: LoginInput!) {
        login(input: $input) {
          token
          viewer {
            user {
              username
            }
          }
        }
      }
    `,
    { quiet: true },
  )

  const enter = async (input: { username: string; password: string }) => {
    const answer = await login({ input })
    if (!answer) return
    session.signIn(answer.login.token)
    toast.success(t('user:login.done', { name: answer.login.viewer.user.username }))
  }

  return (
    <CredentialsForm
      username={username}
      onUsername={onUsername}
      onSend={enter}
      pending={pending}
      words={words}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, typography: 'dense' }}>
        <Link
          component="button"
          type="button"
          sx={{ verticalAlign: 'baseline' }}
          onClick={() => onMode('reset')}
        >
          {t('user:login.forgot')}
        </Link>
        {registrationOpen && (
          <Box component="span" sx={{ color: 'text.tertiary' }}>
            {t('user:login.new')}{' '}
            <Link
              component="button"
              type="button"
              sx={{ verticalAlign: 'baseline' }}
              onClick={() => onMode('register')}
            >
              {t('user:login.register')}
            </Link>
          </Box>
        )}
      </Box>
    </CredentialsForm>
  )
}
