import { ThemeProvider } from '@mui/material/styles'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { theme } from '../../app/theme.ts'
import { startWords } from '../../app/words.ts'
import { DataTable } from '../layout/DataTable.tsx'
import { BulkBar, type BulkOutcome } from './BulkBar.tsx'
import { useOrder } from './useOrder.ts'
import { useSelection } from './useSelection.ts'

type Row = { id: string; title: string }

const ROWS: Row[] = [
  { id: '1', title: 'Tide' },
  { id: '2', title: 'Gate' },
  { id: '3', title: 'Wall' },
]

const saved = vi.fn<(ids: string[], before: string[]) => unknown>()
const outcome: BulkOutcome = {
  done: 1,
  refused: [{ rowId: '2', code: 'CONFLICT', message: 'Saved meanwhile' }],
}

function Sheet({ came }: { came: Row[] }) {
  const order = useOrder(came, (row) => row.id, saved)
  const selection = useSelection(order.rows.map((row) => row.id))
  const [told, setTold] = useState<BulkOutcome | null>(null)
  return (
    <>
      <BulkBar
        selection={selection}
        outcome={told}
        onDismiss={() => setTold(null)}
        nameOf={(id) => ROWS.find((row) => row.id === id)?.title ?? id}
      >
        <button type="button" onClick={() => setTold(outcome)}>
          Hide
        </button>
      </BulkBar>
      <DataTable
        label="Things"
        columns={[{ key: 'title', label: 'Title', sortBy: 'title', cell: (row) => row.title }]}
        rows={order.rows}
        rowKey={(row) => row.id}
        nameOf={(row) => row.title}
        selection={selection}
        order={order}
        sort={{
          order: { by: 'title', down: false },
          href: (next) => (next ? `/?sort=${next.down ? '-' : ''}${next.by}` : '/'),
        }}
      />
    </>
  )
}

const show = (came: Row[]) => (
  <ThemeProvider theme={theme}>
    <MemoryRouter>
      <Sheet came={came} />
    </MemoryRouter>
  </ThemeProvider>
)

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
})
afterEach(() => {
  cleanup()
  saved.mockReset()
})

const titles = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
const handle = (name: RegExp) => screen.getByRole('button', { name })

