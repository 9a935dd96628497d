import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type FocusEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { CaseGroupHead } from './CaseGroupHead.tsx'
import { CaseTools } from './CaseTools.tsx'
import { type CaseGroup, groupsOf, movedWithin, type Staying } from './caseGroups.ts'
import { type RowActs, TestRowLine } from './TestRowLine.tsx'
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
  const { t } = useTranslation()
  const { breakpoints } = useTheme()
  const phone = useMediaQuery(breakpoints.down('md'), { noSsr: true })
  const frame = useRef<HTMLElement>(null)
  const ids = useId()
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

  const isPlain = !grouped && !scored && faults.size === 0 && rows.every(({ kept }) => kept !== null)
  const height = phone ? TALL[isPlain ? 'plainPhone' : 'phone'] : TALL.desk
  const headHeight = grouped ? TALL.head : 0
  const hasNotes = rows.some(
    (row) => isWrong(row) || row.input.notes.length > 0 || (row.answer?.notes.length ?? 0) > 0,
  )
  const grid = gridOf(hasNotes)
  let bottom = phone ? 0 : TALL.columns
  const laid = groups.map((group) => {
    const top = bottom
    const first = top + headHeight
    bottom = first + (isFolded(group) ? 0 : group.cases.length * height)
    return { group, top, first, bottom }
  })
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
        {!phone && (
          <Box aria-hidden sx={{ ...grid, ...COLUMNS, height: TALL.columns }}>
            <Box sx={{ gridArea: 'input' }}>{t('testset:column.input')}</Box>
            <Box sx={{ gridArea: 'answer' }}>{t('testset:column.output')}</Box>
            {hasNotes && <Box sx={{ gridArea: 'note' }}>{t('testset:column.note')}</Box>}
            <Box sx={{ gridArea: 'figures', display: 'flex', gap: 2, '& > *': { width: 56, pr: 2 } }}>
              {grouped && <span>{t('testset:column.subtask')}</span>}
              {scored && <span>{t('testset:column.points')}</span>}
            </Box>
          </Box>
        )}
        {drawn.map(({ group, top, first, cases }) => {
          const list = `${ids}-${group.key}`
          const name =
            group.key === null ? t('testset:group.without') : t('testset:group.name', { number: group.key })
          return (
            <Box key={group.key}>
              {grouped && (
                <Box style={{ top, height: headHeight }} sx={PLACED}>
                  <CaseGroupHead
                    {...{ group, mode, scored, isFolded: isFolded(group), controls: list }}
                    wrong={group.cases.filter(({ row }) => isWrong(row)).length}
                    onFold={() =>
                      setFolded(
                        folded.has(group.key)
                          ? new Set([...folded].filter((key) => key !== group.key))
                          : new Set([...folded, group.key]),
                      )
                    }
                    onScore={(score) => {
                      const own = new Set(group.cases.map(({ row }) => row.id))
                      acts.set(rows.map((row) => (own.has(row.id) ? { ...row, score } : row)))
                    }}
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
                    style={{ top: first + at * height, height }}
                    sx={{ ...grid, ...(isWrong(row) ? WRONG_LINE : LINE) }}
                  >
                    <TestRowLine
                      {...{ row, number: place + 1, at, scored, grouped }}
                      total={group.cases.length}
                      faults={faults.get(row.id) ?? NONE}
                      heads={row.kept === null ? undefined : heads.get(row.kept)}
                      acts={{
                        ...acts,
                        say,
                        move: (from, to) => {
                          acts.set(movedWithin(rows, group, from, to))
                          setGoal({ id: row.id, focus: false })
                        },
                        settle: () => show(place),
                      }}
                    />
                  </Box>
                ))}
              </Box>
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

const PLACED = { position: 'absolute', left: 0, right: 0 } as const

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
