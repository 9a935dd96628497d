import query, {
  type GroupTrainingsPageQuery,
} from '../../../__generated__/GroupTrainingsPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListPartSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { placeIn } from '../../group/place.ts'
import { GroupTrainingsPage } from './GroupTrainingsPage.tsx'
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
  skeleton: <ListPartSkeleton />,
} satisfies PageEntry<GroupTrainingsPageQuery>
