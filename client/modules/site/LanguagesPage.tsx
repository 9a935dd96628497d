import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { LanguagesPageMutation } from '../../__generated__/LanguagesPageMutation.graphql.ts'
import type { LanguagesPageQuery } from '../../__generated__/LanguagesPageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { useLanguagesLive } from '../../app/useLanguagesLive.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useMutation } from '../../relay/useMutation.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Switch } from '../../ui/Switch.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

const LanguageTemplate = lazyPart(async () => (await import('./LanguageTemplate.tsx')).LanguageTemplate)

/** The languages that the site offers, and the code that each begins with. */
export function LanguagesPage({ queryRef }: PageProps<LanguagesPageQuery>) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<string | null>(null)
  const { allLanguages } = usePreloadedQuery<LanguagesPageQuery>(
    graphql`
      query LanguagesPageQuery {
        allLanguages {
          id
          name
          description
          isOffered
          template
          judgeTemplate
          ...LanguageTemplate_language
        }
      }
    `,
    queryRef,
  )
  const [change, { pending }] = useMutation<LanguagesPageMutation>(graphql`
    mutation LanguagesPageMutation($input: ChangeLanguageInput!) {
      changeLanguage(input: $input) {
        id
        isOffered
      }
    }
  `)
  useLanguagesLive()
  const language = allLanguages?.find(({ id }) => id === edited)
  return (
    <AdminPage title={t('admin:page.LANGUAGES')}>
      <Box sx={{ mb: 4, maxWidth: 760, typography: 'body2', color: 'text.secondary' }}>
        {t('language:text')}
      </Box>
      <Paper
        component="ul"
        variant="outlined"
        aria-label={t('language:list')}
        sx={{ maxWidth: 760, m: 0, p: 0 }}
      >
        {allLanguages?.map(({ id, name, description, isOffered, template, judgeTemplate }) => (
          <Box
            key={id}
            component="li"
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 3,
              px: 4,
              py: 2,
              '& + li': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Switch
              checked={isOffered}
              disabled={pending}
              onChange={(isOffered) => void change({ input: { id, isOffered } })}
              aria-label={t('language:offered', { name })}
            />
            <Box sx={{ flex: '1 1 120px', minWidth: 0 }}>
              <Box sx={{ typography: 'body2', fontWeight: 600 }}>{name}</Box>
              <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{description}</Box>
            </Box>
            {template !== judgeTemplate && (
              <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('language:own')}</Box>
            )}
            <Button size="small" aria-label={t('language:edit', { name })} onClick={() => setEdited(id)}>
              {t('language:template')}
            </Button>
          </Box>
        ))}
      </Paper>
      {language && (
        <Suspense fallback={null}>
          <LanguageTemplate language={language} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </AdminPage>
  )
}
