import Box from '@mui/material/Box'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { ConfigurationPageQuery } from '../../__generated__/ConfigurationPageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { Section } from '../../app/Section.tsx'
import type { PageProps } from '../../relay/page.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { ConfigurationForm } from './ConfigurationForm.tsx'

const SlidePanel = lazyPart(async () => (await import('./SlidePanel.tsx')).SlidePanel)

/** Settings of the site, and the pictures of its home page. */
export function ConfigurationPage({ queryRef }: PageProps<ConfigurationPageQuery>) {
  const { t } = useTranslation()
  const { websiteSettings, site } = usePreloadedQuery<ConfigurationPageQuery>(
    graphql`
      query ConfigurationPageQuery {
        websiteSettings {
          ...ConfigurationForm_settings
        }
        site {
          ...SlidePanel_site
        }
      }
    `,
    queryRef,
  )
  return (
    <AdminPage title={t('admin:page.CONFIGURATION')}>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 400px' },
        }}
      >
        {websiteSettings && <ConfigurationForm settings={websiteSettings} />}
        <Section skeleton={<SkeletonRows rows={4} />}>
          <SlidePanel site={site} />
        </Section>
      </Box>
    </AdminPage>
  )
}
