import { graphql, useFragment } from 'react-relay'
import type { useTrainingCategories_query$key } from '../../../__generated__/useTrainingCategories_query.graphql.ts'
import type { useTrainingCategoriesSubscription } from '../../../__generated__/useTrainingCategoriesSubscription.graphql.ts'
import { useLive } from '../../../relay/useLive.ts'

/** Categories of trainings in order of creation; live. */
export function useTrainingCategories(query: useTrainingCategories_query$key) {
  const { trainingCategories } = useFragment(
    graphql`
      fragment useTrainingCategories_query on Query {
        trainingCategories {
          id
          version
          name
          color
        }
      }
    `,
    query,
  )
  useLive<useTrainingCategoriesSubscription>(
    graphql`
      subscription useTrainingCategoriesSubscription {
        trainingCategoriesChanged {
          id
          version
          name
          color
        }
      }
    `,
    {},
    {
      updater: (store) =>
        store
          .getRoot()
          .setLinkedRecords(store.getPluralRootField('trainingCategoriesChanged'), 'trainingCategories'),
    },
  )
  return trainingCategories
}
