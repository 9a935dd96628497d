import Box from '@mui/material/Box'
import { memo } from 'react'
import { useTranslation } from '../useTranslation.ts'
import { letterCode } from './verdicts.ts'

type Props = {
  /** One letter per test in judging order, as in the schema; '.' is pending. */
  tape: string
  /** Number of tests, when more than `tape` has letters. */
  total?: number | null
  /** The first pending test is running. */
  running?: boolean
  /** `small`: 12 px in a row. `large`: 24 px and full width. */
  size?: 'small' | 'large'
}

const SMALL = { passed: 7, failed: 12, now: 10, waiting: 3 }
const LARGE = { passed: 12, failed: 24, now: 20, waiting: 4 }

/** Beyond this number, tests are grouped into shares of the width. */
const MOST = 60

/** Groups a long test bar; each group shows its worst verdict, so that no failure is lost. */
function squeeze(letters: string[], most: number): string[] {
  if (letters.length <= most) return letters
  return Array.from({ length: most }, (_, index) => {
    const group = letters.slice(
      Math.floor((index * letters.length) / most),
      Math.floor(((index + 1) * letters.length) / most),
    )
    return group.find((letter) => letter !== 'A' && letter !== '.') ?? (group.includes('.') ? '.' : 'A')
  })
}

/**
 * Test bar, one small bar per test: passed is low, failed is tall in its colour, running pulses, pending is a
 * dot.
 */
export const TestBar = memo(function TestBar({ tape, total, running, size = 'small' }: Props) {
  const { t } = useTranslation()
  const letters = [...tape.padEnd(total ?? 0, '.')]
  if (letters.length === 0) return null

  const judged = letters.filter((letter) => letter !== '.')
  const passed = judged.filter((letter) => letter === 'A').length
  const figures = { passed, failed: judged.length - passed, total: letters.length, done: judged.length }
  const label = running
    ? t('ui:tape.running', figures)
    : t('ui:tape.label', { ...figures, waiting: letters.length - judged.length })

  const large = size === 'large'
  const height = large ? LARGE : SMALL
  const bars = squeeze(letters, large ? 200 : MOST)
  const now = running ? bars.indexOf('.') : -1

  return (
    <Box
      role="img"
      aria-label={label}
      title={label}
      component="span"
      sx={{
        display: large ? 'flex' : 'inline-flex',
        verticalAlign: 'middle',
        alignItems: 'flex-end',
        gap: large ? { xs: '1px', md: 0.5 } : '1px',
        height: height.failed,
        // The bars carry the information, so forced colours leave them.
        forcedColorAdjust: 'none',
        '& i': {
          flex: large ? 1 : 'none',
          width: large ? 'auto' : 3,
          borderRadius: large ? 0.33 : '1px',
          minWidth: 0,
        },
        '& .waiting': { height: height.waiting, bgcolor: 'line.strong', opacity: running ? 0.6 : 0.32 },
        '& .now': {
          height: height.now,
          bgcolor: 'verdict.JG.solid',
          animation: 'tape-breath 1s infinite alternate',
          '@keyframes tape-breath': { to: { opacity: 0.4 } },
        },
        '& .judged': {
          animation: 'tape-grow 280ms cubic-bezier(0,0,0,1)',
          transformOrigin: 'bottom',
          '@keyframes tape-grow': { from: { transform: 'scaleY(.3)' } },
        },
      }}
    >
      {bars.map((letter, index) => {
        const code = letterCode(letter)
        // Bars are never reordered, so the index is a stable key.
        if (!code) return <i key={index} className={index === now ? 'now' : 'waiting'} />
        // A test skipped after a failure in its group is as low as a pending one.
        const tall = code === 'AC' ? height.passed : code === 'CA' ? height.waiting : height.failed
        return (
          <Box
            component="i"
            key={index}
            className={running ? 'judged' : undefined}
            sx={{ height: tall, bgcolor: `verdict.${code}.solid` }}
          />
        )
      })}
    </Box>
  )
})
