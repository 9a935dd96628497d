import { ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { mentionBefore } from '#server/shared/mentions.ts'
import { theme } from '../../app/theme.ts'
import { startWords } from '../../app/words.ts'
import type { Found } from '../form/useDebouncedSearch.ts'
import type { Suggest } from './useSuggestions.tsx'
import { useTextField } from './useTextField.ts'
import { WritingPane } from './WritingPane.tsx'

/** Completions in the Markdown editor: offered while typing, chosen with keys or by touch. */

const PEOPLE: Found[] = [
  { value: '1', label: 'ada' },
  { value: '2', label: 'adam', note: 'Adam' },
  { value: '3', label: 'bob' },
]
const search = vi.fn<(text: string) => Promise<readonly Found[]>>(async () => PEOPLE)
const suggest: Suggest = {
  label: 'People',
  count: (count) => `${count} people`,
  before: mentionBefore,
  search,
  insert: ({ label }) => `@${label} `,
}

/** A field without faults and conflicts. */
const CALM = { error: null, conflict: null, taken: false }

function Sheet() {
  const [value, setValue] = useState('')
  const { field, carryOut } = useTextField(value, setValue, true)
  const editor = {
    label: 'Comment',
    hiddenLabel: true,
    name: 'content',
    value,
    onChange: setValue,
    suggest,
    ...CALM,
  }
  return (
    <ThemeProvider theme={theme}>
      <WritingPane
        id="comment"
        field={field}
        carryOut={carryOut}
        takeFiles={() => {}}
        editor={{ ...editor, onBlur: () => {} }}
      />
    </ThemeProvider>
  )
}

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
})
beforeEach(() => {
  // jsdom has no editing commands; the editor then writes the text itself.
  Object.assign(document, { execCommand: () => false })
  render(<Sheet />)
})
afterEach(() => {
  cleanup()
  search.mockClear()
})

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })
const type = (value: string) => {
  fireEvent.change(field(), { target: { value } })
  field().setSelectionRange(value.length, value.length)
  fireEvent.keyUp(field(), { key: value.at(-1) })
}
const press = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, ...more })
const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

it('offers names behind an @ that begin with what is typed, and takes one with the keyboard', async () => {
  type('Thanks @')
  await screen.findByRole('listbox', { name: 'People' })
  expect(names()).toEqual(['ada', 'adamAdam', 'bob'])
  expect(screen.getAllByRole('status').some(({ textContent }) => textContent === '3 people')).toBe(true)
  type('Thanks @AD')
  // At once, before the server has answered: nobody chooses a name that no longer fits.
  expect(names()).toEqual(['ada', 'adamAdam'])
  expect(active()?.textContent).toBe('ada')
  press('ArrowDown')
  expect(active()?.textContent).toBe('adamAdam')
  press('ArrowDown')
  press('ArrowUp')
  press('Enter')
  expect(field().value).toBe('Thanks @adam ')
  expect(names()).toEqual([])
})

it('takes one by touch without losing the focus, and one with Tab', async () => {
  type('@b')
  const option = await screen.findByRole('option', { name: 'bob' })
  expect(fireEvent.pointerDown(option)).toBe(false)
  fireEvent.click(option)
  expect(field().value).toBe('@bob ')
  expect(document.activeElement).toBe(field())
  type('@bob @a')
  await screen.findByRole('option', { name: 'ada' })
  press('Tab')
  expect(field().value).toBe('@bob @ada ')
})

it('closes with Escape for this word, and leaves other keys to the text', async () => {
  type('@a')
  await screen.findByRole('option', { name: 'ada' })
  press('Escape')
  expect(names()).toEqual([])
  type('@ad')
  await waitFor(() => expect(search).toHaveBeenCalledTimes(1))
  expect(names()).toEqual([])
  expect(press('Enter')).toBe(true)
  type('@ad and @a')
  await screen.findByRole('option', { name: 'ada' })
})

it('keeps out of the way of an input method', async () => {
  type('@a')
  await screen.findByRole('option', { name: 'ada' })
  fireEvent.compositionStart(field())
  expect(names()).toEqual([])
  type('@an')
  expect(names()).toEqual([])
  expect(press('Enter', { isComposing: true })).toBe(true)
  expect(field().value).toBe('@an')
  type('@a')
  fireEvent.compositionEnd(field())
  await screen.findByRole('option', { name: 'ada' })
})
