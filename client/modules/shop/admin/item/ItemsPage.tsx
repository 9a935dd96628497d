import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, Suspense, useState } from 'react'
import { graphql, readInlineData, usePreloadedQuery } from 'react-relay'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router-dom'
import type {
  ItemsPage_row$data,
  ItemsPage_row$key,
} from '../../../../__generated__/ItemsPage_row.graphql.ts'
import type { ItemsPageQuery } from '../../../../__generated__/ItemsPageQuery.graphql.ts'
import type { ItemsPageRemoveMutation } from '../../../../__generated__/ItemsPageRemoveMutation.graphql.ts'
import type { ItemsPageSubscription } from '../../../../__generated__/ItemsPageSubscription.graphql.ts'
import { AdminPage } from '../../../../app/admin/AdminPage.tsx'
import { RemoveRows } from '../../../../app/admin/RemoveRows.tsx'
import { ListTable } from '../../../../relay/list/ListTable.tsx'
import { isReading, useLiveList } from '../../../../relay/list/useLiveList.ts'
import type { PageProps } from '../../../../relay/page.tsx'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { SearchField } from '../../../../ui/controls/SearchField.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { NewRowsPill } from '../../../../ui/feedback/NewRowsPill.tsx'
import { FilterBar } from '../../../../ui/layout/ListFrame.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { BulkBar } from '../../../../ui/table/BulkBar.tsx'
import { useSelection } from '../../../../ui/table/useSelection.ts'
import { formatNumber } from '../../../../ui/text/format.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { managedGoodsList, managedGoodsVariables } from '../../addresses.ts'
import { GoodsPicture } from '../../goods/GoodsPicture.tsx'
import { Price } from '../../goods/Price.tsx'

const ItemForm = lazyPart(async () => (await import('./ItemForm.tsx')).ItemForm)

const row = graphql`
  fragment ItemsPage_row on ShopItem @inline {
    id
    number
    name
    picture
    price
    stock
    mostPerOrder
    isDisabled
    ...ItemForm_item
  }
`

type Row = ItemsPage_row$data

