/** What decides where the letters of a textarea stand. */
const LOOK = [
  'boxSizing',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'letterSpacing',
  'lineHeight',
  'tabSize',
] as const

/** Where a letter of a textarea stands in the window (px), measured with a copy of the text before it. */
export function caretIn(
  field: HTMLTextAreaElement,
  at: number,
): { left: number; top: number; bottom: number } {
  const copy = document.createElement('div')
  const look = getComputedStyle(field)
  for (const name of LOOK) copy.style[name] = look[name]
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    width: `${field.clientWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  copy.textContent = field.value.slice(0, at)
  const letter = document.createElement('span')
  letter.textContent = '@'
  copy.append(letter)
  document.body.append(copy)
  const [box, around, within] = [
    field.getBoundingClientRect(),
    copy.getBoundingClientRect(),
    letter.getBoundingClientRect(),
  ]
  copy.remove()
  const start = box.top - around.top - field.scrollTop
  return {
    left: box.left + within.left - around.left,
    top: Math.max(start + within.top, box.top),
    bottom: Math.min(start + within.bottom, box.bottom),
  }
}
