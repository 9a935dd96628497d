import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { axe, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

/** Drops a picture of noise, which packs badly, where files are dropped; about three bytes a pixel. */
const drop = (page: Page, name: string, side: number) =>
  page.locator('button', { hasText: 'Add pictures' }).evaluate(
    async (zone, { name, side }) => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = side
      const context = canvas.getContext('2d')
      const noise = new ImageData(side, side)
      for (let at = 0; at < noise.data.length; at += 1)
        noise.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
      context?.putImageData(noise, 0, 0)
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(blob ? [blob] : [], name, { type: 'image/png' }))
      for (const type of ['dragover', 'drop'])
        zone.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    { name, side },
  )

describe('pictures for the home page', () => {
  it('show how much of them is sent, and can be called back', async () => {
    const { context, page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/conf`)
    const slides = page.getByRole('list', { name: 'Home carousel' }).getByRole('listitem')
    await slides.first().waitFor()
    const before = await slides.count()
    const line = await context.newCDPSession(page)
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 100_000,
    })
    await drop(page, 'harbour.png', 500)
    const progress = page.getByRole('progressbar', { name: 'Upload of harbour.png' })
    await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(5)
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel the upload of harbour.png' }).click()
    await progress.waitFor({ state: 'detached' })
    expect(await slides.count()).toBe(before)
    expect(complaints).toEqual([])
    await close()
  })

  it('are sent again after the line broke, and stand on the home page that somebody has open', async () => {
    const keeper = await visit(stage.browser, stage.site.url, stage.token)
    const guest = await visit(stage.browser, stage.site.url)
    const { page } = keeper
    const list = page.getByRole('list', { name: 'Home carousel' })
    const dots = guest.page.getByRole('button', { name: /^Slide \d+/ })
    await Promise.all([page.goto(`${stage.site.url}/admin/conf`), guest.page.goto(`${stage.site.url}/home`)])
    await Promise.all([list.waitFor(), dots.first().waitFor()])
    const [before, shown] = [await list.getByRole('listitem').count(), await dots.count()]

    await page.route('**/api/file/upload-carouse-img', (route) => route.abort('connectionreset'))
    await drop(page, 'quay.png', 40)
    const uploads = page.getByRole('list', { name: 'Uploads' })
    await uploads.getByRole('alert').waitFor()
    expect(await axe(page)).toEqual([])
    await page.unroute('**/api/file/upload-carouse-img')
    await uploads.getByRole('button', { name: 'Upload quay.png again' }).click()
    await page.getByText('The picture is on the home page').waitFor()
    await uploads.waitFor({ state: 'detached' })
    await expect.poll(() => list.getByRole('listitem').count()).toBe(before + 1)

    await expect.poll(() => dots.count()).toBe(shown + 1)
    await dots.last().click()
    const address = await list.locator('img').last().getAttribute('src')
    const picture = guest.page.locator(`img[src="${address}"]`)
    await expect
      .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
      .toBe(40)
    expect(guest.complaints).toEqual([])
    await Promise.all([keeper.close(), guest.close()])
  })

  it('are refused in words when they are none, and put away', async () => {
    const { page, close } = await visit(stage.browser, stage.site.url, stage.token, {
      theme: 'dark',
      width: 390,
    })
    await page.goto(`${stage.site.url}/admin/conf`)
    await page.getByRole('list', { name: 'Home carousel' }).waitFor()
    await page.locator('input[type=file]').setInputFiles({
      name: 'harbour.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    })
    const uploads = page.getByRole('list', { name: 'Uploads' })
    await uploads
      .getByRole('alert')
      .getByText(/PNG|picture|image/i)
      .waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Dismiss harbour.svg' }).click()
    await uploads.waitFor({ state: 'detached' })
    await close()
  })
})
