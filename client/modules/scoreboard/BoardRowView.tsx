import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { memo } from 'react'
import type { Ranked } from '#server/shared/board/ranking.ts'
import type { BoardHead, BoardRow, Reckoned } from '#server/shared/board/wire.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { formatDuration } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BoardCell } from './BoardCell.tsx'
import { RankChip } from './RankChip.tsx'

/** Height of a row (px). */
export const ROW = 46

const WIDE = { rank: 56, solved: 52, penalty: 64, problem: 54, gap: 3 }
/**
 * Column widths on a phone (px): solved and penalty stand under the name, so that four problems fit into 390
 * px.
 */
const NARROW = { rank: 40, problem: 52, gap: 3 }

/** Grid columns of a board; the name column is at least `--team` wide. */
export const columnsOf = (problems: number) => ({
  xs: `${NARROW.rank}px minmax(var(--team), 2.4fr) repeat(${problems}, minmax(${NARROW.problem}px, 1fr))`,
  md: `${WIDE.rank}px minmax(var(--team), 2.4fr) ${WIDE.solved}px ${WIDE.penalty}px repeat(${problems}, minmax(${WIDE.problem}px, 1fr))`,
})

/** Minimum width of a board; a narrower frame scrolls sideways. */
export const widthOf = (problems: number) => {
  const { rank, solved, penalty, problem, gap } = WIDE
  return {
    xs: `calc(var(--team) + ${NARROW.rank + problems * (NARROW.problem + NARROW.gap) + NARROW.gap}px)`,
    md: `calc(var(--team) + ${rank + solved + penalty + problems * (problem + gap) + 3 * gap}px)`,
  }
}

/** Columns hidden on a phone. */
export const WIDE_ONLY = { xs: 'none', md: 'block' } as const

/** Left offset of the sticky name column (px). */
export const NAMES = { xs: NARROW.rank, md: WIDE.rank } as const

/** Style of a cell that stays in place while the others scroll sideways. */
export const pinned = (left: number | typeof NAMES) =>
  ({
    position: 'sticky',
    left: typeof left === 'number' ? left : { xs: `${left.xs}px`, md: `${left.md}px` },
    zIndex: 1,
    bgcolor: 'inherit',
    alignSelf: 'stretch',
    display: 'flex',
    alignItems: 'center',
  }) as const

type Props = {
  head: BoardHead
  row: Ranked<BoardRow>
  firsts: Reckoned['firsts']
  /** Stamps of the cells that the last patch changed, by problem id. */
  fresh: ReadonlyMap<number, number> | undefined
  isOwn: boolean
  isFollowed: boolean
  onFollow: (userId: string) => void
}

/** Figures of a row: number solved and penalty (minutes) in ACM; score and run time (ms) in OI. */
export const figuresOf = ({ type }: BoardHead, { gain, cost }: BoardRow) =>
  type === 'ACM' ? { main: gain, side: Math.floor(cost / 60) } : { main: gain, side: cost }

/** One row of a board. */
export const BoardRowView = memo(function BoardRowView(props: Props) {
  const { head, row, firsts, fresh, isOwn, isFollowed, onFollow } = props
  const { t } = useTranslation()
  const { userId, name, school, realname, isStar, isDisqualified } = row
  const { main, side } = figuresOf(head, row)
  return (
    <>
      <Box role="cell" sx={{ ...pinned(0), justifyContent: 'center' }}>
        <RankChip row={row} tiers={head.tiers} />
      </Box>
      <Box role="rowheader" sx={{ ...pinned(NAMES), gap: 1, minWidth: 0, pr: 1 }}>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
            <Box
              component="span"
              title={realname ? t('scoreboard:realname', { name: realname }) : name}
              sx={{ typography: 'dense', fontWeight: 600, ...cut }}
            >
              {name}
            </Box>
            {isOwn && <Mark solid>{t('scoreboard:you')}</Mark>}
            {isStar && <Mark>{t('scoreboard:star')}</Mark>}
            {isDisqualified && <Mark>{t('scoreboard:disqualified')}</Mark>}
          </Box>
          {school && (
            <Box
              title={school}
              sx={{ display: WIDE_ONLY, typography: 'caption', color: 'text.secondary', ...cut }}
            >
              {school}
            </Box>
          )}
          <Box
            sx={{
              display: { xs: 'flex', md: 'none' },
              gap: 2,
              typography: 'caption',
              color: 'text.secondary',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            <Box component="b" sx={{ color: 'text.primary' }}>
              {main}
            </Box>
            {head.type === 'ACM' ? t('scoreboard:minutes', { count: side }) : formatDuration(side)}
          </Box>
        </Box>
        {!isOwn && (
          <IconButton
            size="small"
            aria-pressed={isFollowed}
            aria-label={t(isFollowed ? 'scoreboard:unfollow' : 'scoreboard:follow', { name })}
            onClick={() => onFollow(userId)}
            sx={{
              color: isFollowed ? 'accent.fg' : 'text.tertiary',
              opacity: isFollowed ? 1 : 0,
              '[role=row]:hover &, &:focus-visible': { opacity: 1 },
              '@media (hover: none)': { opacity: 1 },
            }}
          >
            <Icon name="pin" size={14} />
          </IconButton>
        )}
      </Box>
      <Box
        role="cell"
        sx={{
          display: WIDE_ONLY,
          textAlign: 'right',
          pr: 1,
          fontWeight: 600,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {main}
      </Box>
      <Box
        role="cell"
        sx={{
          display: WIDE_ONLY,
          textAlign: 'right',
          pr: 2,
          typography: 'dense',
          color: 'text.secondary',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {side}
      </Box>
      {head.problems.map((problem) => (
        <BoardCell
          key={problem.id}
          {...{ head, row, problem }}
          first={firsts.get(problem.id)}
          stamp={fresh?.get(problem.id)}
        />
      ))}
    </>
  )
})

export const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

function Mark({ children, solid = false }: { children: string; solid?: boolean }) {
  return (
    <Box
      component="span"
      sx={{
        flex: 'none',
        px: 1,
        borderRadius: 0.5,
        typography: 'boardSub',
        fontWeight: 600,
        lineHeight: '16px',
        ...(solid
          ? { bgcolor: 'primary.main', color: 'primary.contrastText' }
          : { bgcolor: 'surface.fill', color: 'text.secondary' }),
      }}
    >
      {children}
    </Box>
  )
}
