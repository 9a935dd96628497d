import { ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { theme } from '../../app/theme.ts'
import { PageJump } from '../layout/PageJump.tsx'
import { NumberField } from './NumberField.tsx'

afterEach(cleanup)

const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })

it('reads the wide digits of an input method', () => {
  const change = vi.fn()
  const field = (value: number | null) => (
    <ThemeProvider theme={theme}>
      <NumberField label="Limit" value={value} onChange={change} />
    </ThemeProvider>
  )
  const { rerender } = render(field(null))
  type('１２．５')
  expect(change).toHaveBeenLastCalledWith(12.5)
  rerender(field(12.5))
  expect(screen.getByRole('textbox')).toHaveProperty('value', '１２．５')
})

it('jumps to a page in wide digits', () => {
  const jump = vi.fn()
  render(
    <ThemeProvider theme={theme}>
      <PageJump pages={20} onJump={jump} />
    </ThemeProvider>,
  )
  type('１２')
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' })
  expect(jump).toHaveBeenLastCalledWith(12)
})
