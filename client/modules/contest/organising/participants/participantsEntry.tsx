import query, { type ParticipantsPageQuery } from '../../../../__generated__/ParticipantsPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../../relay/page.tsx'
import { placeIn } from '../../../group/place.ts'
import { ParticipantsPage } from './ParticipantsPage.tsx'
import { participantVariables } from './participantList.ts'

export default {
  title: (t) => t('organising:people.title'),
  query,
  variables: (param, search) => participantVariables(placeIn(param), param('contestID'), search),
  absent: (t) => t('organising:absent'),
  component: ParticipantsPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<ParticipantsPageQuery>
