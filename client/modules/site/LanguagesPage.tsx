import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { LanguagesPageMoveMutation } from '../../__generated__/LanguagesPageMoveMutation.graphql.ts'
import type { LanguagesPageMutation } from '../../__generated__/LanguagesPageMutation.graphql.ts'
import type { LanguagesPageQuery } from '../../__generated__/LanguagesPageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { useLanguagesLive } from '../../app/useLanguagesLive.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useMutation } from '../../relay/useMutation.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { OrderHandle } from '../../ui/table/OrderHandle.tsx'
import { OrderNote } from '../../ui/table/OrderNote.tsx'
import { movedIn } from '../../ui/table/order.ts'
import { useOrder } from '../../ui/table/useOrder.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

const LanguageForm = lazyPart(async () => (await import('./LanguageForm.tsx')).LanguageForm)

/** Languages of the site in order, each with its name and starter code. */
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
          judgeName
          template
          judgeTemplate
          ...LanguageForm_language
        }
      }
    `,
    queryRef,
  )
  const [change, { pending }] = useMutation<LanguagesPageMutation>(graphql`
    mutation LanguagesPageMutation($input: ChangeLanguageInput!) {
      changeLanguage(input: $input) {
        id
        version
        isOffered
      }
    }
  `)
  const [move] = useMutation<LanguagesPageMoveMutation>(graphql`
    mutation LanguagesPageMoveMutation($input: MoveLanguageInput!) {
      moveLanguage(input: $input) {
        shortName
      }
    }
  `)
  useLanguagesLive()
  const [said, setSaid] = useState('')
  const languages = allLanguages ?? []
  const order = useOrder(
    languages,
    ({ id }) => id,
    (wanted, before) => {
      const moved = movedIn(before, wanted)
      return moved && move({ input: moved })
    },
  )
  const language = languages.find(({ id }) => id === edited)
  return (
    <AdminPage title={t('admin:page.LANGUAGES')}>
      <Box sx={{ mb: 4, maxWidth: 760, typography: 'body2', color: 'text.secondary' }}>
        {t('language:text')}
      </Box>
      <Paper
        component="ol"
        variant="outlined"
        aria-label={t('language:list')}
        sx={{ maxWidth: 760, m: 0, p: 0 }}
      >
        {order.rows.map(({ id, name, judgeName, description, isOffered, template, judgeTemplate }, place) => (
          <Box
            key={id}
            component="li"
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 3,
              bgcolor: 'background.paper',
              px: 4,
              py: 2,
              '& + li': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <OrderHandle
              name={name}
              place={place}
              total={order.rows.length}
              onMove={order.move}
              onSay={setSaid}
            />
            <Switch
              checked={isOffered}
              disabled={pending}
              onChange={(isOffered) => void change({ input: { id, isOffered } })}
              aria-label={t('language:offered', { name })}
            />
            <Box sx={{ flex: '1 1 120px', minWidth: 0 }}>
              <Box sx={{ typography: 'body2', fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
              <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{description}</Box>
            </Box>
            {(template !== judgeTemplate || name !== judgeName) && (
              <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('language:own')}</Box>
            )}
            <Button size="small" aria-label={t('language:edit', { name })} onClick={() => setEdited(id)}>
              {t('language:change')}
            </Button>
          </Box>
        ))}
      </Paper>
      <OrderNote said={said} />
      {language && (
        <Suspense fallback={null}>
          <LanguageForm language={language} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </AdminPage>
  )
}