describe('a table', () => {
  it('chooses rows, and tells what became of an act on them', () => {
    const { rerender } = render(show(ROWS))
    expect(screen.queryByRole('button', { name: 'Hide' })).toBeNull()
    const all = screen.getByRole('checkbox', { name: 'Select all rows on this page' })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Gate' }))
    expect(screen.getByText('1 selected')).toBeTruthy()
    expect(all).toHaveProperty('indeterminate', true)
    fireEvent.click(all)
    expect(screen.getByText('3 selected')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }))
    expect(screen.getByText('1 row done')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe('1 row was refused:Gate: Saved meanwhile')

    // A removed row is no longer selected.
    rerender(show(ROWS.slice(1)))
    expect(screen.getByText('2 selected')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(screen.getAllByRole('checkbox').some((box) => (box as HTMLInputElement).checked)).toBe(false)
  })

  it('opens a row by a click beside its link and controls, with the keys of the click', () => {
    const followed = vi.fn<(row: string, ctrl: boolean) => void>()
    const pressed = vi.fn()
    const link = (row: Row) => (
      <a
        href={`#${row.id}`}
        onClick={(event) => {
          event.preventDefault()
          followed(row.title, event.ctrlKey)
        }}
      >
        {row.title}
      </a>
    )
    render(
      <ThemeProvider theme={theme}>
        <DataTable
          label="Things"
          opens
          columns={[
            { key: 'title', label: 'Title', cell: link },
            { key: 'fact', label: 'Fact', cell: ({ id }) => <span>Fact {id}</span> },
            {
              key: 'act',
              label: 'Act',
              cell: () => (
                <>
                  <button type="button" onClick={pressed}>
                    Act
                  </button>
                  {createPortal(<p>Bubble</p>, document.body)}
                </>
              ),
            },
          ]}
          rows={ROWS.slice(0, 1)}
          rowKey={({ id }) => id}
        />
      </ThemeProvider>,
    )
    fireEvent.click(screen.getByText('Fact 1'))
    fireEvent.click(screen.getByText('Fact 1'), { ctrlKey: true })
    fireEvent.click(screen.getByRole('link', { name: 'Tide' }))
    expect(followed.mock.calls).toEqual([
      ['Tide', false],
      ['Tide', true],
      ['Tide', false],
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Act' }))
    fireEvent.click(screen.getByText('Bubble'))
    expect(pressed).toHaveBeenCalledTimes(1)
    getSelection()?.selectAllChildren(screen.getByText('Fact 1'))
    fireEvent.click(screen.getByText('Fact 1'))
    expect(followed).toHaveBeenCalledTimes(3)
    getSelection()?.removeAllRanges()
  })

  it('is sorted by its head, up, down and not at all', () => {
    render(show(ROWS))
    expect(screen.getByRole('columnheader', { name: /Title/ }).getAttribute('aria-sort')).toBe('ascending')
    expect(screen.getByRole('link', { name: 'Title' }).getAttribute('href')).toBe('/?sort=-title')
  })

  it('is put in order with the keyboard, shows it at once, and says it', async () => {
    saved.mockResolvedValue(true)
    render(show(ROWS))
    await act(async () => {
      fireEvent.keyDown(handle(/^Move Tide, 1 of 3/), { key: 'ArrowDown', altKey: true })
    })
    expect(titles()).toEqual(['Gate', 'Tide', 'Wall'])
    expect(saved).toHaveBeenLastCalledWith(['2', '1', '3'], ['1', '2', '3'])
    expect(screen.getByText('Tide is now 2 of 3')).toBeTruthy()
    fireEvent.keyDown(handle(/^Move Gate/), { key: 'ArrowUp', altKey: true })
    fireEvent.keyDown(handle(/^Move Gate/), { key: 'ArrowDown' })
    expect(saved).toHaveBeenCalledTimes(1)
  })

  it('goes back to the order there was when the new one is refused', async () => {
    saved.mockResolvedValue(null)
    render(show(ROWS))
    await act(async () => {
      fireEvent.keyDown(handle(/^Move Wall/), { key: 'Home', altKey: true })
    })
    expect(saved).toHaveBeenLastCalledWith(['3', '1', '2'], ['1', '2', '3'])
    expect(titles()).toEqual(['Tide', 'Gate', 'Wall'])
  })

  it('saves quick moves one after another, and shows all of them while answers to the first come', async () => {
    const answers: ((done: boolean) => void)[] = []
    saved.mockImplementation(() => new Promise<boolean>((resolve) => answers.push(resolve)))
    const { rerender } = render(show(ROWS))
    const press = (name: RegExp, key: string) => fireEvent.keyDown(handle(name), { key, altKey: true })
    press(/^Move Tide/, 'ArrowDown')
    press(/^Move Wall/, 'ArrowUp')
    press(/^Move Wall/, 'ArrowUp')
    expect(titles()).toEqual(['Wall', 'Gate', 'Tide'])
    expect(saved.mock.calls).toEqual([
      [
        ['2', '1', '3'],
        ['1', '2', '3'],
      ],
    ])

    const inOrder = (...ids: string[]) => ids.flatMap((id) => ROWS.filter((row) => row.id === id))
    rerender(show(inOrder('2', '1', '3')))
    expect(titles()).toEqual(['Wall', 'Gate', 'Tide'])
    await act(async () => answers[0]?.(true))
    await act(async () => answers[1]?.(true))
    expect(saved.mock.calls.slice(1)).toEqual([
      [
        ['2', '3', '1'],
        ['2', '1', '3'],
      ],
      [
        ['3', '2', '1'],
        ['2', '3', '1'],
      ],
    ])
    await act(async () => answers[2]?.(false))
    expect(titles()).toEqual(['Gate', 'Tide', 'Wall'])
  })
})
