import { graphql } from 'react-relay'
import type { useProgressMutation } from '../../__generated__/useProgressMutation.graphql.ts'
import type { useProgressQuery } from '../../__generated__/useProgressQuery.graphql.ts'
import { useFetchAgain } from '../../relay/query/useFetchAgain.ts'
import { useMutation } from '../../relay/useMutation.ts'

const counts = graphql`
  query useProgressQuery($id: ID!) {
    learningProgress {
      lessonCount
      doneCount
    }
    node(id: $id) {
      ... on Lesson @alias(as: "lesson") {
        path {
          id
          lessonCount
          viewerDoneCount
        }
      }
    }
  }
`

/** Keeps the viewer's progress in a lesson; the counts of the contents are read again when it is finished. */
export function useProgress(id: string) {
  const countAgain = useFetchAgain<useProgressQuery>(counts, { id })
  const [keep, { pending }] = useMutation<useProgressMutation>(
    graphql`
      mutation useProgressMutation($input: KeepLessonProgressInput!) {
        keepLessonProgress(input: $input) {
          id
          viewerIsDone
          viewerSeconds
          viewerDoneCount
        }
      }
    `,
    { quiet: true },
  )
  return {
    pending,
    keep: async (progress: { seconds?: number; isDone?: boolean }) => {
      const done = await keep({ input: { id, ...progress } })
      if (done && progress.isDone !== undefined) countAgain()
    },
  }
}
