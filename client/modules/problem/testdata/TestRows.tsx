import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useRef, useState } from 'react'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { visuallyHidden } from '../../../ui/visuallyHidden.ts'
import { type RowActs, TestRowLine } from './TestRowLine.tsx'
import { type Fault, isGrouped, type Mode, type Row, type Scoring } from './testRows.ts'
import { useHeads } from './useHeads.ts'
import { useNear } from './useNear.ts'

type Props = {
  /** The version whose cases are kept; null: there is none. */
  testset: string | null
  rows: readonly Row[]
  scoring: Scoring
  mode: Mode
  faults: ReadonlyMap<number, readonly Fault[]>
  acts: Omit<RowActs, 'say'>
}

/** Heights that rows have whatever is in them, because those far away are empty. */
const TALL = { desk: 44, phone: 116, plainPhone: 80 }

const DESK = '24px 28px minmax(0,1.4fr) minmax(0,1.4fr) minmax(0,1fr) auto 32px'

/** All cases in the order in which they are judged. */
export function TestRows({ testset, rows, scoring, mode, faults, acts }: Props) {
  const { t } = useTranslation()
  const { breakpoints } = useTheme()
  const phone = useMediaQuery(breakpoints.down('md'), { noSsr: true })
  const grouped = isGrouped(mode)
  const scored = scoring === 'OI'
  const isPlain = !grouped && !scored && faults.size === 0 && rows.every(({ kept }) => kept !== null)
  const height = phone ? TALL[isPlain ? 'plainPhone' : 'phone'] : TALL.desk
  const list = useRef<HTMLUListElement>(null)
  const isNear = useNear(list, rows.length, height)
  const [said, say] = useState('')
  const kept = rows.flatMap((row, place) => (row.kept !== null && isNear(place) ? [row.kept] : []))
  const heads = useHeads(testset, phone ? [] : kept)
  return (
    <>
      <Box component="ul" ref={list} aria-label={t('testdata:row.list')} sx={{ typography: 'dense' }}>
        {rows.map((row, place) => {
          const own = faults.get(row.id) ?? NONE
          const wrong = own.length > 0 || (row.kept === null && row.answer === null)
          return (
            <Box
              key={row.id}
              component="li"
              sx={{
                height,
                px: 3,
                display: 'grid',
                alignItems: 'center',
                alignContent: 'center',
                columnGap: 3,
                gridTemplateColumns: { xs: '24px 24px minmax(0,1fr) auto', md: DESK },
                gridTemplateAreas: {
                  xs: '"move number input menu" ". . answer answer" ". . note figures"',
                  md: '"move number input answer note figures menu"',
                },
                borderTop: 1,
                borderColor: 'divider',
                bgcolor: wrong ? 'verdict.WA.bg' : 'background.paper',
                '&:hover': { bgcolor: wrong ? 'verdict.WA.bg' : 'surface.hover' },
              }}
            >
              {isNear(place) && (
                <TestRowLine
                  {...{ row, place, scored, grouped, faults: own }}
                  total={rows.length}
                  heads={row.kept === null ? undefined : heads.get(row.kept)}
                  acts={{ ...acts, say }}
                />
              )}
            </Box>
          )
        })}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </>
  )
}

const NONE: readonly Fault[] = []
