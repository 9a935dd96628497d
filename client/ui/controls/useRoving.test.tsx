import { ThemeProvider } from '@mui/material/styles'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { theme } from '../../app/theme.ts'
import { Segments } from './Segments.tsx'
import { Tabs } from './Tabs.tsx'

afterEach(cleanup)

const Themed = ({ children }: { children: ReactNode }) => (
  <ThemeProvider theme={theme}>{children}</ThemeProvider>
)

function Choice() {
  const [value, setValue] = useState('one')
  const segments = ['one', 'two', 'three'].map((each) => ({
    value: each,
    label: each,
    disabled: each === 'two',
  }))
  return <Segments label="Numbers" value={value} segments={segments} onChange={setValue} />
}

function Views() {
  const [value, setValue] = useState('text')
  const tabs = ['text', 'code', 'result'].map((each) => ({ value: each, label: each, id: `${each}-tab` }))
  return <Tabs label="Views" value={value} tabs={tabs} onChange={setValue} />
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const focused = () => document.activeElement?.textContent
const stops = () =>
  screen
    .queryAllByRole('button')
    .concat(screen.queryAllByRole('tab'))
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ textContent }) => textContent)

describe('a row of buttons is one stop of the Tab key', () => {
  it('Segments: arrow keys lead over what cannot be chosen, and choosing moves the stop', () => {
    render(<Choice />, { wrapper: Themed })
    expect(stops()).toEqual(['one'])
    act(() => screen.getByRole('button', { name: 'one', pressed: true }).focus())
    press('ArrowRight')
    expect(focused()).toBe('three')
    expect(stops()).toEqual(['three'])
    press('ArrowRight')
    expect(focused()).toBe('one')
    press('End')
    fireEvent.click(screen.getByRole('button', { name: 'three' }))
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('three')
    act(() => screen.getByRole('button', { name: 'three' }).blur())
    expect(stops()).toEqual(['three'])
  })

  it('Tabs: arrow keys, Home and End move the focus alone, and leaving brings back the stop', () => {
    render(<Views />, { wrapper: Themed })
    act(() => screen.getByRole('tab', { name: 'text', selected: true }).focus())
    press('ArrowLeft')
    expect(focused()).toBe('result')
    press('Home')
    press('ArrowRight')
    expect(focused()).toBe('code')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('text')
    act(() => screen.getByRole('tab', { name: 'code' }).blur())
    expect(stops()).toEqual(['text'])
    fireEvent.click(screen.getByRole('tab', { name: 'code' }))
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('code')
  })
})
