import { ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { RelayEnvironmentProvider } from 'react-relay'
import { createMockEnvironment, MockPayloadGenerator } from 'relay-test-utils'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { theme } from '../../app/theme.ts'
import { startWords } from '../../app/words.ts'
import { CommentBox } from './CommentBox.tsx'

beforeAll(startWords)
// The browser of the tests has no threads, and the text is shown without its preview.
vi.stubGlobal(
  'Worker',
  class {
    terminate() {}
  },
)
afterEach(cleanup)

/** The box as an account sees it. */
async function open(username: string) {
  cleanup()
  const environment = createMockEnvironment()
  environment.mock.queueOperationResolver((operation) =>
    MockPayloadGenerator.generate(operation, { User: () => ({ username }) }),
  )
  render(
    <RelayEnvironmentProvider environment={environment}>
      <ThemeProvider theme={theme}>
        <Suspense>
          <CommentBox
            subjectId="subject"
            draft="comment_subject"
            label="Comment"
            height={200}
            pending={false}
            onSend={async () => null}
          />
        </Suspense>
      </ThemeProvider>
    </RelayEnvironmentProvider>,
  )
  return await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }, { timeout: 10_000 })
}

it('keeps a draft for its account, on a browser that several use', async () => {
  fireEvent.change(await open('ada'), { target: { value: 'A thought of mine' } })
  expect((await open('bob')).value).toBe('')
  expect((await open('ada')).value).toBe('A thought of mine')
})
