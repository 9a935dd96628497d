import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { TagsPageQuery } from '../../__generated__/TagsPageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { useAdministrationLive } from '../../app/admin/useAdministrationLive.ts'
import type { PageProps } from '../../relay/page.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { TagSection } from './TagSection.tsx'

const TagDialogs = lazyPart(async () => (await import('./TagDialogs.tsx')).TagDialogs)

/** The current action and its tag or classification; a null id creates one. */
export type TagAct =
  | { act: 'tag'; id: string | null; groupId?: string }
  | { act: 'group'; id: string | null }
  | { act: 'merge' | 'removeTag' | 'removeGroup'; id: string }

/** Administration of tags, by classification. */
export function TagsPage({ queryRef }: PageProps<TagsPageQuery>) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [act, setAct] = useState<TagAct | null>(null)
  const [needle, setNeedle] = useState('')
  useAdministrationLive('TAGS')
  const data = usePreloadedQuery<TagsPageQuery>(
    graphql`
      query TagsPageQuery {
        tagGroups(bank: "ME") {
          id
          ...TagSection_group
        }
        looseTags(bank: "ME") {
          ...TagSection_tags
        }
        ...TagDialogs_query
      }
    `,
    queryRef,
  )
  const { tagGroups, looseTags } = data
  const close = () => setAct(null)
  return (
    <AdminPage
      title={t('admin:page.TAGS')}
      actions={
        <>
          <Button startIcon={<Icon name="plus" />} onClick={() => setAct({ act: 'group', id: null })}>
            {t('tag:createGroup')}
          </Button>
          <Button
            variant="contained"
            color="primary"
            startIcon={<Icon name="plus" />}
            onClick={() => setAct({ act: 'tag', id: null })}
          >
            {t('tag:create')}
          </Button>
        </>
      }
    >
      {tagGroups.length === 0 && looseTags.length === 0 ? (
        <Paper variant="outlined">
          <EmptyState title={t('tag:none')}>{t('tag:noneText')}</EmptyState>
        </Paper>
      ) : (
        <>
          <Box sx={{ maxWidth: 280, mb: 3 }}>
            <Field
              label={t('tag:search')}
              hiddenLabel
              size="small"
              placeholder={t('tag:search')}
              value={needle}
              onChange={setNeedle}
              startAdornment={<Icon name="search" />}
            />
          </Box>
          <Box sx={{ display: 'grid', gap: 3 }}>
            {tagGroups.map((group) => (
              <TagSection key={group.id} group={group} needle={needle} onAct={setAct} />
            ))}
            {looseTags.length > 0 && <TagSection tags={looseTags} needle={needle} onAct={setAct} />}
          </Box>
        </>
      )}
      {act && (
        <Suspense>
          <TagDialogs
            act={act}
            query={data}
            onAct={setAct}
            onDone={() => {
              close()
              void revalidate()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </AdminPage>
  )
}
