import { type Key, type ReactNode, useState } from 'react'
import type { Column } from '../layout/DataTable.tsx'
import { useTranslation } from '../useTranslation.ts'
import { OrderHandle } from './OrderHandle.tsx'
import { OrderNote } from './OrderNote.tsx'
import { RowCheckbox } from './RowCheckbox.tsx'
import type { RowOrder } from './useOrder.ts'
import type { Selection } from './useSelection.ts'

type Options<Row> = {
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  nameOf?: (row: Row) => string
  selection?: Selection
  order?: RowOrder
}

/** Leading columns of a table: drag handle and checkbox. */
export function useRowControls<Row>({ rows, rowKey, nameOf, selection, order }: Options<Row>) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const nameOfRow = (row: Row) => nameOf?.(row) ?? String(rowKey(row))
  const leading: Column<Row>[] = []
  if (order)
    leading.push({
      key: 'order',
      label: t('ui:table.order'),
      hiddenLabel: true,
      width: 40,
      cell: (row) => (
        <OrderHandle
          name={nameOfRow(row)}
          place={rows.indexOf(row)}
          total={rows.length}
          onMove={order.move}
          onSay={setSaid}
        />
      ),
    })
  if (selection)
    leading.push({
      key: 'selection',
      label: t('ui:table.selectAll'),
      head: (
        <RowCheckbox
          label={t('ui:table.selectAll')}
          checked={selection.all}
          mixed={selection.some}
          onChange={selection.toggleAll}
        />
      ),
      width: 40,
      cell: (row) => (
        <RowCheckbox
          label={t('ui:table.select', { name: nameOfRow(row) })}
          checked={selection.isChosen(rowKey(row))}
          onChange={() => selection.toggle(rowKey(row))}
        />
      ),
    })
  const spoken: ReactNode = order && rows.length > 1 && <OrderNote said={said} />
  return { leading, spoken }
}
