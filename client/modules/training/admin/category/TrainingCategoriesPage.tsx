import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { TrainingCategoriesPageMutation } from '../../../../__generated__/TrainingCategoriesPageMutation.graphql.ts'
import type { TrainingCategoriesPageQuery } from '../../../../__generated__/TrainingCategoriesPageQuery.graphql.ts'
import { AdminPage } from '../../../../app/admin/AdminPage.tsx'
import { RemoveRow } from '../../../../app/admin/RemoveRow.tsx'
import type { PageProps } from '../../../../relay/page.tsx'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { DataTable } from '../../../../ui/layout/DataTable.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { useTrainingCategories } from '../useTrainingCategories.ts'
import { CategoryMark } from './CategoryMark.tsx'

const TrainingCategoryForm = lazyPart(
  async () => (await import('./TrainingCategoryForm.tsx')).TrainingCategoryForm,
)

type Category = ReturnType<typeof useTrainingCategories>[number]

/** Categories of trainings: create, edit, delete. */
export function TrainingCategoriesPage({ queryRef }: PageProps<TrainingCategoriesPageQuery>) {
  const { t } = useTranslation()
  const query = usePreloadedQuery<TrainingCategoriesPageQuery>(
    graphql`
      query TrainingCategoriesPageQuery {
        ...useTrainingCategories_query
      }
    `,
    queryRef,
  )
  const categories = useTrainingCategories(query)
  const [held, setEdited] = useState<Category | 'new' | null>(null)
  const [removed, setRemoved] = useState<Category | null>(null)
  const acts = (category: Category) => (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
      <Button
        size="small"
        aria-label={t('trainingAdmin:category.editOf', { name: category.name })}
        onClick={() => setEdited(category)}
      >
        {t('trainingAdmin:category.edit')}
      </Button>
      <Button
        size="small"
        aria-label={t('trainingAdmin:category.removeOf', { name: category.name })}
        onClick={() => setRemoved(category)}
      >
        {t('trainingAdmin:remove')}
      </Button>
    </Box>
  )
  const edited = held === 'new' ? null : (categories.find(({ id }) => id === held?.id) ?? held)
  const create = () => setEdited('new')
  return (
    <AdminPage
      title={t('admin:page.TRAINING_CATEGORIES')}
      actions={
        <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={create}>
          {t('trainingAdmin:category.create')}
        </Button>
      }
    >
      <DataTable
        label={t('admin:page.TRAINING_CATEGORIES')}
        rows={categories}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            label: t('trainingAdmin:category.name'),
            grow: true,
            cell: (category) => <CategoryMark {...category} />,
          },
          {
            key: 'color',
            label: t('trainingAdmin:category.color'),
            mono: true,
            width: 120,
            cell: ({ color }) => color,
          },
          { key: 'acts', label: t('trainingAdmin:column.acts'), hiddenLabel: true, cell: acts },
        ]}
        card={(category) => (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
            <Box sx={{ flex: '1 1 120px', minWidth: 0 }}>
              <CategoryMark {...category} />
            </Box>
            {acts(category)}
          </Box>
        )}
        empty={
          <EmptyState title={t('trainingAdmin:category.none')} text={t('trainingAdmin:category.noneText')}>
            <Button startIcon={<Icon name="plus" />} onClick={create}>
              {t('trainingAdmin:category.create')}
            </Button>
          </EmptyState>
        }
      />
      {held && (
        <Suspense fallback={null}>
          <TrainingCategoryForm category={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
      {removed && <RemoveCategory category={removed} onClose={() => setRemoved(null)} />}
    </AdminPage>
  )
}

/** Confirms deletion of a category; one in use is refused with the number of its trainings. */
function RemoveCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, name } = category
  const [remove] = useMutation<TrainingCategoriesPageMutation>(graphql`
    mutation TrainingCategoriesPageMutation($input: RemoveTrainingCategoriesInput!) {
      removeTrainingCategories(input: $input) {
        done
        refused {
          message
        }
      }
    }
  `)
  return (
    <RemoveRow
      title={t('trainingAdmin:category.removeTitle', { name })}
      confirm={t('trainingAdmin:remove')}
      remove={async () => (await remove({ input: { ids: [id] } }))?.removeTrainingCategories ?? null}
      gone={t('trainingAdmin:category.removed', { name })}
      onClose={onClose}
    >
      {t('trainingAdmin:category.removeText')}
    </RemoveRow>
  )
}
