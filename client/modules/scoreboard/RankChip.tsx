import Box from '@mui/material/Box'
import type { Tier } from '#server/shared/board/row.ts'
import type { BoardRow } from '#server/shared/board/wire.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { awardName } from '../../ui/text/awardName.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { BoardSize } from './BoardCell.tsx'

const METALS = ['gold', 'silver', 'bronze'] as const

/** Backgrounds that the form of a contest begins with; not imported from it, which would cost a chunk. */
const USUAL = ['#e6bf25', '#b4c0c7', '#cd7f32']

/** Whether a tier at a place has no colours of its own: the first ones are medals of the theme, in both modes. */
const isUsual = ({ background }: Tier, place: number) =>
  background === '' || USUAL[place] === background.toLowerCase()

type Props = {
  row: BoardRow & { rank: number | null; award: Tier | null }
  tiers: readonly Tier[]
  size?: BoardSize
}

/** A rank, coloured by its award; a star or a dash for rows without a rank. */
export function RankChip({ row: { rank, award, isStar, isDisqualified }, tiers, size = 'desk' }: Props) {
  const { t } = useTranslation()
  const isHall = size === 'hall'
  const typography = isHall ? 'hallRank' : 'boardCell'
  if (rank === null) {
    const words = isDisqualified ? t('scoreboard:disqualified') : t('scoreboard:star')
    return (
      <Box role="img" aria-label={words} title={words} sx={{ display: 'grid', placeItems: 'center' }}>
        <Icon name={isStar && !isDisqualified ? 'star' : 'minus'} size={isHall ? 26 : 14} />
      </Box>
    )
  }
  // Tiers are compared by name.
  const place = award ? tiers.findIndex(({ name }) => name === award.name) : -1
  const own = award && !isUsual(award, place) ? award : null
  const metal = own ? undefined : METALS[place]
  return (
    <Box
      title={award ? awardName(t, award.name) : undefined}
      // Data of the contest, not of the theme.
      style={own ? { backgroundColor: own.background, color: own.color } : undefined}
      sx={{
        display: 'inline-flex',
        alignItems: 'baseline',
        justifyContent: 'center',
        gap: isHall ? 1 : 0.5,
        minWidth: isHall ? 76 : 38,
        px: 1,
        py: isHall ? 0.5 : 1,
        borderRadius: isHall ? 1.5 : 0.67,
        typography,
        ...(award && { bgcolor: 'surface.fill', forcedColorAdjust: own ? 'none' : undefined }),
        ...(metal && {
          color: `medal.${metal}.fg`,
          bgcolor: `medal.${metal}.bg`,
          boxShadow: ({ vars }) => `inset 0 0 0 1px ${vars.palette.medal[metal].border}`,
        }),
      }}
    >
      {rank}
      {award && (
        <Box component="small" sx={{ typography: isHall ? 'hallSub' : 'boardSub' }}>
          {[...awardName(t, award.name)][0]}
        </Box>
      )}
    </Box>
  )
}
