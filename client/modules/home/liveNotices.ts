import type { RecordProxy } from 'relay-runtime'
import type { NoticePanelSubscription$data } from '../../__generated__/NoticePanelSubscription.graphql.ts'
import { NOTICES } from './notices.ts'

const writtenAt = (notice: RecordProxy) => Date.parse(String(notice.getValue('createdAt')))

type Told = {
  siteNoticesChanged: Pick<NoticePanelSubscription$data['siteNoticesChanged'], 'change' | 'rowId'>
}

/**
 * Live updates of a page of notices: a new notice is inserted on the first page; other pages are reloaded.
 */
export const liveNotices = (page: number) => ({
  list: String(page),
  told: ({ siteNoticesChanged: { change, rowId } }: Told) => ({ change, id: rowId }),
  find: (root: RecordProxy) =>
    root
      .getLinkedRecord('site')
      ?.getLinkedRecord('siteNotices', { first: NOTICES, offset: (page - 1) * NOTICES }),
  edgeType: 'SiteNoticeEdge',
  most: NOTICES,
  isBefore: (notice: RecordProxy, other: RecordProxy) => writtenAt(notice) >= writtenAt(other),
  comesIn: () => page === 1,
  otherwise: 'readsAgain' as const,
})
