import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { CaseGroupRows } from './CaseGroupRows.tsx'
import { CaseTools } from './CaseTools.tsx'
import { type CaseGroup, groupsOf, movedWithin, type Staying } from './caseGroups.ts'
import type { RowActs } from './TestRowLine.tsx'
import { type Fault, isGrouped, type Mode, type Row, type Scoring } from './testRows.ts'
import { useHeads } from './useHeads.ts'
import { useWindow } from './useWindow.ts'

type Props = {
  /** Id of the stored version; null when there is none. */
  testset: string | null
  rows: readonly Row[]
  scoring: Scoring
  mode: Mode
  faults: ReadonlyMap<number, readonly Fault[]>
  acts: Pick<RowActs, 'change' | 'remove' | 'preview' | 'replace'> & {
    /** Called with the same cases in another order or with other scores. */
    set: (rows: readonly Row[]) => void
  }
}

/** Fixed row heights (px), because rows out of sight are not in the document. */
const TALL = { desk: 44, phone: 156, plainPhone: 112, head: 48, columns: 32 }

/** Lists up to this length are drawn whole and unfolded. */
const SHORT = 100
/** Lists from this length on have search tools. */
const FINDABLE = 11

/** Grid columns of a wide window; the notes get one only when there are any. */
const deskOf = (notes: boolean) =>
  `24px 28px minmax(0,1fr) minmax(0,1fr)${notes ? ' minmax(0,200px)' : ''} auto 32px`

/** All cases in the order of judging, by subtask. */
export function TestRows({ testset, rows, scoring, mode, faults, acts }: Props) {
  const { breakpoints } = useTheme()
  const phone = useMediaQuery(breakpoints.down('md'), { noSsr: true })
  const frame = useRef<HTMLElement>(null)
  const [said, say] = useState('')
  /** The row with the focus: it stays in the document and in its group. */
  const [held, setHeld] = useState<Staying | null>(null)
  /** The row to scroll to next. */
  const [goal, setGoal] = useState<{ id: number; focus: boolean } | null>(null)
  const grouped = isGrouped(mode)
  const scored = scoring === 'OI'
  const isShort = rows.length <= SHORT
  const isWrong = (row: Row) => faults.has(row.id) || (row.kept === null && row.answer === null)

  const groups = groupsOf(rows, mode, held)
  const [folded, setFolded] = useState<ReadonlySet<number | null>>(() =>
    isShort || !grouped ? new Set() : new Set(groups.map(({ key }) => key)),
  )
  const isFolded = ({ key }: CaseGroup) => grouped && folded.has(key)
  const turn = ({ key }: CaseGroup) =>
    setFolded(folded.has(key) ? new Set([...folded].filter((one) => one !== key)) : new Set([...folded, key]))

  const isPlain = !grouped && !scored && faults.size === 0 && rows.every(({ kept }) => kept !== null)
  const height = phone ? TALL[isPlain ? 'plainPhone' : 'phone'] : TALL.desk
  const headHeight = grouped ? TALL.head : 0
  const hasNotes = rows.some(
    (row) => isWrong(row) || row.input.notes.length > 0 || (row.answer?.notes.length ?? 0) > 0,
  )
  const grid = gridOf(hasNotes)
  const { laid, bottom } = laidOut(groups, phone ? 0 : TALL.columns, (group) => ({
    head: headHeight,
    cases: isFolded(group) ? 0 : group.cases.length * height,
  }))
  const isNear = useWindow(frame, isShort)
  const drawn = laid
    .map((one) => ({
      ...one,
      cases: isFolded(one.group)
        ? []
        : one.group.cases
            .map((placed, at) => ({ ...placed, at }))
            .filter(
              ({ row, at }) =>
                row.id === held?.id ||
                row.id === goal?.id ||
                isNear(one.first + at * height, one.first + (at + 1) * height),
            ),
    }))
    .filter(({ top, bottom, cases }) => cases.length > 0 || isNear(top, bottom))
  const heads = useHeads(
    testset,
    drawn.flatMap(({ cases }) => cases.flatMap(({ row }) => (row.kept === null ? [] : [row.kept]))),
  )

  useLayoutEffect(() => {
    if (!goal) return
    const row = frame.current?.querySelector<HTMLElement>(`[data-case="${goal.id}"]`)
    row?.scrollIntoView({ block: goal.focus ? 'center' : 'nearest' })
    if (goal.focus) row?.focus({ preventScroll: true })
  }, [goal])

  const show = (place: number) => {
    const row = rows[place]
    if (!row) return
    const key = groups.find(({ cases }) => cases.some((one) => one.place === place))?.key ?? null
    setFolded((before) => new Set([...before].filter((one) => one !== key && one !== row.subtask)))
    setHeld(null)
    setGoal({ id: row.id, focus: true })
  }
  const take = ({ target }: FocusEvent) => {
    const id = Number(target.closest('[data-case]')?.getAttribute('data-case') ?? Number.NaN)
    const group = groups.find(({ cases }) => cases.some(({ row }) => row.id === id))
    if (group && held?.id !== id) setHeld({ id, key: group.key })
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    const to = relatedTarget?.closest('[data-case]')?.getAttribute('data-case')
    if (held && to !== String(held.id)) setHeld(null)
  }

  return (
    <>
      {(rows.length >= FINDABLE || grouped) && (
        <CaseTools
          rows={rows}
          isWrong={isWrong}
          folding={
            groups.length > 1
              ? {
                  areFolded: groups.every(isFolded),
                  fold: (all) => setFolded(new Set(all ? groups.map(({ key }) => key) : [])),
                }
              : null
          }
          onFound={show}
        />
      )}
      <Box
        ref={frame}
        style={{ height: bottom }}
        sx={{ position: 'relative', typography: 'dense' }}
        onFocusCapture={take}
        onBlurCapture={leave}
      >
        {!phone && <ColumnHeads {...{ grid, grouped, scored, hasNotes }} />}
        {drawn.map(({ group, top, first, cases }) => (
          <CaseGroupRows
            key={group.key}
            {...{ group, cases, top, first, headHeight, grid, mode, scored, isWrong, faults, heads }}
            rowHeight={height}
            isFolded={isFolded(group)}
            onFold={() => turn(group)}
            onScore={(score) => {
              const own = new Set(group.cases.map(({ row }) => row.id))
              acts.set(rows.map((row) => (own.has(row.id) ? { ...row, score } : row)))
            }}
            actsOf={({ row, place }) => ({
              ...acts,
              say,
              move: (from, to) => {
                acts.set(movedWithin(rows, group, from, to))
                setGoal({ id: row.id, focus: false })
              },
              settle: () => show(place),
            })}
          />
        ))}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
    </>
  )
}

