import { ThemeProvider } from '@mui/material/styles'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { graphql, RelayEnvironmentProvider, useLazyLoadQuery } from 'react-relay'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { wordsHere } from '../../../locales/needed.ts'
import type { CommentCardTestQuery } from '../../__generated__/CommentCardTestQuery.graphql.ts'
import { theme } from '../../app/theme.ts'
import { toast } from '../../app/toasts.ts'
import { startWords } from '../../app/words.ts'
import { CommentCard } from './CommentCard.tsx'

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
  await wordsHere()
})
afterEach(cleanup)

function Shown() {
  const { node } = useLazyLoadQuery<CommentCardTestQuery>(
    graphql`
      query CommentCardTestQuery {
        node(id: "one") {
          ... on Comment @alias(as: "comment") {
            ...CommentCard_comment
          }
        }
      }
    `,
    {},
  )
  if (!node?.comment) return null
  return <CommentCard subjectId="post" comment={node.comment} isFresh={false} onRemoved={() => {}} />
}

it('asks a guest who likes a comment to log in, and sends nothing', async () => {
  const warning = vi.spyOn(toast, 'warning')
  const environment = createMockEnvironment()
  const router = createMemoryRouter([{ path: '/', element: <Shown /> }])
  render(
    <ThemeProvider theme={theme}>
      <RelayEnvironmentProvider environment={environment}>
        <RouterProvider router={router} />
      </RelayEnvironmentProvider>
    </ThemeProvider>,
  )
  const author = {
    __typename: 'User',
    id: 'ada',
    username: 'ada',
    avatar: null,
    role: 'USER',
    isEnded: false,
  }
  const comment = {
    __typename: 'Comment',
    id: 'one',
    createdAt: '2026-01-01T00:00:00Z',
    contentTree: [],
    isOfficial: false,
    likeCount: 3,
    viewerLikes: false,
    viewerCanReply: false,
    viewerCanRemove: false,
    author: { ...author, titleName: null, titleColor: null },
    replies: { totalCount: 0, edges: [] },
  }
  await act(async () => environment.mock.resolveMostRecentOperation({ data: { node: comment } } as never))
  fireEvent.click(await screen.findByRole('button', { name: /3/ }))
  await vi.waitFor(() => expect(warning).toHaveBeenCalledWith('Please login first'))
  expect(environment.mock.getAllOperations()).toEqual([])
  expect(screen.getByRole('button', { name: /3/ })).toBeTruthy()
})
