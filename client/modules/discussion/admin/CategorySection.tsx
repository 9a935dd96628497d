import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { type ReactNode, Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type {
  CategorySection_categories$data,
  CategorySection_categories$key,
} from '../../../__generated__/CategorySection_categories.graphql.ts'
import type { CategorySectionMoveMutation } from '../../../__generated__/CategorySectionMoveMutation.graphql.ts'
import type { CategorySectionRemoveMutation } from '../../../__generated__/CategorySectionRemoveMutation.graphql.ts'
import { RemoveRow } from '../../../app/admin/RemoveRow.tsx'
import { byLocale } from '../../../relay/localized.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { OrderHandle } from '../../../ui/table/OrderHandle.tsx'
import { OrderNote } from '../../../ui/table/OrderNote.tsx'
import { movedIn } from '../../../ui/table/order.ts'
import { useOrder } from '../../../ui/table/useOrder.ts'
import { useKept } from '../../../ui/useKept.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

const CategoryForm = lazyPart(async () => (await import('./CategoryForm.tsx')).CategoryForm)

/** Categories in their order, which is changed by dragging; for super administrators (area-rules D11). */
export function CategorySection(props: { categories: CategorySection_categories$key }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const categories = useFragment(
    graphql`
      fragment CategorySection_categories on DiscussionCategory @relay(plural: true) {
        id
        version
        name
        postCount
        names {
          locale
          text
        }
      }
    `,
    props.categories,
  )
  const [move] = useMutation<CategorySectionMoveMutation>(graphql`
    mutation CategorySectionMoveMutation($input: MoveDiscussionCategoryInput!) {
      moveDiscussionCategory(input: $input) {
        id
        rank
      }
    }
  `)
  const [said, setSaid] = useState('')
  const [edited, setEdited] = useState<string | 'new' | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const order = useOrder(
    categories,
    ({ id }) => id,
    async (wanted, before) => {
      const moved = movedIn(before, wanted)
      const done = moved && (await move({ input: moved }))
      if (done) void revalidate()
      return done
    },
  )
  const category = useKept(
    categories.find(({ id }) => id === edited),
    edited,
  )
  const leaving = categories.find(({ id }) => id === removed)
  return (
    <Box sx={{ maxWidth: 760 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 3 }}>
        <Box sx={{ flex: '1 1 240px', typography: 'body2', color: 'text.secondary' }}>
          {t('discussion:category.hint')}
        </Box>
        <Button
          variant="contained"
          color="primary"
          startIcon={<Icon name="plus" />}
          onClick={() => setEdited('new')}
        >
          {t('discussion:category.create')}
        </Button>
      </Box>
      <Paper variant="outlined" sx={{ overflow: 'clip' }}>
        {order.rows.length === 0 && (
          <EmptyState title={t('discussion:category.none')} text={t('discussion:category.noneHint')} />
        )}
        <Box component="ol" aria-label={t('discussion:admin.tab.categories')} sx={{ m: 0, p: 0 }}>
          {order.rows.map((row, place) => (
            <CategoryRow
              key={row.id}
              category={row}
              handle={
                <OrderHandle
                  name={row.name}
                  place={place}
                  total={order.rows.length}
                  onMove={order.move}
                  onSay={setSaid}
                />
              }
              onEdit={() => setEdited(row.id)}
              onRemove={() => setRemoved(row.id)}
            />
          ))}
        </Box>
      </Paper>
      <OrderNote said={said} />
      {edited && (
        <Suspense fallback={null}>
          <CategoryForm
            key={edited}
            id={category?.id ?? null}
            version={category?.version}
            title={
              category
                ? t('discussion:category.editOf', { name: category.name })
                : t('discussion:category.create')
            }
            names={byLocale(category?.names ?? [], (row) => row?.text ?? '')}
            onDone={() => {
              setEdited(null)
              void revalidate()
            }}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      {leaving && <RemoveCategory {...leaving} onClose={() => setRemoved(null)} />}
    </Box>
  )
}

type RowProps = {
  category: CategorySection_categories$data[number]
  handle: ReactNode
  onEdit: () => void
  onRemove: () => void
}

/** A category with its names in other languages and its number of posts. */
function CategoryRow({ category: { name, names, postCount }, handle, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation()
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 1,
        px: 4,
        py: 2,
        bgcolor: 'background.paper',
        '& + li': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      {handle}
      <Box sx={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ typography: 'body2', fontWeight: 600 }}>
          <bdi>{name}</bdi>
        </Box>
        <Box sx={{ typography: 'dense', color: 'text.secondary' }}>
          <bdi>{names.flatMap(({ text }) => (text === name ? [] : [text])).join(' · ')}</bdi>
        </Box>
      </Box>
      <Box sx={{ typography: 'dense', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {t('discussion:category.posts', { count: postCount ?? 0 })}
      </Box>
      <Box sx={{ display: 'flex', gap: 3, ml: 'auto' }}>
        <Button size="small" aria-label={t('discussion:category.editOf', { name })} onClick={onEdit}>
          {t('discussion:menu.edit')}
        </Button>
        <Button size="small" aria-label={t('discussion:category.removeOf', { name })} onClick={onRemove}>
          {t('discussion:menu.remove')}
        </Button>
      </Box>
    </Box>
  )
}

type RemoveProps = { id: string; name: string; onClose: () => void }

/** Confirms deleting a category; one in use is refused with the number of its posts. */
function RemoveCategory({ id, name, onClose }: RemoveProps) {
  const { t } = useTranslation()
  const [remove] = useMutation<CategorySectionRemoveMutation>(graphql`
    mutation CategorySectionRemoveMutation($input: RemoveDiscussionCategoriesInput!) {
      removeDiscussionCategories(input: $input) {
        done
        refused {
          message
        }
      }
    }
  `)
  return (
    <RemoveRow
      title={t('discussion:category.removeTitle', { name })}
      confirm={t('discussion:menu.remove')}
      remove={async () => (await remove({ input: { ids: [id] } }))?.removeDiscussionCategories ?? null}
      gone={t('discussion:remove.done')}
      onClose={onClose}
    >
      {t('discussion:category.removeText')}
    </RemoveRow>
  )
}
