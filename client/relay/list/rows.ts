/** Store updates of numbered list pages, which Relay's connection handlers do not support. */
import type { RecordProxy, RecordSourceProxy } from 'relay-runtime'

const edgesOf = (list: RecordProxy) => list.getLinkedRecords('edges') ?? []
const nodeOf = (edge: RecordProxy) => edge.getLinkedRecord('node')
const idOf = (edge: RecordProxy) => nodeOf(edge)?.getDataID()

const count = (list: RecordProxy, by: number) =>
  list.setValue(Number(list.getValue('totalCount') ?? 0) + by, 'totalCount')

export const isListed = (list: RecordProxy, id: string): boolean =>
  edgesOf(list).some((edge) => idOf(edge) === id)

type Place = {
  edgeType: string
  /** Rows per page; a row beyond it is dropped. */
  most: number | null | undefined
  /** Whether the new row precedes this one; it goes first when left out. */
  isBefore?: (other: RecordProxy) => boolean
}

/** Inserts a row into the first page of its list. */
export function putIn(
  store: RecordSourceProxy,
  list: RecordProxy,
  row: RecordProxy,
  { edgeType, most, isBefore = () => true }: Place,
) {
  const edges = edgesOf(list)
  const edge = store.create(`client:arrival:${row.getDataID()}`, edgeType)
  edge.setLinkedRecord(row, 'node')
  const next = edges.findIndex((other) => {
    const node = nodeOf(other)
    return node ? isBefore(node) : false
  })
  const at = next < 0 ? edges.length : next
  list.setLinkedRecords(edges.toSpliced(at, 0, edge).slice(0, most ?? undefined), 'edges')
  count(list, 1)
}

/** Removes a row from its list. */
export function takeOut(list: RecordProxy, id: string) {
  if (!isListed(list, id)) return
  list.setLinkedRecords(
    edgesOf(list).filter((edge) => idOf(edge) !== id),
    'edges',
  )
  count(list, -1)
}
