/**
 * Keeps a list live. Visible rows update by id; a new row is inserted if `comesIn` allows it, else it is counted in
 * `waiting` (shown by NewRowsPill) or the page is reloaded.
 *
 *   const { waiting, show, fresh } = useLiveList<ThingsSubscription>(graphql`subscription … {
 *     thingsChanged { change rowId thing { id ...ThingTable_row } } }`, {}, {
 *     list: JSON.stringify(variables),
 *     told: ({ thingsChanged: { change, rowId } }) => ({ change, id: rowId }),
 *     find: (root) => root.getLinkedRecord('things', variables),
 *     edgeType: 'ThingEdge',
 *     most: variables.first,
 *     comesIn: () => list.page === 1 && !thingList.isFiltered(list),
 *   })
 */
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import type { GraphQLTaggedNode, OperationType, RecordProxy } from 'relay-runtime'
import { useLive } from '../useLive.ts'
import { useReadAgain } from '../useReadAgain.ts'
import { isListed, putIn, takeOut } from './rows.ts'

/** Change of a row; RESET: reload the list. */
type Told = { change: string; id: string | null | undefined }

type Options<S extends OperationType> = {
  /** Identifies the list; another one has no waiting rows. */
  list: string
  told: (event: S['response']) => Told
  /** The list in the store. */
  find: (root: RecordProxy) => RecordProxy | null | undefined
  edgeType: string
  /** Rows per page; a row beyond it is dropped. */
  most: number | null | undefined
  /** Whether a new row precedes this one; it goes first when left out. */
  isBefore?: (row: RecordProxy, other: RecordProxy) => boolean
  /** Whether a new row may be inserted now. */
  comesIn: () => boolean
  /** Otherwise: count it as waiting, or reload the page because rows have shifted. */
  otherwise?: 'waits' | 'readsAgain'
  onEvent?: (told: Told) => void
}

/** Number of rows remembered as fresh. */
const FEW = 200

export function useLiveList<S extends OperationType>(
  subscription: GraphQLTaggedNode,
  variables: S['variables'] | null,
  options: Options<S>,
) {
  const { list, told, find, edgeType, most, isBefore, comesIn, otherwise = 'waits', onEvent } = options
  const { revalidate } = useRevalidator()
  const readAgain = useReadAgain()
  const [waiting, setWaiting] = useState(0)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  /** Ids of rows that are in the list or counted as waiting. */
  const known = useRef(new Set<string>())

  // biome-ignore lint/correctness/useExhaustiveDependencies: `list` says which list it is
  useEffect(() => {
    setWaiting(0)
    setFresh(new Set())
    known.current = new Set()
  }, [list])

  useLive<S>(subscription, variables, {
    updater: (store, event) => {
      const { change, id } = event ? told(event) : { change: '', id: null }
      const rows = find(store.getRoot())
      if (!rows || !id) return
      if (change === 'REMOVED') takeOut(rows, id)
      if (change !== 'CREATED') return
      if (isListed(rows, id)) known.current.add(id)
      const row = store.get(id)
      if (known.current.has(id) || !row || !comesIn()) return
      putIn(store, rows, row, {
        edgeType,
        most,
        isBefore: isBefore && ((other) => isBefore(row, other)),
      })
    },
    onEvent: (event) => {
      const { change, id } = told(event)
      onEvent?.({ change, id })
      // A removed row makes room for one that is not loaded.
      if (change === 'RESET' || change === 'REMOVED') readAgain()
      if (change !== 'CREATED' || !id || known.current.has(id)) return
      known.current.add(id)
      if (comesIn()) setFresh((before) => new Set([...before, id].slice(-FEW)))
      else if (otherwise === 'readsAgain') readAgain()
      else setWaiting((before) => before + 1)
    },
    onReturn: () => {
      setWaiting(0)
      void revalidate()
    },
  })

  const show = () => {
    setWaiting(0)
    window.scrollTo({ top: 0 })
    void revalidate()
  }

  return { waiting, show, fresh }
}

/** Scrolled further than this (px), the viewer is reading and rows must not move. */
const READING = 120

export const isReading = (): boolean => window.scrollY >= READING
