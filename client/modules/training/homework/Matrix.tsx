import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { Matrix_rows$key } from '../../../__generated__/Matrix_rows.graphql.ts'
import type { Matrix_training$key } from '../../../__generated__/Matrix_training.graphql.ts'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { SearchInput } from '../../../ui/controls/SearchInput.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { MatrixLegend } from './MatrixLegend.tsx'
import { MatrixTable } from './MatrixTable.tsx'
import {
  FILTERS,
  firstsOf,
  isNamed,
  keeps,
  type MatrixFilter,
  type MatrixOrder,
  ORDERS,
  ordered,
} from './matrix.ts'

const CellDialog = lazyPart(async () => (await import('./CellDialog.tsx')).CellDialog)
const ExtensionDialog = lazyPart(async () => (await import('./ExtensionDialog.tsx')).ExtensionDialog)

type Props = {
  training: Matrix_training$key
  rows: Matrix_rows$key
  /** uid of the student whose row changed last. */
  latest: string | null
  /** Right of the filters. */
  tools: ReactNode
}

/** The open dialog: of a cell, or of a student's due time. */
type Opened = { uid: string; problem: number | null }

/** Filters, order and table of a matrix, and the dialogs of its cells. */
export function Matrix({ latest, tools, ...props }: Props) {
  const { t } = useTranslation()
  const training = useFragment(
    graphql`
      fragment Matrix_training on Training {
        homework {
          dueAt
        }
        problems {
          id
          problem {
            number
            displayId
            title
          }
        }
        ...MatrixTable_training
        ...CellDialog_training
        ...ExtensionDialog_training
      }
    `,
    props.training,
  )
  const rows = useFragment(
    graphql`
      fragment Matrix_rows on MatrixRow @relay(plural: true) {
        id
        uid
        username
        realname
        studentNumber
        cells
        solvedCount
        tries
        lateCount
        points
        lastAt
        extension {
          dueAt
          reason
          setAt
        }
        stuck {
          problemNumber
          tries
          days
        }
      }
    `,
    props.rows,
  )
  const links = training.problems
  const problems = useMemo(() => (links ?? []).flatMap(({ problem }) => (problem ? [problem] : [])), [links])
  const [keyword, setKeyword] = useState('')
  const [filter, setFilter] = useState<MatrixFilter>('all')
  const [order, setOrder] = useState<MatrixOrder>('solved')
  const [opened, setOpened] = useState<Opened | null>(null)
  const [stuck, others] = useMemo(() => ordered(rows, order), [rows, order])
  const firsts = useMemo(() => firstsOf(rows), [rows])
  const isShown = (row: (typeof rows)[number]) =>
    keeps(filter, row, problems.length) && (keyword.trim() === '' || isNamed(row, keyword))
  const shown = { stuck: stuck.filter(isShown), others: others.filter(isShown) }
  const open = useCallback((uid: string, problem: number | null) => setOpened({ uid, problem }), [])
  const row = opened && rows.find(({ uid }) => uid === opened.uid)
  const problem = problems.find(({ number }) => number === opened?.problem)
  const close = () => setOpened(null)
  return (
    <>
      <MatrixFilters
        {...{ keyword, setKeyword, filter, setFilter, order, setOrder, tools }}
        countOf={(value) => rows.filter((one) => keeps(value, one, problems.length)).length}
      />
      <MatrixLegend />
      {shown.stuck.length + shown.others.length > 0 ? (
        <MatrixTable
          training={training}
          stuck={shown.stuck}
          others={shown.others}
          all={rows}
          firsts={firsts}
          latest={latest}
          problems={problems}
          onOpen={open}
        />
      ) : (
        <Paper variant="outlined">
          <EmptyState title={t('homework:matrix.nothing')}>
            <Button
              onClick={() => {
                setKeyword('')
                setFilter('all')
              }}
            >
              {t('homework:matrix.clear')}
            </Button>
          </EmptyState>
        </Paper>
      )}
      <Suspense>
        {row && problem && (
          <CellDialog
            training={training}
            student={row}
            problem={problem}
            cell={row.cells.find((cell) => cell.problem === problem.number)}
            onClose={close}
          />
        )}
        {row && opened.problem === null && (
          <ExtensionDialog training={training} student={row} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

type FilterProps = {
  keyword: string
  setKeyword: (keyword: string) => void
  filter: MatrixFilter
  setFilter: (filter: MatrixFilter) => void
  order: MatrixOrder
  setOrder: (order: MatrixOrder) => void
  /** Number of students that a filter keeps. */
  countOf: (filter: MatrixFilter) => number
  tools: ReactNode
}

/** Search, filter and order of the students. */
function MatrixFilters({
  keyword,
  setKeyword,
  filter,
  setFilter,
  order,
  setOrder,
  countOf,
  tools,
}: FilterProps) {
  const { t } = useTranslation()
  return (
    <FilterBar>
      <Box sx={{ width: { xs: '100%', sm: 264 } }}>
        <SearchInput>
          <input
            aria-label={t('homework:matrix.search')}
            placeholder={t('homework:matrix.search')}
            value={keyword}
            maxLength={100}
            onChange={(event) => setKeyword(event.target.value)}
          />
        </SearchInput>
      </Box>
      <Segments
        label={t('homework:matrix.filter')}
        value={filter}
        segments={FILTERS.map((value) => ({
          value,
          label: (
            <>
              {t(`homework:matrix.filters.${value}`)}
              <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
                {countOf(value)}
              </Box>
            </>
          ),
        }))}
        onChange={setFilter}
      />
      <Picker
        label={t('homework:matrix.order')}
        value={order}
        options={ORDERS.map((value) => ({ value, label: t(`homework:matrix.orders.${value}`) }))}
        onChange={(value) => setOrder(value as MatrixOrder)}
      />
      <Box sx={{ ml: { md: 'auto' }, display: 'flex', alignItems: 'center', gap: 2 }}>{tools}</Box>
    </FilterBar>
  )
}
