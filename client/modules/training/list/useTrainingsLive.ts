import { graphql } from 'react-relay'
import type { TrainingListPageQuery } from '../../../__generated__/TrainingListPageQuery.graphql.ts'
import type {
  useTrainingsLiveSubscription,
  useTrainingsLiveSubscription$data,
} from '../../../__generated__/useTrainingsLiveSubscription.graphql.ts'
import { useLiveList } from '../../../relay/list/useLiveList.ts'

type Variables = TrainingListPageQuery['variables']
type Told = useTrainingsLiveSubscription$data['trainingsChanged']

/** Whether the filters of a list select a training. */
function isSelected({ filter }: Variables, { training }: Told): boolean {
  const { access, categoryId, keyword } = filter ?? {}
  return (
    training !== null &&
    training !== undefined &&
    (!access || training.access === access) &&
    (!categoryId || training.category.id === categoryId) &&
    (!keyword || training.title.toLowerCase().includes(keyword.toLowerCase()))
  )
}

/**
 * Keeps a list of trainings live: rows change in place, new ones wait. A new version of a shown row reloads the page,
 * because its position or problems may have changed; a registration is no new version. `rows` are those shown.
 */
export function useTrainingsLive(
  variables: Variables,
  rows: readonly { readonly id: string; readonly version: number }[],
) {
  const { first, offset, filter } = variables
  const versionOf = new Map(rows.map(({ id, version }) => [id, version]))
  return useLiveList<useTrainingsLiveSubscription>(
    graphql`
      subscription useTrainingsLiveSubscription($groupId: ID) {
        trainingsChanged(groupId: $groupId) {
          change
          rowId
          training {
            id
            rank
            version
            title
            access
            updatedAt
            category {
              id
              number
              name
              color
            }
          }
        }
      }
    `,
    filter?.groupId ? { groupId: filter.groupId } : {},
    {
      list: JSON.stringify(variables),
      told: ({ trainingsChanged }) => {
        const { change, rowId: id, training } = trainingsChanged
        if (change === 'CREATED') return { change: isSelected(variables, trainingsChanged) ? change : '', id }
        const shown = versionOf.get(id ?? '')
        const isStale = shown !== undefined && training && training.version !== shown
        return { change: change === 'CHANGED' && isStale ? 'RESET' : change, id }
      },
      find: (root) => root.getLinkedRecord('trainings', { filter, first, offset }),
      edgeType: 'TrainingEdge',
      most: first,
      comesIn: () => false,
    },
  )
}
