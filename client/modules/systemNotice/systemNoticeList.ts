/** Addresses of the administration of system notices. */
import { listAddress, oneOf, text } from '../../relay/list/listAddress.ts'

export const AUDIENCES = ['ALL', 'STAFF', 'SINGLE'] as const

export const systemNoticeList = listAddress(
  '/admin/notice',
  { keyword: text('keyword', 50), audience: oneOf('type', AUDIENCES) },
  { size: 15 },
)

export const NEW_SYSTEM_NOTICE = '/admin/notice/create'

export const systemNoticeHref = (id: string): string => `/admin/notice/${encodeURIComponent(id)}/edit`

export const systemNoticeListVariables = (search: URLSearchParams) => {
  const list = systemNoticeList.read(search)
  return { keyword: list.keyword || null, audience: list.audience, ...systemNoticeList.rows(list) }
}
