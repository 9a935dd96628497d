/** Addresses of the notice administration. */
import { listAddress, text } from '../../relay/list/listAddress.ts'

export const noticeList = listAddress('/admin/announcement', { keyword: text('keyword', 50) }, { size: 15 })

export const NEW_NOTICE = '/admin/announcement/create'

export const noticeHref = (id: string): string => `/admin/announcement/${encodeURIComponent(id)}/edit`

export const noticeListVariables = (search: URLSearchParams) => {
  const list = noticeList.read(search)
  return { keyword: list.keyword || null, ...noticeList.rows(list) }
}
