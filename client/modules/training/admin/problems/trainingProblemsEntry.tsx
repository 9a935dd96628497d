import query, {
  type TrainingProblemsPageQuery,
} from '../../../../__generated__/TrainingProblemsPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../../relay/page.tsx'
import { candidates, idOf } from '../managedTrainings.ts'
import { TrainingProblemsPage } from './TrainingProblemsPage.tsx'

export default {
  title: (t) => t('trainingAdmin:problems.title'),
  query,
  variables: (param, search) => {
    const list = candidates.read(search)
    const { from, keyword } = list
    return {
      id: idOf(param('trainingID')),
      isOpen: from !== null,
      origin: from === 'group' ? 'GROUP' : 'PUBLIC',
      keyword: keyword || null,
      ...candidates.rows(list),
    }
  },
  absent: (t) => t('trainingAdmin:absent'),
  component: TrainingProblemsPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<TrainingProblemsPageQuery>
