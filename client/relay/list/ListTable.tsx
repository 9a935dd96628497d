import type { ComponentProps, ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { DataTable } from '../../ui/layout/DataTable.tsx'
import { Pager } from '../../ui/layout/Pager.tsx'

/** The part of listAddress that a table needs. */
type Address<List> = {
  href: (list: List, change?: Partial<List>) => string
  isFiltered: (list: List) => boolean
}

type Props<Row, List> = Omit<ComponentProps<typeof DataTable<Row>>, 'empty'> & {
  address: Address<List>
  list: List
  /** Number of rows on all pages. */
  total: number
  /** Shown for an empty list. */
  empty: ReactNode
  /** Shown when the filters match nothing. */
  nothing?: ReactNode
  /** Text left of the pager. */
  note?: string
}

/** Table and pager of a list whose state is in the address. */
export function ListTable<Row, List extends { page: number; size: number }>(props: Props<Row, List>) {
  const { address, list, total, empty, nothing, note, ...table } = props
  const navigate = useNavigate()
  return (
    <>
      <DataTable
        {...table}
        empty={total > 0 ? undefined : address.isFiltered(list) ? (nothing ?? empty) : empty}
      />
      {total > 0 && (
        <Pager
          page={list.page}
          size={list.size}
          total={total}
          href={(page, size) => address.href(list, { page, size } as Partial<List>)}
          onNavigate={navigate}
          note={note}
        />
      )}
    </>
  )
}
