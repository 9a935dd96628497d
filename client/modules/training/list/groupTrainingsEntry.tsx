import query, {
  type GroupTrainingsPageQuery,
} from '../../../__generated__/GroupTrainingsPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { placeIn } from '../../group/place.ts'
import { GroupTrainingsPage, GroupTrainingsSkeleton } from './GroupTrainingsPage.tsx'
import { trainingListVariables } from './trainingList.ts'

export default {
  title: (t) => t('training:list.title'),
  query,
  variables: (param, search) => {
    const number = placeIn(param) ?? 0
    return { number, ...trainingListVariables(number, search) }
  },
  absent: (t, param) => t('group:absent', { id: param('groupID') }),
  component: GroupTrainingsPage,
  skeleton: <GroupTrainingsSkeleton />,
} satisfies PageEntry<GroupTrainingsPageQuery>
