import query, { type MessagePageQuery } from '../../__generated__/MessagePageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { ListSkeleton } from '../../ui/layout/ListFrame.tsx'
import { MessagePage } from './MessagePage.tsx'
import { messageVariables } from './messageTabs.ts'

export default {
  title: (t) => t('message:title'),
  query,
  variables: (param, search) => messageVariables(param('tab'), search),
  component: MessagePage,
  skeleton: <ListSkeleton />,
} satisfies PageEntry<MessagePageQuery>
