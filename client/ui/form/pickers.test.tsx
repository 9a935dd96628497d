import { ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { theme } from '../../app/theme.ts'
import { startWords } from '../../app/words.ts'
import { type Found, PickField } from './PickField.tsx'
import { isInOrder, type TimeRange, TimeRangeField } from './TimeRangeField.tsx'

const PEOPLE: Found[] = [
  { value: '1', label: 'moss', note: 'Mo Ss' },
  { value: '2', label: 'mosaic' },
]
const search = vi.fn<(text: string) => Promise<readonly Found[]>>()
let picked: Found | null = null
let range: TimeRange = { from: null, to: null }

function Sheet() {
  const [value, setValue] = useState<Found | null>(null)
  const [time, setTime] = useState<TimeRange>({ from: '2026-11-22T14:30:00.000Z', to: null })
  picked = value
  range = time
  return (
    <ThemeProvider theme={theme}>
      <PickField label="Person" value={value} search={search} onChange={setValue} />
      <TimeRangeField label="Open" timeZone="Asia/Shanghai" value={time} onChange={setTime} />
    </ThemeProvider>
  )
}

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
})
afterEach(() => {
  cleanup()
  search.mockReset()
})

const field = () => screen.getByRole('combobox', { name: 'Person' })
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const press = (key: string) => fireEvent.keyDown(field(), { key })

describe('a picker', () => {
  it('takes nothing of what an earlier text found', async () => {
    search.mockResolvedValueOnce(PEOPLE).mockReturnValue(new Promise(() => {}))
    render(<Sheet />)
    type('mo')
    await screen.findByRole('option', { name: 'mosaic' })
    type('bo')
    press('Enter')
    expect(picked).toBeNull()
    expect(field()).toHaveProperty('value', 'bo')
  })

  it('leaves the Enter that ends the input of a word to the input method', async () => {
    search.mockResolvedValue(PEOPLE)
    render(<Sheet />)
    type('mo')
    await screen.findByRole('option', { name: 'mosaic' })
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    // Safari sends the key after the end of the composition.
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
    expect(picked).toBeNull()
  })

  it('finds what is typed once nobody types on, and takes it with the keyboard', async () => {
    search.mockResolvedValue(PEOPLE)
    render(<Sheet />)
    type('m')
    type('mo')
    await screen.findByRole('option', { name: 'mosaic' })
    expect(search.mock.calls).toEqual([['mo']])
    const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
    expect(active()?.textContent).toBe('mossMo Ss')
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    press('ArrowDown')
    expect(active()?.textContent).toBe('mosaic')
    expect(scrolled.mock.contexts).toEqual([active()])
    press('ArrowDown')
    press('ArrowUp')
    press('Enter')
    expect(picked).toEqual(PEOPLE[1])
    expect(field()).toHaveProperty('value', 'mosaic')
    expect(screen.queryByRole('listbox')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Remove mosaic' }))
    expect(picked).toBeNull()
  })

  it('says that nothing is found, and that the search failed, and tries again', async () => {
    search.mockResolvedValueOnce([])
    render(<Sheet />)
    type('nobody')
    await screen.findByText('Nothing found')
    search.mockRejectedValueOnce(new Error('away'))
    type('somebody')
    await screen.findByText('The search failed.')
    search.mockResolvedValueOnce(PEOPLE)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('option', { name: /^moss/ })
    press('Escape')
    expect(field()).toHaveProperty('value', '')
    expect(picked).toBeNull()
  })

  it('shows no answer to what is not asked any more', async () => {
    let late = (_: readonly Found[]) => {}
    search.mockImplementationOnce(() => new Promise((resolve) => (late = resolve)))
    search.mockResolvedValueOnce(PEOPLE.slice(1))
    render(<Sheet />)
    type('old')
    await waitFor(() => expect(search).toHaveBeenCalledTimes(1))
    type('new')
    await screen.findByRole('option', { name: 'mosaic' })
    late(PEOPLE.slice(0, 1))
    await Promise.resolve()
    expect(screen.queryByRole('option', { name: /^moss/ })).toBeNull()
  })
})

describe('a range of times', () => {
  it('is read and typed by the clocks of the site, and kept in UTC', () => {
    render(<Sheet />)
    expect(screen.getByText("In the site's time zone (Asia/Shanghai)")).toBeTruthy()
    expect(screen.getByLabelText('Open: from')).toHaveProperty('value', '2026-11-22T22:30')
    fireEvent.change(screen.getByLabelText('Open: until'), { target: { value: '2026-11-23T00:00' } })
    expect(range).toEqual({ from: '2026-11-22T14:30:00.000Z', to: '2026-11-22T16:00:00.000Z' })
    expect(isInOrder(range)).toBe(true)
    // Otherwise a browser takes a year of six digits, which empties the field.
    expect(screen.getByLabelText('Open: until')).toHaveProperty('max', '9999-12-31T23:59')
    fireEvent.change(screen.getByLabelText('Open: from'), { target: { value: '' } })
    expect(range.from).toBeNull()
    expect(isInOrder({ from: range.to, to: range.to })).toBe(false)
  })
})
