/** The theme's colours for the classes of highlight.js, for `sx`. */
export const highlightColors = {
  '& .hljs-keyword, & .hljs-literal, & .hljs-built_in.hljs-keyword, & .hljs-selector-tag': {
    color: 'editor.keyword',
  },
  '& .hljs-type, & .hljs-built_in, & .hljs-title.class_, & .hljs-class': { color: 'editor.type' },
  '& .hljs-string, & .hljs-regexp, & .hljs-attr': { color: 'editor.string' },
  '& .hljs-number, & .hljs-symbol': { color: 'editor.number' },
  '& .hljs-comment, & .hljs-doctag': { color: 'editor.comment' },
  '& .hljs-title.function_, & .hljs-title': { color: 'editor.function' },
  '& .hljs-meta, & .hljs-meta .hljs-keyword': { color: 'editor.preproc' },
  '& .hljs-meta .hljs-string': { color: 'editor.string' },
} as const
