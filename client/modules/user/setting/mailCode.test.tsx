import { ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { wordsHere } from '../../../../locales/needed.ts'
import { theme } from '../../../app/theme.ts'
import { startWords } from '../../../app/words.ts'
import { MailCodeField } from '../MailCodeField.tsx'

let isSent: (sent: boolean) => void

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
  await wordsHere()
})
beforeEach(() => {
  const sent = new Promise<boolean>((resolve) => {
    isSent = resolve
  })
  render(
    <ThemeProvider theme={theme}>
      <MailCodeField value="" onChange={() => undefined} sending={false} left={0} onSend={() => sent} />
      <input aria-label="Another field" />
    </ThemeProvider>,
  )
})
afterEach(cleanup)

const button = () => screen.getByRole('button', { name: 'Send code' })
const code = () => screen.getByLabelText('E-mail code')

it('goes on in the field of the code once the mail is sent', async () => {
  button().focus()
  fireEvent.click(button())
  isSent(true)
  await waitFor(() => expect(document.activeElement).toBe(code()))
})

it('leaves the focus to a field where somebody types meanwhile', async () => {
  fireEvent.click(button())
  const other = screen.getByLabelText('Another field')
  other.focus()
  isSent(true)
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(other)
})
