import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { StaffLoginPageMutation } from '../../__generated__/StaffLoginPageMutation.graphql.ts'
import type { StaffLoginPageQuery } from '../../__generated__/StaffLoginPageQuery.graphql.ts'
import { isAdmin } from '../../app/session/guards.ts'
import { wantPage } from '../../app/session/sessionDialog.ts'
import { toast } from '../../app/toasts.ts'
import type { PageProps } from '../../relay/page.tsx'
import { session } from '../../relay/session.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Logo } from '../../ui/text/Logo.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import { ResetPasswordFrame } from './ResetPasswordFrame.tsx'

/** Login page of the administration; leads to the page that was requested. */
export function StaffLoginPage({ queryRef }: PageProps<StaffLoginPageQuery>) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const asked = search.get('to') ?? ''
  const to = isAdmin(asked) ? asked : '/admin'
  const { viewer } = usePreloadedQuery<StaffLoginPageQuery>(
    graphql`
      query StaffLoginPageQuery {
        viewer {
          user {
            username
          }
          canEnterAdmin
        }
      }
    `,
    queryRef,
  )
  const [login, { pending, words }] = useMutation<StaffLoginPageMutation>(
    graphql`
      mutation StaffLoginPageMutation($input: LoginAsStaffInput!) {
        loginAsStaff(input: $input) {
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
    wantPage(to)
    session.signIn(answer.loginAsStaff.token)
    wantPage(null)
    toast.success(t('user:login.done', { name: answer.loginAsStaff.viewer.user.username }))
  }

  return (
    <ResetPasswordFrame
      title={
        <>
          <Box sx={{ mb: 2 }}>
            <Logo size={28} />
          </Box>
          {t('admin:login.title')}
        </>
      }
    >
      {viewer && (
        <Box sx={{ display: 'grid', gap: 2, mb: 4, typography: 'dense', color: 'text.secondary' }}>
          {t('admin:login.as', { name: viewer.user.username })}
          {viewer.canEnterAdmin ? (
            <Button href="/admin">{t('admin:login.goOn', { name: viewer.user.username })}</Button>
          ) : (
            <span>{t('refusal:FORBIDDEN')}</span>
          )}
        </Box>
      )}
      <CredentialsForm onSend={enter} pending={pending} words={words}>
        <Button variant="text" href="/home">
          {t('admin:backToSite')}
        </Button>
      </CredentialsForm>
    </ResetPasswordFrame>
  )
}
