/**
 * Keeps a submission list live. Rows that are shown change by themselves, because records are updated by id; a new
 * one comes in at the top while the reader looks at the newest ones, and waits behind a count when the list is
 * filtered, turned to another page or scrolled.
 */
import { useEffect, useRef, useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { SubmissionListPageQuery } from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import type { useArrivalsSubscription } from '../../__generated__/useArrivalsSubscription.graphql.ts'
import { isListed, putIn } from '../../relay/rows.ts'
import { useLive } from '../../relay/useLive.ts'
import { useReadAgain } from '../../relay/useReadAgain.ts'
import { type SubmissionList, showsEverything } from './submissionList.ts'

/** Scrolled further than this (px), the reader is reading. */
const READING = 120

const FEW = 200

export function useArrivals(list: SubmissionList, variables: SubmissionListPageQuery['variables']) {
  const { revalidate } = useRevalidator()
  const readAgain = useReadAgain()
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
          change
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
        const { change, submission } = event?.submissionsChanged ?? {}
        const list = store.getRoot().getLinkedRecord('submissions', variables)
        if (change !== 'CREATED' || !submission || !list) return
        const { id } = submission
        if (isListed(list, id)) known.current.add(id)
        const row = store.get(id)
        if (known.current.has(id) || !row || !comesIn()) return
        putIn(store, list, row, { edgeType: 'SubmissionEdge', most: variables.first })
      },
      onEvent: ({ submissionsChanged: { change, submission } }) => {
        if (change === 'RESET') readAgain()
        if (change !== 'CREATED' || !submission || known.current.has(submission.id)) return
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
