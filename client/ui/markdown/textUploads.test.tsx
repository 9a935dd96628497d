import { ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { wordsHere } from '#locales/needed.ts'
import { theme } from '../../app/theme.ts'
import { startWords } from '../../app/words.ts'
import { MarkdownEditorBody } from './MarkdownEditorBody.tsx'

// It parses in a worker, which happy-dom has not.
vi.mock('./MarkdownPreview.tsx', () => ({ MarkdownPreview: () => null }))

const onUpload = vi.fn(async (file: File) =>
  file.name.startsWith('bad') ? null : `/api/public/${file.name}`,
)

function Sheet({ uploads }: { uploads: boolean }) {
  const [value, setValue] = useState('')
  const calm = { error: null, conflict: null, taken: false, onBlur: () => {} }
  const own = { name: 'content', label: 'Content', value, onChange: setValue, ...calm }
  return (
    <ThemeProvider theme={theme}>
      <MarkdownEditorBody {...own} onUpload={uploads ? onUpload : undefined} />
    </ThemeProvider>
  )
}

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
  await wordsHere()
  // happy-dom has no editing commands; the editor then writes the text itself.
  Object.assign(document, { execCommand: () => false })
})
afterEach(cleanup)

const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Content' }).value
const drop = (...files: File[]) =>
  fireEvent.drop(screen.getByRole('textbox', { name: 'Content' }), { dataTransfer: { files } })

it('links a chosen file under its name, and shows a picture without its extension', async () => {
  render(<Sheet uploads />)
  expect(screen.getByRole('button', { name: 'Attachment' })).toBeTruthy()
  const notes = new File(['x'], 'notes [1].pdf', { type: 'application/pdf' })
  fireEvent.change(screen.getByLabelText('Attachment', { selector: 'input' }), { target: { files: [notes] } })
  await vi.waitFor(() => expect(text()).toContain('(/api/public/notes [1].pdf)'))
  expect(text()).toBe('[notes  1 .pdf](/api/public/notes [1].pdf)\n')
  drop(new File(['x'], 'tree.png', { type: 'image/png' }))
  await vi.waitFor(() => expect(text()).toContain('![tree](/api/public/tree.png)'))
  expect(onUpload.mock.calls.map((call) => (call as unknown[])[1])).toEqual(['file', 'picture'])
})

it('takes the placeholder of a refused file away', async () => {
  render(<Sheet uploads />)
  expect(drop(new File(['x'], 'bad.zip'))).toBe(false)
  expect(text()).toMatch(/^\[Uploading bad\.zip …\]\(uploading:\d+\)\n$/)
  await vi.waitFor(() => expect(text()).toBe('\n'))
})

it('offers no attachments to those who upload nothing', () => {
  render(<Sheet uploads={false} />)
  expect(screen.queryByRole('button', { name: 'Attachment' })).toBe(null)
  expect(screen.getByRole('button', { name: 'Picture' })).toBeTruthy()
})
