import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Portal from '@mui/material/Portal'
import { useEffect, useMemo, useState } from 'react'
import type { BoardHead, Reckoned } from '#server/shared/board/wire.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { awardName } from '../../../ui/text/awardName.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { cut } from '../BoardRowView.tsx'
import { HALL, HallBoard, letters } from '../HallBoard.tsx'
import { useScale } from '../useScale.ts'
import type { Reveal } from './reveal.ts'

const NEXT = new Set(['Enter', ' ', 'ArrowRight', 'ArrowDown', 'PageDown', 'n'])
const BACK = new Set(['Backspace', 'ArrowLeft', 'ArrowUp', 'PageUp', 'p'])

/** Name of the step in the address. */
const STEP = 'step'

const stepInAddress = () =>
  Math.max(0, Math.trunc(Number(new URLSearchParams(location.search).get(STEP)) || 0))

function noteInAddress(step: number) {
  const url = new URL(location.href)
  if (step === 0) url.searchParams.delete(STEP)
  else url.searchParams.set(STEP, String(step))
  history.replaceState(history.state, '', url)
}

type Props = { title: string; reveal: Reveal; head: BoardHead }

/** Stage of a reveal: each press of a key, clicker or button moves one step forward or back. */
export function RevealStage({ title, reveal, head }: Props) {
  const { t } = useTranslation()
  const scale = useScale(head.problems.length)
  const { steps } = reveal
  const [step, setStep] = useState(() => Math.min(steps.length, stepInAddress()))
  // The next load begins where this one ends.
  useEffect(() => noteInAddress(step), [step])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = NEXT.has(event.key) ? 1 : BACK.has(event.key) ? -1 : 0
      if (by === 0 || event.ctrlKey || event.metaKey || event.altKey) return
      // A focused button must not handle Enter and Space too.
      event.preventDefault()
      setStep((before) => Math.min(steps.length, Math.max(0, before + by)))
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [steps.length])

  const reckoned = useMemo(() => reveal.at(step), [reveal, step])
  const last = steps[step - 1] ?? null
  const coming = steps[step] ?? null
  // Keep the row of the next step visible near the lower edge, below the rows it may pass.
  const focus = coming ? placeOf(reckoned, coming.userId) : 0
  const from = Math.max(0, Math.min(reckoned.rows.length - HALL.rows, focus - HALL.rows + 3))
  const words = useWords(reckoned, head, last)
  const board = { version: `${step}`, head, rows: new Map() }
  return (
    <Portal>
      <Box
        data-theme="dark"
        role="region"
        aria-label={t('scoreboard:scroll.title')}
        sx={{
          position: 'fixed',
          inset: 0,
          zIndex: 'modal',
          overflow: 'hidden',
          bgcolor: 'surface.canvas',
          color: 'text.primary',
        }}
      >
        <Box
          style={{ ...scale.size, transform: `scale(${scale.factor})` }}
          sx={{ transformOrigin: '0 0', display: 'flex', flexDirection: 'column' }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 6, px: 12, py: 6 }}>
            <Box
              component="h1"
              sx={{
                flex: 1,
                minWidth: 0,
                typography: 'hallRank',
                ...cut,
                ...letters,
              }}
            >
              {title}
            </Box>
            <Box role="status" sx={{ typography: 'hallFeed', color: 'text.secondary' }}>
              {words || t('scoreboard:scroll.title')}
            </Box>
          </Box>
          <Box sx={{ flex: 1, minHeight: 0, px: 12, display: 'flex' }}>
            <HallBoard
              live={{ board, reckoned }}
              from={from}
              marked={
                coming && {
                  userId: coming.userId,
                  ...(coming.kind === 'open' ? { problem: coming.problem } : {}),
                }
              }
            />
          </Box>
          <Box
            sx={{
              height: 84,
              px: 12,
              display: 'flex',
              alignItems: 'center',
              gap: 6,
              bgcolor: 'surface.raised',
            }}
          >
            <Button
              variant="outlined"
              size="large"
              disabled={step === 0}
              startIcon={<Icon name="left" />}
              onClick={() => setStep(step - 1)}
            >
              {t('scoreboard:scroll.back')}
            </Button>
            <Button
              variant="contained"
              size="large"
              disabled={!coming}
              endIcon={<Icon name="right" />}
              onClick={() => setStep(step + 1)}
            >
              {t('scoreboard:scroll.next')}
            </Button>
            <Box sx={{ flex: 1, typography: 'hallSchool', color: 'text.tertiary' }}>
              {t('scoreboard:scroll.keys')}
            </Box>
            <Box sx={{ typography: 'hallFeed', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
              {coming
                ? t('scoreboard:scroll.step', { step, total: steps.length })
                : t('scoreboard:scroll.done')}
            </Box>
          </Box>
        </Box>
      </Box>
    </Portal>
  )
}

const placeOf = ({ rows }: Reckoned, userId: string) =>
  Math.max(
    0,
    rows.findIndex((row) => row.userId === userId),
  )

/** Describes the last step. */
function useWords({ rows }: Reckoned, head: BoardHead, last: Reveal['steps'][number] | null): string {
  const { t } = useTranslation()
  const row = last && rows.find(({ userId }) => userId === last.userId)
  if (!last || !row) return ''
  const { name, award, rank } = row
  if (last.kind === 'open') {
    const problem = head.problems.find(({ id }) => id === last.problem)?.displayId ?? ''
    const isSolved = row.cells.get(last.problem)?.solvedAt !== null
    const outcome = t(isSolved ? 'scoreboard:scroll.accepted' : 'scoreboard:scroll.rejected')
    return t('scoreboard:scroll.opened', { name, problem, outcome })
  }
  if (award) return t('scoreboard:scroll.medal', { name, award: awardName(t, award.name) })
  return rank === null ? name : t('scoreboard:scroll.place', { name, rank })
}
