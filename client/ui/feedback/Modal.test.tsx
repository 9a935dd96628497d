import { ThemeProvider } from '@mui/material/styles'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { theme } from '../../app/theme.ts'
import { startWords } from '../../app/words.ts'
import { Modal } from './Modal.tsx'

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
})
afterEach(cleanup)

/** Whether the browser asks before the tab closes. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

it('asks before the tab closes while a dialog has unsaved changes', () => {
  const dialog = (unsaved: boolean) => (
    <ThemeProvider theme={theme}>
      <Modal title="Homework" unsaved={unsaved} onClose={() => undefined}>
        Due
      </Modal>
    </ThemeProvider>
  )
  const { rerender, unmount } = render(dialog(false))
  expect(asks()).toBe(false)
  rerender(dialog(true))
  expect(asks()).toBe(true)
  unmount()
  expect(asks()).toBe(false)
})
