/** Colour themes of the editor: the site's own, and well-known ones. */
import type { editor } from 'monaco-editor/editor'
import tokens from '../tokens.json'

type Colors = Record<
  | 'bg'
  | 'fg'
  | 'gutter'
  | 'lineHighlight'
  | 'selection'
  | 'keyword'
  | 'type'
  | 'string'
  | 'number'
  | 'comment'
  | 'function'
  | 'preproc',
  string
>

const scheme = (order: string): Colors => {
  const [bg, fg, gutter, lineHighlight, selection, keyword, type, string, number, comment, fn, preproc] =
    order.split(' ').map((value) => `#${value}`)
  const part = (value: string | undefined) => value ?? '#000000'
  return {
    bg: part(bg),
    fg: part(fg),
    gutter: part(gutter),
    lineHighlight: part(lineHighlight),
    selection: part(selection),
    keyword: part(keyword),
    type: part(type),
    string: part(string),
    number: part(number),
    comment: part(comment),
    function: part(fn),
    preproc: part(preproc),
  }
}

// background, text, gutter, line, selection, keyword, type, string, number, comment, function, directive
const SCHEMES = {
  monokai: scheme('272822 f8f8f2 90908a 3e3d32 49483e f92672 66d9ef e6db74 ae81ff 88846f a6e22e f92672'),
  solarized: scheme('fdf6e3 586e75 93a1a1 eee8d5 d9d2bf 859900 b58900 2aa198 d33682 93a1a1 268bd2 cb4b16'),
  material: scheme('263238 eeffff 607d8b 2c3b41 3e4f58 c792ea ffcb6b c3e88d f78c6c 7e939e 82aaff 89ddff'),
  idea: scheme('ffffff 000000 999999 fffae3 a6d2ff 000080 20607a 008000 0000ff 808080 00627a 808000'),
  eclipse: scheme('ffffff 000000 787878 e8f2ff b9d9f7 7f0055 005032 2a00ff 116644 3f7f5f 000000 646464'),
  'base16-dark': scheme(
    '151515 e0e0e0 606060 202020 303030 ac4142 90a959 f4bf75 aa759f 8f5536 6a9fb5 d28445',
  ),
  cobalt: scheme('002240 ffffff d0d0d0 00305a 0d4f8b ff9d00 80ffbb 3ad900 ff80e1 0088ff ffee80 ff9d00'),
  dracula: scheme('282a36 f8f8f2 6d8a88 343746 44475a ff79c6 8be9fd f1fa8c bd93f9 6272a4 50fa7b ff79c6'),
} satisfies Record<string, Colors>

/** `site` follows the theme of the page. */
export type EditorTheme = 'site' | keyof typeof SCHEMES

const isDark = (color: string) => Number.parseInt(color.slice(1, 3), 16) < 0x80

function themeOf(colors: Colors): editor.IStandaloneThemeData {
  const ink = (color: string) => color.slice(1)
  return {
    base: isDark(colors.bg) ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: '', foreground: ink(colors.fg) },
      { token: 'keyword', foreground: ink(colors.keyword) },
      { token: 'keyword.directive', foreground: ink(colors.preproc) },
      { token: 'type', foreground: ink(colors.type) },
      { token: 'string', foreground: ink(colors.string) },
      { token: 'number', foreground: ink(colors.number) },
      { token: 'comment', foreground: ink(colors.comment) },
      { token: 'predefined', foreground: ink(colors.function) },
      { token: 'function', foreground: ink(colors.function) },
      { token: 'annotation', foreground: ink(colors.preproc) },
      { token: 'delimiter', foreground: ink(colors.fg) },
    ],
    colors: {
      'editor.background': colors.bg,
      'editor.foreground': colors.fg,
      'editorLineNumber.foreground': colors.gutter,
      'editorLineNumber.activeForeground': colors.fg,
      'editor.lineHighlightBackground': colors.lineHighlight,
      'editor.lineHighlightBorder': '#00000000',
      'editor.selectionBackground': colors.selection,
      'editorCursor.foreground': colors.fg,
      'editorGutter.background': colors.bg,
      // No bracket pair colours: six colours would hide the meaningful ones.
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((depth) => [`editorBracketHighlight.foreground${depth}`, colors.fg]),
      ),
    },
  }
}

/** Background and text colour of a theme, for the plain editor; empty for the page's own. */
export const paperOf = (theme: EditorTheme): { background?: string; color?: string } =>
  theme === 'site' ? {} : { background: SCHEMES[theme].bg, color: SCHEMES[theme].fg }

/** Registers the themes with Monaco, once. */
export function defineThemes(define: (name: string, theme: editor.IStandaloneThemeData) => void) {
  for (const [name, colors] of Object.entries(SCHEMES)) define(name, themeOf(colors))
  define('site-light', themeOf(tokens.editor.light))
  define('site-dark', themeOf(tokens.editor.dark))
}
