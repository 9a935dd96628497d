import { ThemeProvider } from '@mui/material/styles'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { theme } from '../../app/theme.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

afterEach(cleanup)

it('stays while it acts, so that a refusal is told and no later dialog is closed by its end', async () => {
  const onClose = vi.fn()
  let resolve = (_: null) => {}
  const promise = new Promise<null>((done) => {
    resolve = done
  })
  const dialog = (refused: string | null) => (
    <ThemeProvider theme={theme}>
      <ConfirmDialog
        title="Delete it?"
        confirm="Delete"
        cancel="Keep"
        refused={refused}
        onConfirm={() => promise}
        onClose={onClose}
      />
    </ThemeProvider>
  )
  const { rerender } = render(dialog(null))
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }))
  expect(onClose).not.toHaveBeenCalled()

  await act(async () => resolve(null))
  rerender(dialog('It is in use'))
  expect(screen.getByText('It is in use')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }))
  expect(onClose).toHaveBeenCalledOnce()
})
