import Box from '@mui/material/Box'
import { memo, useMemo } from 'react'
import { useTranslation } from '../useTranslation.ts'
import type { CodeViewProps } from './CodeView.tsx'
import { drawn } from './ColouredCode.tsx'
import { highlightedLines } from './highlight.ts'
import { highlightColors } from './highlightColors.ts'

/** Highlighted code with line numbers, which are not copied. */
export const HighlightedCode = memo(function HighlightedCode(props: CodeViewProps) {
  const { code, language = null, label, lineNumbers = true, maxHeight } = props
  const { t } = useTranslation()
  const lines = useMemo(
    () => highlightedLines(code.replace(/\r\n?/g, '\n').replace(/\n$/, ''), language).map(drawn),
    [code, language],
  )
  return (
    <Box
      component="section"
      tabIndex={0}
      aria-label={label ?? t('ui:code.label')}
      sx={{
        maxHeight,
        overflow: 'auto',
        bgcolor: 'editor.bg',
        color: 'editor.fg',
        outlineOffset: -2,
        ...highlightColors,
      }}
    >
      <Box
        component="pre"
        sx={{ m: 0, py: 2, width: 'max-content', minWidth: '100%', typography: 'code', tabSize: 4 }}
      >
        {lines.map((line, index) => (
          <Box
            key={index}
            component="code"
            data-line={index + 1}
            sx={{
              display: 'block',
              minHeight: 20,
              pr: 4,
              pl: lineNumbers ? 0 : 4,
              ...(lineNumbers && {
                '&::before': {
                  content: 'attr(data-line)',
                  display: 'inline-block',
                  width: 44,
                  mr: 3.5,
                  textAlign: 'right',
                  color: 'editor.gutter',
                  userSelect: 'none',
                },
              }),
            }}
          >
            {line}
            {'\n'}
          </Box>
        ))}
      </Box>
    </Box>
  )
})
