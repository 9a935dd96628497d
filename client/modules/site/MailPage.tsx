import Box from '@mui/material/Box'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { MailPageQuery } from '../../__generated__/MailPageQuery.graphql.ts'
import type { MailPageSubscription } from '../../__generated__/MailPageSubscription.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import type { PageProps } from '../../relay/page.tsx'
import { useLive } from '../../relay/useLive.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { MailForm } from './MailForm.tsx'
import { MailTrial } from './MailTrial.tsx'

/** Mail settings of the site, and a test mail. */
export function MailPage({ queryRef }: PageProps<MailPageQuery>) {
  const { t } = useTranslation()
  const { mailSettings } = usePreloadedQuery<MailPageQuery>(
    graphql`
      query MailPageQuery {
        mailSettings {
          ...MailForm_settings
        }
      }
    `,
    queryRef,
  )
  useLive<MailPageSubscription>(
    graphql`
      subscription MailPageSubscription {
        mailSettingsChanged {
          ...MailForm_settings
        }
      }
    `,
    mailSettings ? {} : null,
  )
  return (
    <AdminPage title={t('admin:page.MAIL')}>
      {mailSettings && (
        <Box sx={{ display: 'grid', gap: 4, maxWidth: 760, gridTemplateColumns: 'minmax(0,1fr)' }}>
          <MailForm settings={mailSettings} />
          <MailTrial />
        </Box>
      )}
    </AdminPage>
  )
}
