import type { MouseEvent } from 'react'

/**
 * Follows the first link of a row that is clicked beside its links and controls. The link gets the keys of the click,
 * so that Ctrl opens a new tab. Selecting text is no click, and clicks in portals lie outside of the row.
 */
export function followRow({ target, currentTarget: row, nativeEvent }: MouseEvent<HTMLElement>) {
  const hit = target as Element
  if (!row.contains(hit) || hit.closest('a,button,input,label,select,textarea')) return
  if (getSelection()?.isCollapsed === false) return
  row.querySelector('a')?.dispatchEvent(new MouseEvent('click', nativeEvent))
}
