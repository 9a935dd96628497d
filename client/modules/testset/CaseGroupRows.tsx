import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import type { SystemStyleObject } from '@mui/system'
import { useId } from 'react'
import { useTranslation } from '../../ui/useTranslation.ts'
import { CaseGroupHead } from './CaseGroupHead.tsx'
import type { CaseGroup, Placed } from './caseGroups.ts'
import { type RowActs, TestRowLine } from './TestRowLine.tsx'
import type { Fault, Mode, Row } from './testRows.ts'
import type { Heads } from './useHeads.ts'

type Props = {
  group: CaseGroup
  /** The cases to draw, each with its index in the group. */
  cases: readonly (Placed & { at: number })[]
  /** Distances (px) of the heading and of the first case from the top of the list. */
  top: number
  first: number
  /** Heights (px); a heading of 0 is not drawn. */
  headHeight: number
  rowHeight: number
  grid: SystemStyleObject<Theme>
  mode: Mode
  scored: boolean
  isFolded: boolean
  isWrong: (row: Row) => boolean
  faults: ReadonlyMap<number, readonly Fault[]>
  heads: ReadonlyMap<number, Heads>
  onFold: () => void
  /** Gives all cases of the group the same score. */
  onScore: (score: number | null) => void
  actsOf: (placed: Placed) => RowActs
}

/** Cases of one subtask under its heading, at fixed places because those out of sight are not drawn. */
export function CaseGroupRows(props: Props) {
  const { group, cases, top, first, headHeight, rowHeight, grid, mode, scored, isFolded, isWrong } = props
  const { t } = useTranslation()
  const list = useId()
  const grouped = headHeight > 0
  const name =
    group.key === null ? t('testset:group.without') : t('testset:group.name', { number: group.key })
  return (
    <Box>
      {grouped && (
        <Box style={{ top, height: headHeight }} sx={PLACED}>
          <CaseGroupHead
            {...{ group, mode, scored, isFolded, controls: list }}
            wrong={group.cases.filter(({ row }) => isWrong(row)).length}
            onFold={props.onFold}
            onScore={props.onScore}
          />
        </Box>
      )}
      <Box component="ul" id={list} aria-label={grouped ? name : t('testset:row.list')} sx={{ m: 0 }}>
        {cases.map(({ row, place, at }) => (
          <Box
            key={row.id}
            component="li"
            data-case={row.id}
            tabIndex={-1}
            aria-posinset={at + 1}
            aria-setsize={group.cases.length}
            style={{ top: first + at * rowHeight, height: rowHeight }}
            sx={{ ...grid, ...(isWrong(row) ? WRONG_LINE : LINE) }}
          >
            <TestRowLine
              {...{ row, number: place + 1, at, scored, grouped }}
              total={group.cases.length}
              faults={props.faults.get(row.id) ?? NONE}
              heads={row.kept === null ? undefined : props.heads.get(row.kept)}
              acts={props.actsOf({ row, place })}
            />
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const NONE: readonly Fault[] = []

const PLACED = { position: 'absolute', left: 0, right: 0 } as const

const LINE = {
  ...PLACED,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  // Keeps clear of the bars above and below the list.
  scrollMarginBlock: '80px',
  '&:hover': { bgcolor: 'surface.hover' },
  '&:focus': { outline: 2, outlineColor: 'line.focus', outlineOffset: -2 },
} as const

const WRONG_LINE = { ...LINE, bgcolor: 'verdict.WA.bg', '&:hover': { bgcolor: 'verdict.WA.bg' } } as const
