import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useRef } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { OrderHandle } from '../../ui/table/OrderHandle.tsx'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { formatLength } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { Figure } from './Figure.tsx'
import { type Fault, inOneLine, type Row, type Side } from './testRows.ts'

export type RowActs = {
  /** Moves a case within its group. */
  move: (from: number, to: number) => void
  /** Moves the case to the subtask that was typed. */
  settle: () => void
  say: (words: string) => void
  change: (id: number, to: Partial<Pick<Row, 'score' | 'subtask'>>) => void
  remove: (id: number) => void
  preview: (id: number) => void
  replace: (id: number, side: 'input' | 'answer', file: File) => void
}

type Props = {
  row: Row
  /** Number of the case, from 1. */
  number: number
  /** Index in the group, from 0, and the size of the group. */
  at: number
  total: number
  scored: boolean
  grouped: boolean
  faults: readonly Fault[]
  /** First bytes of a stored case; undefined until they are loaded. */
  heads: { input: string; answer: string | null } | undefined
  acts: RowActs
}

/** One case of the list: both files with their first bytes, subtask, score and actions. */
export function TestRowLine(props: Props) {
  const { row, number, at, total, scored, grouped, faults, heads, acts } = props
  const { t } = useTranslation()
  const name = t('testset:row.case', { number })
  const picker = useRef<HTMLInputElement>(null)
  const side = useRef<'input' | 'answer'>('input')
  const pick = (which: 'input' | 'answer') => {
    side.current = which
    picker.current?.click()
  }
  const missing = row.kept === null && row.answer === null
  const notes = [...new Set([...row.input.notes, ...(row.answer?.notes ?? [])])]
  const hasNote = missing || faults.length > 0 || notes.length > 0
  const headOf = (one: Side, kept: string | null | undefined) =>
    one.head ?? (one.source.from === 'kept' ? (kept ?? '') : '')
  return (
    <>
      <Box sx={{ gridArea: 'move' }}>
        <OrderHandle {...{ name, place: at, total, onMove: acts.move, onSay: acts.say }} />
      </Box>
      <Box
        component="span"
        sx={{ gridArea: 'number', color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
      >
        {number}
      </Box>
      <FileCell area="input" side={row.input} head={headOf(row.input, heads?.input)} />
      {row.answer ? (
        <FileCell area="answer" side={row.answer} head={headOf(row.answer, heads?.answer)} />
      ) : missing ? (
        <Box sx={{ gridArea: 'answer' }}>
          <Button
            size="small"
            startIcon={<Icon name="upload" />}
            aria-label={t('testset:row.chooseOutput', { number })}
            onClick={() => pick('answer')}
          >
            {t('testset:row.choose')}
          </Button>
        </Box>
      ) : (
        <Box sx={{ gridArea: 'answer', color: 'text.tertiary' }}>{t('testset:row.noAnswer')}</Box>
      )}
      <Box
        sx={{
          gridArea: 'note',
          display: hasNote ? 'block' : 'none',
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          color: missing || faults.length > 0 ? 'verdict.WA.fg' : 'text.secondary',
        }}
      >
        {missing
          ? t('testset:row.missing')
          : faults.length > 0
            ? faults.map((fault) => t(`testset:fault.${fault}`)).join(', ')
            : notes.map((note) => t(`testset:note.${note}`)).join(', ')}
      </Box>
      <Box
        sx={{
          gridArea: 'figures',
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          justifyContent: { md: 'flex-end' },
        }}
      >
        {grouped && <Caption>{t('testset:column.subtask')}</Caption>}
        {grouped && (
          <Figure
            label={t('testset:row.subtask', { number })}
            value={row.subtask}
            wrong={faults.includes('subtask')}
            onChange={(subtask) => acts.change(row.id, { subtask })}
            onEnter={acts.settle}
          />
        )}
        {scored && <Caption>{t('testset:column.points')}</Caption>}
        {scored && (
          <Figure
            label={t('testset:row.points', { number })}
            value={row.score}
            wrong={faults.includes('score')}
            onChange={(score) => acts.change(row.id, { score })}
          />
        )}
      </Box>
      <Box sx={{ gridArea: 'menu' }}>
        <RowMenu
          name={name}
          acts={[
            { label: t('testset:row.preview'), icon: 'eye', onClick: () => acts.preview(row.id) },
            { label: t('testset:row.replaceInput'), icon: 'upload', onClick: () => pick('input') },
            { label: t('testset:row.replaceOutput'), icon: 'upload', onClick: () => pick('answer') },
            {
              label: t('testset:row.delete'),
              icon: 'cross',
              destructive: true,
              onClick: () => acts.remove(row.id),
            },
          ]}
        />
      </Box>
      <Box
        component="input"
        ref={picker}
        type="file"
        tabIndex={-1}
        aria-hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) acts.replace(row.id, side.current, file)
          event.target.value = ''
        }}
        sx={visuallyHidden}
      />
    </>
  )
}

/** Label of a number where no column heading is shown. */
const Caption = ({ children }: { children: ReactNode }) => (
  <Box
    component="span"
    aria-hidden
    sx={{ display: { md: 'none' }, typography: 'caption', color: 'text.tertiary' }}
  >
    {children}
  </Box>
)

const FileCell = ({ area, side, head }: { area: string; side: Side; head: string }) => (
  <Box
    sx={{
      gridArea: area,
      minWidth: 0,
      display: 'flex',
      flexWrap: { xs: 'wrap', md: 'nowrap' },
      alignItems: 'baseline',
      columnGap: 2,
      whiteSpace: 'nowrap',
    }}
  >
    <Box
      component="span"
      title={side.name}
      sx={{
        typography: 'code',
        minWidth: 0,
        maxWidth: { xs: 'calc(100% - 72px)', md: '60%' },
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      }}
    >
      {side.name}
    </Box>
    <Box component="span" sx={{ flex: 'none', color: 'text.secondary' }}>
      {formatLength(side.bytes)}
    </Box>
    <Box
      component="span"
      sx={{
        typography: 'code',
        color: 'text.tertiary',
        // A line of its own on a phone.
        flex: { xs: '0 0 100%', md: 1 },
        minHeight: '1.2em',
        minWidth: 0,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
      }}
    >
      {inOneLine(head)}
    </Box>
  </Box>
)
