/**
 * Keeps a submission list live. Rows that are shown change by themselves, because records are updated by id; a new
 * one comes in at the top while the reader looks at the newest ones, and waits behind a count when the list is
 * filtered, turned to another page or scrolled.
 */
import { useEffect, useRef, useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { RecordSourceSelectorProxy } from 'relay-runtime'
import type { SubmissionListPageQuery } from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import type { useArrivalsSubscription } from '../../__generated__/useArrivalsSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { type SubmissionList, showsEverything } from './submissionList.ts'

/** Scrolled further than this (px), the reader is reading. */
const READING = 120

const FEW = 200

export function useArrivals(list: SubmissionList, variables: SubmissionListPageQuery['variables']) {
  const { revalidate } = useRevalidator()
  const key = JSON.stringify(variables)
  const [waiting, setWaiting] = useState(0)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const known = useRef(new Set<string>())

  // Another list has nothing waiting yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which list it is
  useEffect(() => {
    setWaiting(0)
    setFresh(new Set())
    known.current = new Set()
  }, [key])

  const comesIn = () => showsEverything(list) && window.scrollY < READING

  useLive<useArrivalsSubscription>(
    graphql`
      subscription useArrivalsSubscription($filter: SubmissionFilter) {
        submissionsChanged(filter: $filter) {
          created
          submission {
            id
            ...SubmissionTable_row
          }
        }
      }
    `,
    { filter: variables.filter },
    {
      updater: (store, event) => {
        if (!event?.submissionsChanged.created) return
        const id = event.submissionsChanged.submission.id
        if (isShown(store, variables, id)) known.current.add(id)
        if (known.current.has(id) || !comesIn()) return
        prepend(store, variables)
      },
      onEvent: ({ submissionsChanged: { created, submission } }) => {
        if (!created || known.current.has(submission.id)) return
        known.current.add(submission.id)
        if (comesIn()) setFresh((before) => new Set([...before, submission.id].slice(-FEW)))
        else setWaiting((before) => before + 1)
      },
      onReturn: () => {
        setWaiting(0)
        void revalidate()
      },
    },
  )

  const show = () => {
    setWaiting(0)
    window.scrollTo({ top: 0 })
    void revalidate()
  }

  return { waiting, show, fresh }
}

const edgesOf = (
  store: RecordSourceSelectorProxy<useArrivalsSubscription['response']>,
  variables: SubmissionListPageQuery['variables'],
) => store.getRoot().getLinkedRecord('submissions', variables)?.getLinkedRecords('edges') ?? []

const isShown = (
  store: RecordSourceSelectorProxy<useArrivalsSubscription['response']>,
  variables: SubmissionListPageQuery['variables'],
  id: string,
) => edgesOf(store, variables).some((edge) => edge.getLinkedRecord('node')?.getDataID() === id)

/** Puts the submission of the event at the top of the list in the store, and its last row out. */
function prepend(
  store: RecordSourceSelectorProxy<useArrivalsSubscription['response']>,
  variables: SubmissionListPageQuery['variables'],
) {
  const connection = store.getRoot().getLinkedRecord('submissions', variables)
  const submission = store.getRootField('submissionsChanged')?.getLinkedRecord('submission')
  if (!connection || !submission) return
  const edges = edgesOf(store, variables)
  const edge = store.create(`client:arrival:${submission.getDataID()}`, 'SubmissionEdge')
  edge.setLinkedRecord(submission, 'node')
  connection.setLinkedRecords([edge, ...edges].slice(0, variables.first ?? undefined), 'edges')
  connection.setValue(Number(connection.getValue('totalCount') ?? 0) + 1, 'totalCount')
}
