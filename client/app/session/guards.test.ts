import { beforeAll, expect, it } from 'vitest'
import { shownToasts } from '../toasts.ts'
import { startWords } from '../words.ts'
import { requireStaff, tellSessionEnded } from './guards.ts'

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
})

it('says once on a page of the administration that the session has ended', async () => {
  history.replaceState(null, '', '/admin/notice/create')
  const page = new URL(location.href)
  const told = tellSessionEnded()
  requireStaff.turnAway(page)
  await told
  expect(shownToasts().map(({ text }) => text)).toEqual([
    'Your session has ended. You are browsing as a guest',
  ])
  requireStaff.turnAway(page)
  await expect.poll(() => shownToasts().map(({ text }) => text)).toContain('Please login first!')
})
