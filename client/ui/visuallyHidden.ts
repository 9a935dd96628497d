/**
 * For `sx`: text for screen readers only. Sizes are strings in px, because `sx` reads a width of 1 as 100%.
 */
export const visuallyHidden = {
  position: 'absolute',
  clipPath: 'inset(50%)',
  width: '1px',
  height: '1px',
  m: '-1px',
  p: 0,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
} as const