/** Goods of the shop for staff: create, edit, hide, delete. */
export function ItemsPage({ queryRef }: PageProps<ItemsPageQuery>) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const list = managedGoodsList.read(search)
  const variables = managedGoodsVariables(search)
  const [edited, setEdited] = useState<Row | 'new' | null>(null)
  const { managedShopItems } = usePreloadedQuery<ItemsPageQuery>(
    graphql`
      query ItemsPageQuery($keyword: String, $first: Int, $offset: Int) {
        managedShopItems(keyword: $keyword, first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              ...ItemsPage_row
            }
          }
        }
      }
    `,
    queryRef,
  )
  const { waiting, show, fresh } = useLiveList<ItemsPageSubscription>(
    graphql`
      subscription ItemsPageSubscription {
        shopItemsChanged {
          change
          rowId
          shopItem {
            id
            ...ItemsPage_row
          }
        }
      }
    `,
    managedShopItems ? {} : null,
    {
      list: JSON.stringify(variables),
      told: ({ shopItemsChanged: { change, rowId } }) => ({ change, id: rowId }),
      find: (root) => root.getLinkedRecord('managedShopItems', variables),
      edgeType: 'ManagedShopItemEdge',
      most: variables.first,
      comesIn: () => list.page === 1 && !managedGoodsList.isFiltered(list) && !isReading(),
    },
  )
  const rows = (managedShopItems?.edges ?? []).map(({ node }) => readInlineData<ItemsPage_row$key>(row, node))
  const selection = useSelection(rows.map(({ id }) => id))
  const [removing, setRemoving] = useState<readonly string[] | null>(null)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const stateOf = ({ isDisabled }: Row) =>
    t(isDisabled ? 'shop:admin.items.disabled' : 'shop:admin.items.shown')
  const create = (
    <Button
      variant="contained"
      color="primary"
      startIcon={<Icon name="plus" />}
      onClick={() => setEdited('new')}
    >
      {t('shop:admin.items.create')}
    </Button>
  )
  const edit = (item: Row) => (
    <Button
      size="small"
      aria-label={`${t('shop:admin.items.edit')}: ${item.name}`}
      onClick={() => setEdited(item)}
    >
      {t('shop:admin.items.edit')}
    </Button>
  )
  return (
    <AdminPage title={t('admin:page.SHOP_ITEMS')} actions={create}>
      <FilterBar>
        <SearchField
          label={t('shop:admin.items.search')}
          value={list.keyword}
          width={{ xs: '100%', sm: 280 }}
          onSearch={(keyword) => void navigate(managedGoodsList.href(list, { keyword }))}
        />
      </FilterBar>
      <NewRowsPill count={waiting} onShow={show} />
      <BulkBar selection={selection} nameOf={(id) => names.get(String(id)) ?? String(id)}>
        <Button
          size="small"
          startIcon={<Icon name="trash" />}
          onClick={() => setRemoving([...selection.chosen].map(String))}
        >
          {t('shop:admin.items.remove')}
        </Button>
      </BulkBar>
      <ListTable
        label={t('admin:page.SHOP_ITEMS')}
        address={managedGoodsList}
        list={list}
        total={managedShopItems?.totalCount ?? 0}
        rows={rows}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        selection={selection}
        isFresh={({ id }) => fresh.has(id)}
        columns={[
          {
            key: 'picture',
            label: t('shop:admin.items.picture'),
            hiddenLabel: true,
            width: 72,
            cell: ({ picture }) => (
              <Box sx={{ width: 44 }}>
                <GoodsPicture src={picture} height={32} />
              </Box>
            ),
          },
          { key: 'name', label: t('shop:admin.items.name'), grow: true, cell: ({ name }) => name },
          {
            key: 'price',
            label: t('shop:admin.items.price'),
            numeric: true,
            cell: ({ price }) => <Price points={price} />,
          },
          {
            key: 'stock',
            label: t('shop:admin.items.stock'),
            numeric: true,
            cell: ({ stock }) => formatNumber(stock, i18n.language),
          },
          {
            key: 'limit',
            label: t('shop:admin.items.limit'),
            numeric: true,
            from: 'xl',
            cell: ({ mostPerOrder }) => mostPerOrder ?? '–',
          },
          { key: 'state', label: t('shop:order.state'), cell: stateOf },
          { key: 'acts', label: t('shop:admin.items.edit'), hiddenLabel: true, cell: edit },
        ]}
        card={(item) => <ItemCard item={item} state={stateOf(item)} edit={edit(item)} />}
        empty={
          <EmptyState title={t('shop:admin.items.empty')} text={t('shop:admin.items.emptyText')}>
            {create}
          </EmptyState>
        }
        nothing={
          <EmptyState title={t('shop:admin.items.nothing')}>
            <Button href={managedGoodsList.path}>{t('shop:admin.items.all')}</Button>
          </EmptyState>
        }
      />
      {edited && (
        <Suspense>
          <ItemForm
            item={edited === 'new' ? null : edited}
            onSaved={() => void revalidate()}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
      {removing && (
        <RemoveItems
          ids={removing}
          nameOf={(id) => names.get(id) ?? id}
          onRemoved={selection.clear}
          onClose={() => setRemoving(null)}
        />
      )}
    </AdminPage>
  )
}

type CardProps = { item: Row; state: string; edit: ReactNode }

/** Goods as a card, where the window is too narrow for columns. */
function ItemCard({ item, state, edit }: CardProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0, flex: 1 }}>
      <Box sx={{ width: 48, flex: 'none' }}>
        <GoodsPicture src={item.picture} height={40} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ overflowWrap: 'anywhere' }}>{item.name}</Box>
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, typography: 'caption', color: 'text.tertiary' }}
        >
          <Price points={item.price} />
          {t('shop:stock', { count: item.stock })}
          <span>{state}</span>
        </Box>
      </Box>
      {edit}
    </Box>
  )
}

type RemoveProps = {
  ids: readonly string[]
  nameOf: (id: string) => string
  onRemoved: () => void
  onClose: () => void
}

/** Confirms the deletion of goods. */
function RemoveItems({ ids, nameOf, onRemoved, onClose }: RemoveProps) {
  const { t } = useTranslation()
  const [remove, { words }] = useMutation<ItemsPageRemoveMutation>(
    graphql`
      mutation ItemsPageRemoveMutation($input: RemoveShopItemsInput!) {
        removeShopItems(input: $input) {
          done
          refused {
            rowId
            message
          }
        }
      }
    `,
    { quiet: true },
  )
  const [first = ''] = ids
  return (
    <RemoveRows
      nameOf={nameOf}
      title={
        ids.length === 1
          ? t('shop:admin.items.removeTitle', { name: nameOf(first) })
          : t('shop:admin.items.removeMany', { count: ids.length })
      }
      confirm={t('shop:admin.items.remove')}
      remove={async () => (await remove({ input: { ids } }))?.removeShopItems ?? null}
      gone={(count) => t('shop:admin.items.removed', { count })}
      refused={words}
      onRemoved={onRemoved}
      onClose={onClose}
    >
      {t('shop:admin.items.removeText')}
    </RemoveRows>
  )
}
