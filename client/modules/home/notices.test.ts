import { expect, it } from 'vitest'
import { noticeHref, noticeOffset, noticePage, openNotice } from './notices.ts'

it('keeps the page and the open notice in the address, and nothing that goes without saying', () => {
  expect(noticeHref(1)).toBe('/home')
  const search = new URL(noticeHref(3, 'abc='), 'http://here').searchParams
  expect(noticePage(search)).toBe(3)
  expect(noticeOffset(search)).toBe(10)
  expect(openNotice(search)).toBe('abc=')
})

it.each(['', '0', '-2', '1.5', 'many', '1e9'])('takes page %j for the first', (page) => {
  expect(noticePage(new URLSearchParams({ page }))).toBe(1)
})
