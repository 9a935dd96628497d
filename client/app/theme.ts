/**
 * The theme: maps tokens.json to MUI. Only this file and themeParts.ts name colours, shadows and font sizes;
 * components write `verdict.AC.fg` or `line.subtle` in `sx` and get a CSS variable that changes with
 * `data-theme` on <html>. `accent.fg` is for links and text, `primary` for solid surfaces.
 */

import { createTheme } from '@mui/material/styles'
import type {} from '@mui/material/themeCssVarsAugmentation'
import tokens from '../ui/tokens.json'
import { themeParts } from './themeParts.ts'

type Mode = 'light' | 'dark'
type Modes<T> = { [K in keyof T]: T[K] extends { light: infer V } ? V : never }

/** The values of one mode of a token table. */
const pick = <T extends Record<string, { light: object; dark: object }>>(table: T, mode: Mode) =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, value[mode]])) as Modes<T>

const fieldPalette = (mode: Mode) => {
  const {
    canvas,
    surface,
    sunken,
    fill,
    raised,
    overlay,
    hover,
    selected,
    ink,
    border,
    accent,
    focusRing,
    scrim,
  } = tokens.palette[mode]
  return {
    accent,
    surface: { canvas, main: surface, sunken, fill, raised, overlay, hover, selected, inverse: ink.primary },
    line: { ...border, focus: focusRing, scrim },
    verdict: pick(tokens.verdict, mode),
    difficulty: pick(tokens.difficulty, mode),
    contest: pick(tokens.contest, mode),
    access: pick(tokens.access, mode),
    board: { ...pick(tokens.board.acm, mode), ...pick(tokens.board.oi, mode) },
    medal: pick(tokens.medal, mode),
    role: pick(tokens.role, mode),
    band: pick(tokens.band, mode),
    editor: tokens.editor[mode],
    elevation: tokens.elevation[mode],
    inverse: { fg: ink.inverse },
    avatar: tokens.avatar[mode],
  }
}

type FieldPalette = ReturnType<typeof fieldPalette>

declare module '@mui/material/styles' {
  interface Palette extends FieldPalette {}
  interface PaletteOptions extends FieldPalette {}
  interface TypeText {
    tertiary: string
  }
  interface TypographyVariants extends FieldTypography {}
  interface TypographyVariantsOptions extends FieldTypography {}
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    display: true
    dense: true
    code: true
    clock: true
    verdict: true
    subtitle1: false
    subtitle2: false
    h4: false
    h5: false
    h6: false
  }
}

const palette = (mode: Mode) => {
  const { accent, ink, canvas, surface, border, hover, selected, fill } = tokens.palette[mode]
  const signal = (code: 'WA' | 'TLE' | 'AC' | 'JG') => {
    const { fg, bg } = tokens.verdict[code][mode]
    return { main: fg, light: bg, dark: fg, contrastText: ink.inverse }
  }
  return {
    ...fieldPalette(mode),
    primary: {
      main: accent.solid,
      dark: accent.solidHover,
      light: accent.subtle,
      contrastText: accent.onSolid,
    },
    secondary: { main: ink.secondary, dark: ink.primary, light: fill, contrastText: ink.inverse },
    error: signal('WA'),
    warning: signal('TLE'),
    success: signal('AC'),
    info: signal('JG'),
    text: { primary: ink.primary, secondary: ink.secondary, disabled: ink.disabled, tertiary: ink.tertiary },
    background: { default: canvas, paper: surface },
    divider: border.subtle,
    action: {
      hover,
      selected,
      active: ink.secondary,
      focus: hover,
      disabled: ink.disabled,
      disabledBackground: fill,
    },
  }
}

type TypeToken = { size: number; line: number; weight: number; tracking?: number }

const variant = ({ size, line, weight, tracking = 0 }: TypeToken) => ({
  fontSize: `${size / 16}rem`,
  lineHeight: `${line}px`,
  fontWeight: weight,
  letterSpacing: `${tracking}px`,
})

const figures = { fontVariantNumeric: 'tabular-nums' }

const fieldTypography = {
  display: variant(tokens.type.display),
  dense: variant(tokens.type.dense),
  code: { ...variant(tokens.type.code), fontFamily: tokens.font.mono, fontVariantLigatures: 'none' },
  clock: { ...variant(tokens.type.clock), ...figures },
  verdict: variant(tokens.type.verdict),
  boardCell: { ...variant(tokens.type.board.cell), ...figures },
  boardSub: { ...variant(tokens.type.board.sub), ...figures },
  hallClock: { ...variant(tokens.type.projector.clock), ...figures },
  hallTeam: variant(tokens.type.projector.team),
  hallSchool: variant(tokens.type.projector.school),
  hallRank: { ...variant(tokens.type.projector.rank), ...figures },
  hallCell: { ...variant(tokens.type.projector.cell), ...figures },
  hallSub: { ...variant(tokens.type.projector.cellSub), ...figures },
  hallFeed: { ...variant(tokens.type.projector.feed), ...figures },
}

type FieldTypography = typeof fieldTypography

const heading = tokens.type.h3

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data-theme' },
  colorSchemes: { light: { palette: palette('light') }, dark: { palette: palette('dark') } },
  spacing: tokens.spacing.unit,
  shape: { borderRadius: tokens.radius.control },
  breakpoints: { values: tokens.breakpoints },
  typography: {
    fontFamily: tokens.font.sans,
    h1: variant(tokens.type.h1),
    h2: variant(tokens.type.h2),
    h3: variant(heading),
    body1: variant(tokens.type.statement),
    body2: variant(tokens.type.body),
    button: { ...variant(tokens.type.label), textTransform: 'none' },
    caption: variant(tokens.type.caption),
    overline: { ...variant(tokens.type.overline), textTransform: 'none' },
    ...fieldTypography,
  },
  transitions: {
    duration: {
      shortest: tokens.motion.duration.quick,
      shorter: tokens.motion.duration.quick,
      short: tokens.motion.duration.quick,
      standard: tokens.motion.duration.soft,
      complex: tokens.motion.duration.cell,
      enteringScreen: tokens.motion.duration.soft,
      leavingScreen: tokens.motion.duration.quick,
    },
    easing: {
      easeInOut: tokens.motion.easing.standard,
      easeOut: tokens.motion.easing.enter,
      easeIn: tokens.motion.easing.exit,
      sharp: tokens.motion.easing.standard,
    },
  },
  components: themeParts,
})
