import type { MouseEvent } from 'react'

const CONTROLS = 'a,button,input,label,select,textarea,[role=button],[role=checkbox],[role=switch]'

/**
 * Follows the first link of a row that is clicked beside its links and controls. The link gets the keys of the click,
 * so that Ctrl opens a new tab. Selecting text is no click, and clicks in portals lie outside of the row.
 */
export function followRow({ target, currentTarget: row, nativeEvent }: MouseEvent<HTMLElement>) {
  if (!(target instanceof Element) || !row.contains(target) || target.closest(CONTROLS)) return
  if (getSelection()?.isCollapsed === false) return
  row.querySelector('a')?.dispatchEvent(new MouseEvent('click', nativeEvent))
}
