/** Group number in an address; 0, which no group has, when it is not a number. */
export const groupNumber = (param: (name: string) => string): number =>
  Number.parseInt(param('groupID'), 10) || 0

/** Tabs of a group, by the last part of their address; '' is its home. */
export type GroupTab = '' | 'announcement' | 'member' | 'setting'

export const groupHref = (number: number, tab: GroupTab = ''): string => `/group/${number}${tab && `/${tab}`}`
