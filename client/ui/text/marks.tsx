/** Small marks: difficulty, acceptance, roles, medals. Each has words or steps besides its colour. */
import Box from '@mui/material/Box'
import { useTranslation } from '../useTranslation.ts'
import { ColourDot } from './ColourDot.tsx'
import { formatRate } from './format.ts'

export type Difficulty = 'EASY' | 'MID' | 'HARD'

const STEPS: Record<Difficulty, { key: 'easy' | 'mid' | 'hard'; steps: number }> = {
  EASY: { key: 'easy', steps: 1 },
  MID: { key: 'mid', steps: 2 },
  HARD: { key: 'hard', steps: 3 },
}

/** A step in forced colours: filled, or only its border. */
const forcedStep = (full: boolean) => ({
  '@media (forced-colors: active)': {
    forcedColorAdjust: 'none',
    bgcolor: full ? 'CanvasText' : 'Canvas',
    boxShadow: 'inset 0 0 0 1px CanvasText',
  },
})

/** Difficulty as one to three steps and a word. */
export function DifficultySteps({ difficulty }: { difficulty: Difficulty }) {
  const { t } = useTranslation()
  const { key, steps } = STEPS[difficulty]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        fontWeight: 500,
        color: 'text.secondary',
        whiteSpace: 'nowrap',
      }}
    >
      {[1, 2, 3].map((step) => (
        <Box
          component="i"
          key={step}
          sx={{
            width: 4,
            height: 10,
            borderRadius: '1px',
            mr: step === 3 ? 1 : 0,
            bgcolor: step <= steps ? `difficulty.${key}.solid` : 'line.default',
            ...forcedStep(step <= steps),
          }}
        />
      ))}
      {t(`ui:difficulty.${difficulty}`)}
    </Box>
  )
}

const BANDS = [20, 40, 60, 80, 100] as const

type Tally = { rate: number; accepted: number; total: number }

/** Acceptance rate (0 to 1) as five steps and a percentage; the pointer reads accepted and all submissions. */
export function AcceptanceBar({ tally: { rate, accepted, total } }: { tally: Tally }) {
  const { t } = useTranslation()
  const band = BANDS.find((upTo) => rate * 100 <= upTo) ?? 100
  const figure = formatRate(rate)
  return (
    <Box
      component="span"
      role="img"
      aria-label={t('ui:acceptance', { rate: figure })}
      title={`${accepted}/${total}`}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, whiteSpace: 'nowrap' }}
    >
      <Box component="span" sx={{ display: 'inline-flex', gap: '1px' }}>
        {BANDS.map((upTo) => (
          <Box
            component="i"
            key={upTo}
            sx={{
              width: 6,
              height: 6,
              borderRadius: '1px',
              bgcolor: upTo <= band ? `band.${band}.solid` : 'line.default',
              ...forcedStep(upTo <= band),
            }}
          />
        ))}
      </Box>
      <Box component="span" sx={{ minWidth: 52, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
        {figure}
      </Box>
    </Box>
  )
}

/** SPA or ADM beside a name; nothing for other roles. */
export function RoleBadge({ role }: { role: 'ROOT' | 'ADMIN' | 'PROBLEM_ADMIN' | (string & {}) }) {
  const { t } = useTranslation()
  const code = role === 'ROOT' ? 'SPA' : role === 'ADMIN' || role === 'PROBLEM_ADMIN' ? 'ADM' : null
  if (!code) return null
  return (
    <Box
      component="abbr"
      title={t(`ui:role.${code}`)}
      sx={{
        px: 1,
        borderRadius: 0.5,
        fontSize: 10,
        lineHeight: '15px',
        fontWeight: 700,
        letterSpacing: '.3px',
        textDecoration: 'none',
        color: `role.${code}.fg`,
        bgcolor: `role.${code}.bg`,
        ...(code === 'ADM' && { boxShadow: ({ vars }) => `inset 0 0 0 1px ${vars.palette.role.ADM.border}` }),
      }}
    >
      {code}
    </Box>
  )
}

/** Title given by an administrator, beside a name; nothing without one. */
export function TitleChip({
  name,
  color,
}: {
  name: string | null | undefined
  color: string | null | undefined
}) {
  if (!name) return null
  return (
    <Box
      component="span"
      title={name}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        flexShrink: 0,
        maxWidth: 120,
        px: 1.25,
        borderRadius: 0.5,
        fontSize: 11,
        lineHeight: '16px',
        color: 'text.secondary',
        bgcolor: 'surface.fill',
      }}
    >
      {color && <ColourDot color={color} />}
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {name}
      </Box>
    </Box>
  )
}

type Medal = 'gold' | 'silver' | 'bronze'
const MEDALS: readonly Medal[] = ['gold', 'silver', 'bronze']

/** A rank; the first three, or those with `medal`, in metal colours. `letter` adds 金, 银, 铜. */
export function MedalChip({
  rank,
  medal = MEDALS[rank - 1],
  letter = false,
}: {
  rank: number
  medal?: Medal | null
  letter?: boolean
}) {
  const { t } = useTranslation()
  return (
    <Box
      component="span"
      title={medal ? t(`ui:medal.${medal}`) : undefined}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 0.5,
        minWidth: letter ? 38 : 20,
        height: letter ? 24 : 20,
        px: letter ? 1 : 0.5,
        borderRadius: 0.67,
        typography: 'caption',
        fontWeight: medal ? 700 : 600,
        fontVariantNumeric: 'tabular-nums',
        color: medal ? `medal.${medal}.fg` : 'text.tertiary',
        bgcolor: medal ? `medal.${medal}.bg` : undefined,
        ...(medal && { boxShadow: ({ vars }) => `inset 0 0 0 1px ${vars.palette.medal[medal].border}` }),
      }}
    >
      {rank}
      {letter && medal && (
        <Box component="small" sx={{ fontSize: 10, lineHeight: '12px' }}>
          {t(`ui:medalLetter.${medal}`)}
        </Box>
      )}
    </Box>
  )
}
