/** Awards that a contest begins with; `key` names the tier in the words of the form. */
export const FIRST_TIERS = [
  { key: 'gold', background: '#e6bf25', color: '#ffffff', number: 10 },
  { key: 'silver', background: '#b4c0c7', color: '#ffffff', number: 20 },
  { key: 'bronze', background: '#cd7f32', color: '#ffffff', number: 30 },
] as const

/** Colours of a further tier. */
export const NEXT_COLOURS = { background: '#5f6b7a', color: '#ffffff' } as const
