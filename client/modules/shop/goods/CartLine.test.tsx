import { ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { RelayEnvironmentProvider } from 'react-relay'
import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { wordsHere } from '../../../../locales/needed.ts'
import { theme } from '../../../app/theme.ts'
import { startWords } from '../../../app/words.ts'
import { CartLine } from './CartLine.tsx'

beforeAll(async () => {
  await startWords()
  await wordsHere()
})
afterEach(cleanup)

it.each([
  ['a number as an input method writes it', '１２', 12],
  ['what is no number', '2x', 2],
])('takes %s for a quantity, and removes nothing', (_, typed, quantity) => {
  const put = vi.fn()
  render(
    <RelayEnvironmentProvider environment={createMockEnvironment()}>
      <ThemeProvider theme={theme}>
        <CartLine item={null} isLoading quantity={2} onPut={put} />
      </ThemeProvider>
    </RelayEnvironmentProvider>,
  )
  fireEvent.change(screen.getByRole('textbox'), { target: { value: typed } })
  fireEvent.blur(screen.getByRole('textbox'))
  expect(put).toHaveBeenLastCalledWith(quantity)
})
