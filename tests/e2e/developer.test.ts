import { expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

it('lists every REST call by its subject, and finds those that are looked for', async () => {
  const { page, complaints, close } = await visit(stage.browser, stage.site.url)
  const document = await (await fetch(`${stage.site.url}/api/openapi.json`)).json()
  const count = Object.values<object>(document.paths).flatMap((operations) => Object.keys(operations)).length
  await page.goto(`${stage.site.url}/developer`)
  await page.getByText(`${count} calls`, { exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'All calls (OpenAPI 3.1)' }).getAttribute('href')).toBe(
    '/api/openapi.json',
  )
  const row = (path: string) => page.getByRole('row').filter({ hasText: path })
  await row('/api/admin/switch').first().getByText('site.configure').waitFor()
  await row('/api/get-problem-list').getByText('Everyone').waitFor()

  await page.getByRole('searchbox', { name: 'Search calls' }).fill('upload-avatar')
  await page.keyboard.press('Enter')
  await page.getByText('1 call', { exact: true }).waitFor()
  await row('/api/file/upload-avatar').getByText('Logged in').waitFor()
  expect(await axe(page)).toEqual([])
  for (const width of [1440, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page)).toBe(0)
  }
  expect(complaints).toEqual([])
  await close()
})

it('says so when the calls do not come, and gets them at the next try', async () => {
  const { page, close } = await visit(stage.browser, stage.site.url, undefined, {
    theme: 'dark',
    locale: 'zh-CN',
  })
  await page.route('**/api/openapi.json', (route) => route.abort())
  await page.goto(`${stage.site.url}/developer`)
  await page.getByText('接口列表加载失败').waitFor()
  expect(await axe(page)).toEqual([])
  await page.unroute('**/api/openapi.json')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('row').filter({ hasText: '/api/get-problem-list' }).getByText('所有人').waitFor()
  expect(await axe(page)).toEqual([])
  await close()
})
