/** Address of the audit log. */
import { globalId } from '../../relay/globalId.ts'
import { listAddress, text } from '../../relay/list/listAddress.ts'

export const auditList = listAddress(
  '/admin/audit',
  { actor: text('actor', 50), subject: text('subject', 100) },
  { size: 30 },
)

export const auditListVariables = (search: URLSearchParams) => {
  const list = auditList.read(search)
  return { actor: list.actor || null, subject: list.subject || null, ...auditList.rows(list) }
}

/** Path of the page that shows an audit subject, such as `Submission:12`; null: there is none. */
export function subjectHref(subject: string): string | null {
  const [type = '', id = ''] = subject.split(':')
  if (type === 'Submission') return `/submission-detail/${id}`
  if (type === 'Rejudging') return `/rejudging/${id}`
  if (type === 'SiteNotice') return `/admin/announcement/${encodeURIComponent(globalId(type, id))}/edit`
  if (type === 'SystemNotice') return `/admin/notice/${encodeURIComponent(globalId(type, id))}/edit`
  if (type === 'Settings')
    return { website: '/admin/conf', mail: '/admin/mail', switches: '/admin/switch' }[id] ?? null
  if (type === 'Language') return '/admin/language'
  return type === 'CarouselSlide' ? '/admin/conf' : null
}
