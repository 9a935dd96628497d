import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { CaseGroup } from './caseGroups.ts'
import { Figure } from './Figure.tsx'
import { type Mode, totalOf } from './testRows.ts'

type Props = {
  group: CaseGroup
  mode: Mode
  scored: boolean
  /** Number of its cases with errors. */
  wrong: number
  isFolded: boolean
  /** Id of the list that it folds. */
  controls: string
  onFold: () => void
  /** Gives all its cases the same score. */
  onScore: (score: number | null) => void
}

/** Heading of a subtask in the list of cases: folds them and sets their score at once. */
export function CaseGroupHead({ group, mode, scored, wrong, isFolded, controls, onFold, onScore }: Props) {
  const { t } = useTranslation()
  const rows = group.cases.map(({ row }) => row)
  const name =
    group.key === null ? t('testset:group.without') : t('testset:group.name', { number: group.key })
  const count = scored
    ? t('testset:countPoints', { count: rows.length, points: totalOf(rows, mode) })
    : t('testset:count', { count: rows.length })
  const [first] = rows
  const isUniform = rows.every(({ score }) => score === first?.score)
  return (
    <Box
      sx={{
        height: '100%',
        px: 3,
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'surface.sunken',
      }}
    >
      <Box component="h3" sx={{ flex: 1, minWidth: 0, typography: 'dense', m: 0 }}>
        <ButtonBase
          aria-expanded={!isFolded}
          aria-controls={controls}
          onClick={onFold}
          sx={{
            width: '100%',
            height: 36,
            justifyContent: 'flex-start',
            gap: 2,
            borderRadius: 1,
            font: 'inherit',
            textAlign: 'left',
          }}
        >
          <Icon name={isFolded ? 'right' : 'down'} size={14} />
          <Box component="span" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
            {name}
          </Box>
          <Box
            component="span"
            sx={{
              minWidth: 0,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
              color: wrong > 0 ? 'verdict.WA.fg' : 'text.secondary',
            }}
          >
            {wrong > 0 ? t('testset:toFix', { count: wrong }) : count}
          </Box>
        </ButtonBase>
      </Box>
      {scored && (
        <Figure
          label={t('testset:group.points', { name })}
          value={isUniform ? (first?.score ?? null) : null}
          placeholder={isUniform ? undefined : t('testset:group.mixed')}
          wrong={false}
          onChange={onScore}
        />
      )}
    </Box>
  )
}
