/** Values the code editor offers, in the browser and in the account. */
export const EDITOR_THEMES = [
  'site',
  'monokai',
  'solarized',
  'material',
  'idea',
  'eclipse',
  'base16-dark',
  'cobalt',
  'dracula',
] as const
export const EDITOR_FONT_SIZES = [12, 13, 14, 15, 16, 17, 18, 19, 20] as const
export const EDITOR_TAB_SIZES = [2, 4, 8] as const

/** Number of recent languages to remember. */
export const RECENT_LANGUAGES = 3
