/** Style overrides of MUI's components; sizes follow the design, colours come from the theme. */
import type { Components, CssVarsTheme, Theme } from '@mui/material/styles'
import { RouterLink } from '../relay/RouterLink.tsx'
import tokens from '../ui/tokens.json'

type Parts = Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme>

const { control } = tokens.spacing
const { radius, motion } = tokens
const fontSize = (pixels: number) => `${pixels / 16}rem`

export const themeParts: Parts = {
  MuiCssBaseline: {
    styleOverrides: ({ vars }) => ({
      html: { WebkitTextSizeAdjust: '100%', background: vars.palette.background.default },
      body: {
        fontSize: fontSize(tokens.type.body.size),
        lineHeight: `${tokens.type.body.line}px`,
        letterSpacing: 0,
        textAutospace: 'normal',
        textSpacingTrim: 'trim-start',
        WebkitFontSmoothing: 'antialiased',
      },
      'h1, h2, h3, p, ul, ol, dl, dd, figure': { margin: 0, padding: 0 },
      'ul, ol': { listStyle: 'none' },
      'table, time, input': { fontVariantNumeric: 'tabular-nums' },
      'code, kbd, pre, samp': { fontFamily: tokens.font.mono, fontVariantLigatures: 'none' },
      ':focus-visible': { outline: `2px solid ${vars.palette.line.focus}`, outlineOffset: 2 },
      '::selection': { background: vars.palette.accent.border },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '1ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '1ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true, LinkComponent: RouterLink },
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        '&.Mui-focusVisible': { outline: `2px solid ${vars.palette.line.focus}`, outlineOffset: 2 },
      }),
    },
  },
  MuiLink: {
    defaultProps: { component: RouterLink, underline: 'hover' },
    styleOverrides: {
      root: ({ theme: { vars } }) => ({ color: vars.palette.accent.fg, borderRadius: radius.cell }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined', color: 'secondary' },
    styleOverrides: {
      root: ({ theme: { breakpoints, vars } }) => ({
        // Disabled but focusable, so that its reason can be read.
        '&&[aria-disabled=true]': {
          color: vars.palette.text.disabled,
          background: vars.palette.action.disabledBackground,
          borderColor: 'transparent',
        },
        height: control.medium,
        minWidth: 0,
        padding: '0 12px',
        gap: 6,
        whiteSpace: 'nowrap',
        borderRadius: radius.control,
        '& .MuiButton-startIcon, & .MuiButton-endIcon': { margin: 0 },
        [breakpoints.down('md')]: { '&.MuiButton-sizeLarge': { height: control.touch } },
      }),
    },
    variants: [
      {
        props: { size: 'small' },
        style: { height: control.small, padding: '0 8px', fontSize: fontSize(12) },
      },
      {
        props: { size: 'large' },
        style: { height: control.large, padding: '0 16px', fontSize: fontSize(14) },
      },
      { props: { variant: 'contained' }, style: { fontWeight: 600 } },
      {
        props: { variant: 'outlined', color: 'secondary' },
        style: ({ theme: { vars } }) => ({
          color: vars.palette.text.primary,
          background: vars.palette.surface.main,
          borderColor: vars.palette.line.default,
          '&:hover': { background: vars.palette.surface.hover, borderColor: vars.palette.line.strong },
        }),
      },
      {
        props: { variant: 'text', color: 'secondary' },
        style: ({ theme: { vars } }) => ({
          color: vars.palette.text.secondary,
          '&:hover': { background: vars.palette.surface.hover },
        }),
      },
      {
        props: { variant: 'text', color: 'primary' },
        style: ({ theme: { vars } }) => ({
          color: vars.palette.accent.fg,
          '&:hover': { background: vars.palette.accent.subtle },
        }),
      },
    ],
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme: { vars, breakpoints } }) => ({
        width: control.medium,
        height: control.medium,
        padding: 0,
        borderRadius: radius.control,
        color: vars.palette.text.secondary,
        '&:hover': { background: vars.palette.surface.hover },
        '&.MuiIconButton-sizeSmall': { width: 24, height: 24 },
        '&.Mui-focusVisible': { outline: `2px solid ${vars.palette.line.focus}`, outlineOffset: 0 },
        [breakpoints.down('md')]: { '&.MuiIconButton-sizeMedium': { width: 40, height: 40 } },
      }),
    },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' } },
    variants: [
      {
        props: { variant: 'outlined' },
        style: ({ theme: { vars } }) => ({
          border: `1px solid ${vars.palette.line.subtle}`,
          borderRadius: radius.card,
          minWidth: 0,
        }),
      },
    ],
  },
  MuiAppBar: {
    defaultProps: { position: 'sticky', elevation: 0, color: 'transparent' },
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        background: vars.palette.surface.main,
        borderBottom: `1px solid ${vars.palette.line.subtle}`,
      }),
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        height: control.medium,
        padding: '0 10px',
        gap: 6,
        fontSize: fontSize(13),
        background: vars.palette.surface.main,
        '&.MuiInputBase-multiline': { height: 'auto', padding: '6px 10px' },
        '& .MuiOutlinedInput-notchedOutline': { borderColor: vars.palette.line.strong },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: vars.palette.text.tertiary },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': {
          borderColor: vars.palette.line.focus,
          borderWidth: 2,
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: vars.palette.verdict.WA.solid },
        '&.Mui-disabled': { background: vars.palette.surface.sunken },
        '& > svg': { color: vars.palette.text.tertiary },
      }),
      input: ({ theme: { vars } }) => ({
        padding: 0,
        height: 'auto',
        '&:focus-visible': { outline: 'none' },
        '&::placeholder': { color: vars.palette.text.tertiary, opacity: 1 },
      }),
      notchedOutline: { legend: { display: 'none' }, top: 0 },
    },
    variants: [
      { props: { size: 'medium' }, style: { height: control.large, fontSize: fontSize(14) } },
      { props: { multiline: true }, style: { height: 'auto' } },
    ],
  },
  MuiTable: { defaultProps: { size: 'small' } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        height: tokens.spacing.rowDesk,
        padding: '0 12px',
        fontSize: fontSize(13),
        lineHeight: '20px',
        whiteSpace: 'nowrap',
        borderBottomColor: vars.palette.line.subtle,
      }),
      head: ({ theme: { vars } }) => ({
        height: 36,
        fontSize: fontSize(12),
        fontWeight: 500,
        color: vars.palette.text.tertiary,
        borderBottomColor: vars.palette.line.default,
        background: vars.palette.surface.main,
      }),
    },
  },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme: { vars } }) => ({
        background: vars.palette.surface.overlay,
        boxShadow: vars.palette.elevation.menu,
        borderRadius: radius.card,
        marginTop: 4,
      }),
      list: { padding: 4 },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme: { vars, breakpoints } }) => ({
        minHeight: control.medium,
        padding: '0 10px',
        gap: 8,
        fontSize: fontSize(13),
        borderRadius: radius.chip,
        '&:hover': { background: vars.palette.surface.hover },
        '&.Mui-selected, &.Mui-selected:hover': { background: vars.palette.surface.selected },
        '&.Mui-focusVisible': { background: vars.palette.surface.hover, outlineOffset: -2 },
        [breakpoints.down('md')]: { minHeight: control.touch },
      }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme: { vars } }) => ({
        background: vars.palette.surface.overlay,
        boxShadow: vars.palette.elevation.dialog,
        borderRadius: radius.dialog,
        '&.MuiDialog-paperFullScreen': { borderRadius: 0 },
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: { fontSize: fontSize(17), lineHeight: '24px', fontWeight: 650, padding: '20px 24px 12px' },
    },
  },
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', gap: 8 } } },
  MuiBackdrop: {
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        '&:not(.MuiBackdrop-invisible)': { background: vars.palette.line.scrim },
      }),
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: 'pulse' },
    styleOverrides: {
      root: ({ theme: { vars } }) => ({ background: vars.palette.line.subtle, transform: 'none' }),
    },
  },
  MuiAccordion: {
    defaultProps: { disableGutters: true, square: true },
    styleOverrides: {
      root: ({ theme: { vars } }) => ({
        background: 'transparent',
        '&::before': { display: 'none' },
        '& + &': { borderTop: `1px solid ${vars.palette.line.subtle}` },
      }),
    },
  },
  MuiAccordionSummary: {
    styleOverrides: {
      root: { minHeight: 44, padding: '0 14px 0 10px' },
      content: { margin: 0, alignItems: 'center' },
    },
  },
  MuiDrawer: {
    styleOverrides: {
      paper: ({ theme: { vars } }) => ({ background: vars.palette.surface.main, width: 272 }),
    },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: { height: 2, background: 'transparent', transitionDuration: `${motion.duration.quick}ms` },
    },
  },
}
