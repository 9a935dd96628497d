import { expect, it } from 'vitest'
import { discussionCommentList } from './commentAddress.ts'

it('shows ten comments a page, whatever an address asks for', () => {
  const list = discussionCommentList(null, 1)
  expect(list.read(new URLSearchParams('limit=100&currentPage=2'))).toMatchObject({ page: 2, size: 10 })
})
