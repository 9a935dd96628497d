import type { RecordProxy, RecordSourceSelectorProxy } from 'relay-runtime'
import type { NoticePanelSubscription$data } from '../../__generated__/NoticePanelSubscription.graphql.ts'
import { isListed, putIn, takeOut } from '../../relay/rows.ts'
import { NOTICES } from './notices.ts'

type Told = Pick<NoticePanelSubscription$data['siteNoticesChanged'], 'change' | 'rowId'>

const writtenAt = (notice: RecordProxy) => Date.parse(String(notice.getValue('createdAt')))

/** Brings what an event tells into a page of the list of notices, as far as it says all of it. */
export function updateNotices<Event>(
  store: RecordSourceSelectorProxy<Event>,
  page: number,
  { change, rowId }: Told,
) {
  const pageOfList = { first: NOTICES, offset: (page - 1) * NOTICES }
  const list = store.getRoot().getLinkedRecord('site')?.getLinkedRecord('siteNotices', pageOfList)
  if (!list || !rowId) return
  if (change === 'REMOVED') takeOut(list, rowId)
  const notice = store.get(rowId)
  if (change !== 'CREATED' || page > 1 || !notice || isListed(list, rowId)) return
  putIn(store, list, notice, {
    edgeType: 'SiteNoticeEdge',
    most: NOTICES,
    isBefore: (other) => writtenAt(notice) >= writtenAt(other),
  })
}
