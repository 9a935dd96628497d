import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { type ReactNode, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { useTranslation } from '../useTranslation.ts'
import { formatDuration, formatMemory } from './format.ts'
import { type VerdictCode, verdictIcon } from './verdicts.ts'

type GridProps = {
  children: ReactNode
  /** Minimum width of a cell (px): 62 in the result panel, 140 for wide cells with memory. */
  cell?: number
}

export const TestGrid = ({ children, cell = 62 }: GridProps) => (
  <Box
    component="ul"
    sx={{
      display: 'grid',
      gridTemplateColumns: `repeat(auto-fill, minmax(${cell}px, 1fr))`,
      gap: cell > 100 ? 1.5 : 1,
    }}
  >
    {children}
  </Box>
)

type CellProps = {
  number: number
  /** Null while the test is pending. */
  code: VerdictCode | null
  /** The test is running. */
  running?: boolean
  timeMs?: number | null
  memoryKb?: number | null
  score?: number | null
  /** Opens the details of the test. */
  onOpen?: () => void
  open?: boolean
  /** Second line with time left and memory right. */
  wide?: boolean
}

const line = { display: 'flex', justifyContent: 'space-between', gap: 1 } as const

const unseen = {
  position: 'absolute',
  clipPath: 'inset(50%)',
  width: 1,
  height: 1,
  overflow: 'hidden',
} as const

/** One test: number, verdict and time. */
export function TestCell({
  number,
  code,
  running = false,
  timeMs,
  memoryKb,
  score,
  onOpen,
  open = false,
  wide = false,
}: CellProps) {
  const { t } = useTranslation()
  /** It was rendered before its test was judged. */
  const [awaited] = useState(code === null)
  const tone = code ?? (running ? 'JG' : null)
  const words = code ? t(`verdict:${code}`) : running ? t('ui:test.running') : t('ui:test.waiting')
  const label = t('ui:test.label', { number, verdict: words })

  const cell = {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    justifyContent: 'center',
    whiteSpace: 'nowrap',
    width: '100%',
    minHeight: 42,
    px: wide ? 2 : 1.5,
    py: 1,
    borderRadius: 0.67,
    typography: 'caption',
    fontSize: wide ? 12 : 11,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'left',
    color: tone ? `verdict.${tone}.fg` : 'text.tertiary',
    bgcolor: tone ? `verdict.${tone}.bg` : 'transparent',
    boxShadow: tone
      ? 'none'
      : ({ vars }: { vars: { palette: { line: { default: string } } } }) =>
          `inset 0 0 0 1px ${vars.palette.line.default}`,
    // Opacity alone needs no repaint per frame.
    ...(awaited && code && { animation: 'test-in 280ms', '@keyframes test-in': { from: { opacity: 0.3 } } }),
    ...((running || open) && { outline: '1.5px solid', outlineOffset: -1.5, outlineColor: 'currentColor' }),
  } as const

  const scored = score !== null && score !== undefined
  const busy = running && !code
  const content = (
    <>
      <Box component="span" sx={line}>
        <span>{wide ? `#${number}` : number}</span>
        <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center', fontWeight: 700 }}>
          {(wide ? code && code !== 'AC' : tone) && <span>{code ?? tone}</span>}
          {wide && scored && <span>{score}</span>}
          {tone && wide && <Icon name={busy ? 'arc' : verdictIcon(tone)} size={14} spin={busy} />}
        </Box>
      </Box>
      {onOpen && (
        <Box component="span" sx={unseen}>
          {words}
        </Box>
      )}
      <Box component="span" sx={line}>
        <span>{busy ? t('ui:test.running') : code ? formatDuration(timeMs) : '\u00a0'}</span>
        {wide ? <span>{code ? formatMemory(memoryKb) : ''}</span> : scored && <b>{score}</b>}
      </Box>
    </>
  )

  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      {onOpen ? (
        <ButtonBase aria-expanded={open} title={label} onClick={onOpen} sx={cell}>
          {content}
        </ButtonBase>
      ) : (
        <Box role="img" aria-label={label} title={label} sx={cell}>
          {content}
        </Box>
      )}
    </Box>
  )
}