type Heights = { head: number; cases: number }

/** Places (px) of groups one below the other, and the height of them all. */
function laidOut(groups: readonly CaseGroup[], start: number, heightsOf: (group: CaseGroup) => Heights) {
  let bottom = start
  const laid = groups.map((group) => {
    const { head, cases } = heightsOf(group)
    const top = bottom
    const first = top + head
    bottom = first + cases
    return { group, top, first, bottom }
  })
  return { laid, bottom }
}

type ColumnProps = { grid: ReturnType<typeof gridOf>; grouped: boolean; scored: boolean; hasNotes: boolean }

/** Column titles of a wide window. */
function ColumnHeads({ grid, grouped, scored, hasNotes }: ColumnProps) {
  const { t } = useTranslation()
  return (
    <Box aria-hidden sx={{ ...grid, ...COLUMNS, height: TALL.columns }}>
      <Box sx={{ gridArea: 'input' }}>{t('testset:column.input')}</Box>
      <Box sx={{ gridArea: 'answer' }}>{t('testset:column.output')}</Box>
      {hasNotes && <Box sx={{ gridArea: 'note' }}>{t('testset:column.note')}</Box>}
      <Box sx={{ gridArea: 'figures', display: 'flex', gap: 2, '& > *': { width: 56, pr: 2 } }}>
        {grouped && <span>{t('testset:column.subtask')}</span>}
        {scored && <span>{t('testset:column.points')}</span>}
      </Box>
    </Box>
  )
}

const gridOf = (notes: boolean) => ({
  px: 3,
  display: 'grid',
  alignItems: 'center',
  alignContent: 'center',
  columnGap: 3,
  gridTemplateColumns: { xs: '24px 28px minmax(0,1fr) 32px', md: deskOf(notes) },
  gridTemplateAreas: {
    xs: '"move number input menu" ". . answer answer" ". figures figures figures" ". . note note"',
    md: `"move number input answer ${notes ? 'note ' : ''}figures menu"`,
  },
})

const COLUMNS = {
  borderTop: 1,
  borderColor: 'divider',
  typography: 'caption',
  color: 'text.tertiary',
  whiteSpace: 'nowrap',
} as const
