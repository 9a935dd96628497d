/** Group number in an address; 0, which no group has, when it is not a number. */
export const groupNumber = (param: (name: string) => string): number =>
  Number.parseInt(param('groupID'), 10) || 0

const TABS = [
  'announcement',
  'problem',
  'training',
  'contest',
  'status',
  'rank',
  'discussion',
  'member',
  'setting',
] as const

/** Tabs of a group, by the last part of their address; '' is its home. */
export type GroupTab = '' | (typeof TABS)[number]

/** The list of groups. */
export const GROUPS = '/group'

export const groupHref = (number: number, tab: GroupTab = ''): string =>
  `${GROUPS}/${number}${tab && `/${tab}`}`

/** Tab that a page of a group belongs to. */
export function groupTab(pathname: string, number: number): GroupTab {
  const page = pathname.slice(groupHref(number).length + 1)
  if (page.startsWith('submission-detail')) return 'status'
  return TABS.find((tab) => page.startsWith(tab)) ?? ''
}
