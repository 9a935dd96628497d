import { ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { loadQuery, RelayEnvironmentProvider } from 'react-relay'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import query, { type ContestCommentsQuery } from '#client/__generated__/ContestCommentsQuery.graphql.ts'
import { theme } from '#client/app/theme.ts'
import { startWords } from '#client/app/words.ts'
import { ContestComments } from '#client/modules/contest/notices/ContestComments.tsx'
import { ContestNoticeForm } from '#client/modules/contest/organising/ContestNoticeForm.tsx'
import { ContestBasicsCard } from '#client/modules/contest/organising/form/ContestBasicsCard.tsx'
import { NEW_CONTEST_VALUES } from '#client/modules/contest/organising/form/contestValues.ts'
import { NEW_VALUES } from '#client/modules/problem/form/problemValues.ts'
import { WordsCard } from '#client/modules/problem/form/WordsCard.tsx'
import { useForm } from '#client/ui/form/useForm.ts'
import { wordsHere } from '#locales/needed.ts'

/** Administrators of a group are ordinary users: their pictures are uploaded by the rights of the group (area-rules G8). */

const { upload } = vi.hoisted(() => ({ upload: vi.fn(async () => ({ link: '/api/public/img/a.png' })) }))
vi.mock('#client/relay/files/upload.ts', () => ({ upload }))
// It parses in a worker, which happy-dom has not.
vi.mock('#client/ui/markdown/MarkdownPreview.tsx', () => ({ MarkdownPreview: () => null }))

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
  await wordsHere()
  // happy-dom has no editing commands; the editor then writes the text itself.
  Object.assign(document, { execCommand: () => false })
  await import('#client/ui/markdown/MarkdownEditorBody.tsx')
})
afterEach(() => {
  cleanup()
  upload.mockClear()
})

const Basics = () => <ContestBasicsCard form={useForm({ values: NEW_CONTEST_VALUES })} type={null} />
const Words = () => <WordsCard form={useForm({ values: NEW_VALUES })} />
const Notice = () => (
  <ContestNoticeForm contestId="1" notice={null} draftKey="notice" onDone={() => {}} onClose={() => {}} />
)

async function pasteAt(
  address: string,
  page: ReactElement,
  label: RegExp,
  environment = createMockEnvironment(),
) {
  const routes = ['/group/:groupID/*', '*'].map((path) => ({ path, element: page }))
  render(
    <ThemeProvider theme={theme}>
      <RelayEnvironmentProvider environment={environment}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
      </RelayEnvironmentProvider>
    </ThemeProvider>,
  )
  const picture = new File(['x'], 'a.png', { type: 'image/png' })
  fireEvent.paste(await screen.findByRole('textbox', { name: label }), {
    clipboardData: { files: [picture] },
  })
  await vi.waitFor(() => expect(upload).toHaveBeenCalled())
  return upload.mock.lastCall as unknown as [string, File, { query: object }]
}

const FORMS = [
  ['a contest', <Basics key="basics" />, /Description/],
  ['an announcement of a contest', <Notice key="notice" />, /Text/],
  ['a problem', <Words key="words" />, /Description/],
] as const

it.each(FORMS)('a picture of %s is uploaded by the rights of its group', async (_, form, label) => {
  const [, , { query }] = await pasteAt('/group/7/manage', form, label)
  expect(query).toEqual({ gid: '7' })
})

it.each(FORMS)(
  'a picture of %s is uploaded by the rights on the site outside groups',
  async (_, form, label) => {
    const [, , { query }] = await pasteAt('/admin/edit', form, label)
    expect(query).toEqual({})
  },
)

it('a picture of a comment is uploaded by the rights of the group that the contest belongs to', async () => {
  const environment = createMockEnvironment()
  const variables = { number: 1, first: 10, offset: 0 }
  const queryRef = loadQuery<ContestCommentsQuery>(environment, query, variables)
  const comments = { totalCount: 0, edges: [] }
  const contest = {
    id: 'one',
    number: 1,
    status: 'RUNNING',
    lookBar: null,
    canManage: true,
    viewerCanComment: true,
  }
  environment.mock.resolveMostRecentOperation({
    data: {
      site: { openContestComment: true },
      contest: { ...contest, group: { id: 'seven', number: 7 }, comments },
    },
  } as never)
  // The box asks whose draft it keeps.
  environment.mock.queueOperationResolver(() => ({
    data: { viewer: { user: { id: 'ada', username: 'ada' } } },
  }))
  const page = <ContestComments queryRef={queryRef} />
  const [, , { query: asked }] = await pasteAt('/contest/1/comment', page, /./, environment)
  expect(asked).toEqual({ gid: '7' })
})
