import { useEffect, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { GradebookPageAgainQuery } from '../../../__generated__/GradebookPageAgainQuery.graphql.ts'
import type { GradebookPageQuery } from '../../../__generated__/GradebookPageQuery.graphql.ts'
import type { GradebookPageSubscription } from '../../../__generated__/GradebookPageSubscription.graphql.ts'
import { found } from '../../../relay/found.ts'
import { useConnection } from '../../../relay/list/connection.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { useFetchAgain } from '../../../relay/query/useFetchAgain.ts'
import { useLive } from '../../../relay/useLive.ts'
import { LiveMark } from '../../../ui/feedback/LiveMark.tsx'
import { ListFrame } from '../../../ui/layout/ListFrame.tsx'
import { serverNow } from '../../../ui/text/serverTime.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { Gradebook } from './Gradebook.tsx'
import { OwnGrades } from './OwnGrades.tsx'

const again = graphql`
  query GradebookPageAgainQuery($number: Int!) {
    group(number: $number) {
      id
      gradebook {
        viewerGrades
        trainings {
          homework {
            dueAt
            viewerDueAt
          }
        }
        rows {
          id
        }
        ...Gradebook_gradebook
        ...OwnGrades_gradebook
      }
    }
  }
`

/** Results in all homework and exams of a group, live: of all students for its administrators, the own ones for other members. */
export function GradebookPage({ queryRef }: PageProps<GradebookPageQuery>) {
  const { t } = useTranslation()
  const connection = useConnection()
  const data = usePreloadedQuery<GradebookPageQuery>(
    graphql`
      query GradebookPageQuery($number: Int!) {
        group(number: $number) {
          id
          number
          gradebook {
            viewerGrades
            trainings {
              homework {
                dueAt
                viewerDueAt
              }
            }
            rows {
              id
            }
            ...Gradebook_gradebook
            ...OwnGrades_gradebook
          }
        }
      }
    `,
    queryRef,
  )
  const { id, number, ...group } = found(data.group)
  const gradebook = found(group.gradebook)
  const { viewerGrades, trainings, rows } = gradebook
  const readAgain = useFetchAgain<GradebookPageAgainQuery>(again, { number })
  useNextDue(
    trainings.flatMap(({ homework }) =>
      homework ? [Date.parse(viewerGrades ? homework.dueAt : homework.viewerDueAt)] : [],
    ),
    readAgain,
  )
  useLive<GradebookPageSubscription>(
    graphql`
      subscription GradebookPageSubscription($id: ID!) {
        gradebookChanged(groupId: $id) {
          change
          row {
            id
            ...Gradebook_row
            ...OwnGrades_row
          }
        }
      }
    `,
    { id },
    {
      onReturn: readAgain,
      onEvent: ({ gradebookChanged: { change, row } }) => {
        if (change !== 'CHANGED' || !rows.some((one) => one.id === row?.id)) readAgain()
      },
    },
  )
  return (
    <ListFrame
      title={t(viewerGrades ? 'homework:gradebook.title' : 'homework:gradebook.own')}
      note={<LiveMark state={connection} />}
      width={viewerGrades ? undefined : OWN_WIDTH}
    >
      {viewerGrades ? (
        <Gradebook gradebook={gradebook} number={number} />
      ) : (
        <OwnGrades gradebook={gradebook} />
      )}
    </ListFrame>
  )
}

/** Width of the page of a student (px): a title and a figure in a line. */
const OWN_WIDTH = 760

/** Longest delay of a timer (ms); browsers run those with a longer one at once. */
const LONGEST = 2 ** 31 - 1

/** Calls a function when the next of these times (ms) has come: homework that is due counts in the means. */
function useNextDue(times: readonly number[], onDue: () => void) {
  const [passed, setPassed] = useState(() => serverNow())
  const next = Math.min(...times.filter((time) => time > passed))
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(
      () => {
        setPassed(serverNow())
        if (serverNow() >= next) onDue()
      },
      Math.min(Math.max(0, next - serverNow()) + 1, LONGEST),
    )
    return () => clearTimeout(timer)
  }, [next, onDue])
}
