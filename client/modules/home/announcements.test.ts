import { expect, it } from 'vitest'
import { announcementHref, announcementOffset, announcementPage, openAnnouncement } from './announcements.ts'

it('keeps the page and the open announcement in the address, and nothing that goes without saying', () => {
  expect(announcementHref(1)).toBe('/home')
  const search = new URL(announcementHref(3, 'abc='), 'http://here').searchParams
  expect(announcementPage(search)).toBe(3)
  expect(announcementOffset(search)).toBe(10)
  expect(openAnnouncement(search)).toBe('abc=')
})

it.each(['', '0', '-2', '1.5', 'many', '1e9'])('takes page %j for the first', (page) => {
  expect(announcementPage(new URLSearchParams({ page }))).toBe(1)
})
