import query, { type DiscussionPageQuery } from '../../../__generated__/DiscussionPageQuery.graphql.ts'
import { globalId } from '../../../relay/globalId.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { placeIn } from '../../group/place.ts'
import { discussionCommentList, discussionNumber, linkedComment } from './commentAddress.ts'
import { DiscussionPage } from './DiscussionPage.tsx'

export default {
  title: (t) => t('discussion:list.title'),
  query,
  variables: (param, search) => {
    const number = discussionNumber(param('discussionID'))
    const address = discussionCommentList(placeIn(param), number)
    const comment = linkedComment(search)
    return {
      number,
      ...address.rows(address.read(search)),
      // Not asked for without `hasComment`, but has to be an id.
      comment: globalId('Comment', comment ?? 1),
      hasComment: comment !== null,
    }
  },
  absent: (t, param) => t('discussion:absent', { id: param('discussionID') }),
  component: DiscussionPage,
  skeleton: <ListSkeleton width={1008} />,
} satisfies PageEntry<DiscussionPageQuery>
