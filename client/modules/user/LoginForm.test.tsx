import { ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { RelayEnvironmentProvider } from 'react-relay'
import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { wordsHere } from '../../../locales/needed.ts'
import { failureWords } from '../../app/failures.ts'
import { theme } from '../../app/theme.ts'
import { startWords } from '../../app/words.ts'
import { RefusedError, UnreachableError } from '../../relay/refusal.ts'
import { session } from '../../relay/session.ts'
import { connectShell } from '../../relay/shell.ts'
import { LoginForm } from './LoginForm.tsx'

let environment: ReturnType<typeof createMockEnvironment>

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
  await wordsHere()
  connectShell({
    words: failureWords,
    tell: vi.fn(),
    askToSignIn: vi.fn(),
    tellOffline: vi.fn(),
    recheckViewer: vi.fn(),
  })
})
beforeEach(() => {
  environment = createMockEnvironment()
  render(
    <ThemeProvider theme={theme}>
      <RelayEnvironmentProvider environment={environment}>
        <LoginForm
          username=""
          onUsername={() => undefined}
          registrationOpen={false}
          onMode={() => undefined}
        />
      </RelayEnvironmentProvider>
    </ThemeProvider>,
  )
})
afterEach(() => {
  cleanup()
  session.signOut()
})

const name = () => screen.getByLabelText('Username')
const password = () => screen.getByLabelText('Password')
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Log in' }))

function fill() {
  type(name(), ' moss ')
  type(password(), 'slowly green')
  send()
}

describe('the login form', () => {
  it('asks the server nothing while something is missing, and goes to what is', () => {
    send()
    expect(screen.getByText('Enter a username')).toBeTruthy()
    expect(screen.getByText('Enter a password')).toBeTruthy()
    expect(environment.mock.getAllOperations()).toHaveLength(0)
    expect(document.activeElement).toBe(name())
  })

  it('says at once what typing on cannot mend, and the rest when the field is left', () => {
    type(password(), 'abc')
    expect(screen.queryByText('A password has 6 to 20 characters')).toBeNull()
    fireEvent.blur(password())
    expect(screen.getByText('A password has 6 to 20 characters')).toBeTruthy()
    type(name(), 'a name of many words')
    expect(screen.getByText(/^A username has 1 to 20 characters, no spaces/)).toBeTruthy()
  })

  it('shows the password only while one asks to', () => {
    expect(password().getAttribute('type')).toBe('password')
    fireEvent.click(screen.getByRole('button', { name: 'Show the password' }))
    expect(password().getAttribute('type')).toBe('text')
    fireEvent.click(screen.getByRole('button', { name: 'Hide the password' }))
    expect(password().getAttribute('type')).toBe('password')
  })

  it.each([
    [new RefusedError('LOCKED_OUT', 'Locked: try again in 30 min'), /try again in 30 min/],
    [new RefusedError('ACCOUNT_DISABLED', 'This account has been disabled'), /account has been disabled/],
    [new UnreachableError('network'), /Network error/],
  ])('keeps the words of %s in sight until the next try', async (error, words) => {
    fill()
    environment.mock.rejectMostRecentOperation(error)
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
    expect(name()).toHaveProperty('value', ' moss ')
    send()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('keeps the token of anyone who came', async () => {
    fill()
    const { variables } = environment.mock.getMostRecentOperation().request
    expect(variables).toEqual({ input: { username: 'moss', password: 'slowly green' } })
    environment.mock.resolveMostRecentOperation({
      data: { login: { token: 'a token', viewer: { user: { id: 'u', username: 'moss' } } } },
    })
    await waitFor(() => expect(session.token).toBe('a token'))
  })
})
