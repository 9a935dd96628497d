import { expect, it } from 'vitest'
import { noticeHref, noticeList } from './notices.ts'

it('keeps the page and the open notice in the address, and nothing that goes without saying', () => {
  expect(noticeHref(1)).toBe('/home')
  const search = new URL(noticeHref(3, 'abc='), 'http://here').searchParams
  expect(noticeList.read(search)).toEqual({ page: 3, open: 'abc=', size: 5 })
})

it.each(['', '0', '-2', '1.5', 'many', '1e9'])('takes page %j for the first', (page) => {
  expect(noticeList.read(new URLSearchParams({ page })).page).toBe(1)
})
