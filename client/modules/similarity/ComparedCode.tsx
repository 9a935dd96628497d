import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useEffect, useMemo, useRef } from 'react'
import { drawn } from '../../ui/code/ColouredCode.tsx'
import { highlightedLines } from '../../ui/code/highlight.ts'
import { highlightColors } from '../../ui/code/highlightColors.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Lines from 1, both included. */
type Range = { start: number; end: number }

type Props = {
  code: string
  language: string | null
  /** Accessible name. */
  label: string
  /** Matching lines; equal places in two panes match. */
  ranges: readonly Range[]
  /** Place of the chosen range in `ranges`. */
  chosen: number
  onChoose: (place: number) => void
}

/** Colours of the bars beside matching lines, by turns. */
const BARS = ['editor.keyword', 'editor.type', 'editor.number', 'editor.function'] as const

const barOf = (place: number) => BARS[place % BARS.length] ?? BARS[0]

/** Code with its matching lines marked. A numbered button at the start of each range chooses it in both panes. */
export function ComparedCode({ code, language, label, ranges, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const pane = useRef<HTMLElement>(null)
  const lines = useMemo(
    () => highlightedLines(code.replace(/\r\n?/g, '\n').replace(/\n$/, ''), language).map(drawn),
    [code, language],
  )
  const start = ranges[chosen]?.start
  useEffect(() => {
    const box = pane.current
    const line = box?.querySelector<HTMLElement>(`[data-line="${start}"]`)
    // Scrolls the pane alone: the page stays where the reader is.
    if (box && line) box.scrollTop = line.offsetTop - box.clientHeight / 4
  }, [start])
  return (
    <Box
      ref={pane}
      component="section"
      tabIndex={0}
      aria-label={label}
      sx={{
        position: 'relative',
        overflow: 'auto',
        maxHeight: { xs: '60vh', md: 'calc(100vh - 280px)' },
        minHeight: 240,
        border: 1,
        borderColor: 'line.default',
        borderRadius: 1,
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
        {lines.map((line, index) => {
          const number = index + 1
          const starting = ranges.flatMap((range, at) => (range.start === number ? [at] : []))
          const isIn = ({ start, end }: Range) => start <= number && number <= end
          const chosenRange = ranges[chosen]
          const isChosen = chosenRange !== undefined && isIn(chosenRange)
          const at = isChosen ? chosen : ranges.findIndex(isIn)
          return (
            <Box
              key={number}
              component="code"
              data-line={number}
              data-range={at < 0 ? undefined : at + 1}
              sx={{
                display: 'flex',
                minHeight: 20,
                pr: 4,
                borderLeft: isChosen ? 6 : 3,
                borderColor: at < 0 ? 'transparent' : barOf(at),
                pl: isChosen ? 0 : 0.75,
                bgcolor: at < 0 ? undefined : 'editor.lineHighlight',
              }}
            >
              <Box
                component="span"
                sx={{ display: 'inline-flex', justifyContent: 'flex-end', width: 40, userSelect: 'none' }}
              >
                {starting.map((place) => (
                  <ButtonBase
                    key={place}
                    aria-pressed={place === chosen}
                    aria-label={t('similarity:part', { number: place + 1 })}
                    onClick={() => onChoose(place)}
                    sx={{
                      minWidth: 24,
                      height: 20,
                      px: 1,
                      borderRadius: 0.5,
                      typography: 'code',
                      fontWeight: 600,
                      color: place === chosen ? 'editor.bg' : barOf(place),
                      bgcolor: place === chosen ? barOf(place) : 'editor.bg',
                      border: 1,
                      borderColor: barOf(place),
                    }}
                  >
                    {place + 1}
                  </ButtonBase>
                ))}
              </Box>
              <Box
                component="span"
                aria-hidden
                sx={{
                  width: 40,
                  mr: 3,
                  flex: 'none',
                  textAlign: 'right',
                  color: 'editor.gutter',
                  userSelect: 'none',
                  '&::before': { content: `"${number}"` },
                }}
              />
              <span>
                {line}
                {'\n'}
              </span>
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
