import query, { type GroupProblemsPageQuery } from '../../../__generated__/GroupProblemsPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListPartSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { placeIn } from '../../group/place.ts'
import { GroupProblemsPage } from './GroupProblemsPage.tsx'
import { problemListVariables } from './problemList.ts'

export default {
  title: (t) => t('problem:list.title'),
  query,
  variables: (param, search) => {
    const number = placeIn(param) ?? 0
    return { number, ...problemListVariables(number, search) }
  },
  absent: (t, param) => t('group:absent', { id: param('groupID') }),
  component: GroupProblemsPage,
  skeleton: <ListPartSkeleton />,
} satisfies PageEntry<GroupProblemsPageQuery>
