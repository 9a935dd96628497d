import { expect, it } from 'vitest'
import { openBrowserSite, setSubmitInterval } from '../support/browserSite.ts'
import { LESSON_VIDEO, md5Of, videoOf } from '../support/lessons.ts'
import { expectFineLooks } from '../support/looks.ts'
import { visit } from '../support/visitor.ts'

/** The learning centre: staff add a lesson with a video, and a guest watches it. */

const stage = openBrowserSite()

const MIB = 2 ** 20

it('adds a node, uploads a video through a reload, and plays it to a guest', async () => {
  const { site, browser, token } = stage
  const staff = await visit(browser, site.url, token)
  const { page } = staff
  const bytes = videoOf(2 * MIB + 500)
  const file = { name: 'tides.mp4', mimeType: 'video/mp4', buffer: bytes }
  const url = `/api/public/video/${md5Of(bytes)}.mp4`
  await page.goto(`${site.url}/learn/dijkstra`)
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Dijkstra' }).waitFor()

  // An upload that is broken off by a reload: the connection takes one fragment, and then nothing.
  const open = async () => {
    // The branch of the open lesson moves the button below it, so that an earlier click may miss it.
    await page.locator('nav li[data-lesson="dijkstra"]').waitFor()
    await page.getByRole('button', { name: 'Add top-level node' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Article' }).waitFor()
  }
  const requests: number[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/shopapi/uploadFragments') requests.push(Number(searchParams.get('offset')))
  })
  const stored = async () => {
    const query = new URLSearchParams({ md5: md5Of(bytes), name: file.name })
    const headers = { authorization: token }
    const answer = await fetch(`${site.url}/shopapi/uploadCheck?${query}`, { headers })
    return (await answer.json()).data.offset as number
  }
  await page.evaluate((fragment) => {
    const { send } = XMLHttpRequest.prototype
    let isFull = false
    XMLHttpRequest.prototype.send = function (body) {
      if (isFull || !(body instanceof FormData)) return
      isFull = true
      const sent = body.get('file') as File
      body.set('file', new File([sent.slice(0, fragment)], sent.name, { type: sent.type }))
      send.call(this, body)
    }
  }, MIB)
  await open()
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ ...file, name: 'notes.txt', mimeType: 'text/plain' })
  await dialog.getByText('Only mp4 videos can be uploaded').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).first().click()
  await dialog.locator('input[type=file]').first().setInputFiles(file)
  await expect.poll(stored).toBe(MIB)
  await dialog.getByRole('button', { name: 'Add node' }).click()
  await dialog.getByText('Wait until the upload ends').waitFor()
  await page.reload()

  // The same file continues where it stopped.
  await open()
  await dialog.locator('input[type=file]').first().setInputFiles(file)
  await page.getByText('Video uploaded').first().waitFor()
  expect(requests).toEqual([0, MIB])
  await dialog.getByLabel('Node display id').fill('tides')
  await dialog.getByRole('button', { name: 'Add node' }).click()
  await dialog.getByText('Video and title/article must be both given or both empty').first().waitFor()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Tides')
  await dialog.getByRole('textbox', { name: 'Article' }).fill('They *come* and go: $a^2$.')
  await dialog.getByRole('button', { name: 'Add node' }).click()
  await page.waitForURL('**/learn/tides')
  await page.getByRole('heading', { level: 1, name: 'Tides' }).waitFor()
  await page.locator(`video[src="${url}"]`).waitFor()

  // Moved by the keyboard, and marked as finished.
  await page.getByRole('button', { name: 'Mark as finished' }).click()
  await page.getByText('You finished this lesson').waitFor()
  const handle = page.locator('li[data-lesson="tides"] button[aria-keyshortcuts]')
  await handle.focus()
  await page.keyboard.press('Alt+Home')
  await expect
    .poll(
      async () => (await stage.ask<{ lessons: { key: string }[] }>('{ lessons { key } }')).lessons[0]?.key,
    )
    .toBe('tides')
  await expect
    .poll(() => page.locator('nav li[data-lesson]').first().getAttribute('data-lesson'))
    .toBe('tides')
  await expectFineLooks(staff, 'lesson staff')

  const guest = await visit(browser, site.url, null)
  await guest.page.goto(`${site.url}/learn/tides`)
  const video = guest.page.locator('video')
  await video.waitFor()
  await video.evaluate(async (element) => {
    const player = element as HTMLVideoElement
    player.muted = true
    player.currentTime = 15
    if (player.readyState < 2)
      await new Promise((resolve) => player.addEventListener('canplay', resolve, { once: true }))
  })
  await expect
    .poll(() => video.evaluate((player) => (player as HTMLVideoElement).currentTime))
    .toBeGreaterThan(14)
  await expect.poll(() => video.evaluate((player) => (player as HTMLVideoElement).seeking)).toBe(false)
  expect(await video.evaluate((player) => (player as HTMLVideoElement).error)).toBeNull()
  await expectFineLooks(guest, 'lesson guest')

  // Live: the guest sees a new title without reloading.
  const { lesson } = await stage.ask<{ lesson: { id: string } }>('{ lesson(key: "tides") { id } }')
  await stage.ask('mutation ($input: ChangeLessonInput!) { changeLesson(input: $input) { id } }', {
    input: { id: lesson.id, fields: { title: 'Spring tides' } },
  })
  await guest.page.getByRole('heading', { level: 1, name: 'Spring tides' }).waitFor()
  expect(LESSON_VIDEO.byteLength).toBeLessThan(60_000)
  expect(guest.complaints).toEqual([])
  await Promise.all([guest.close(), staff.close()])
})

it('opens nodes as they are asked for, and names what a deletion takes along', async () => {
  const { site, browser, token } = stage
  const { page, complaints, close } = await visit(browser, site.url, token)
  await page.goto(`${site.url}/learn`)
  const binary = page.locator('li[data-lesson="binary-search"]')
  await page.getByRole('button', { name: 'Expand 入门' }).click()

  // What is below a branch stays in its place while its rows load.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('LessonTreeBranchQuery')) await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Expand 二分' }).click()
  await page.getByRole('button', { name: 'Collapse 二分' }).waitFor()
  const below = page.getByRole('button', { name: 'Add top-level node' })
  const place = await below.boundingBox()
  expect(place).not.toBeNull()
  answer()
  await binary.getByRole('link').waitFor()
  expect(await below.boundingBox()).toEqual(place)

  await binary.getByRole('link').click()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'Binary Search' }).waitFor()
  await page
    .locator('li[data-lesson="二分"]')
    .getByRole('button', { name: /menu|More|二分/ })
    .first()
    .waitFor()
  await page.locator('li[data-lesson="二分"] > div').getByRole('button', { expanded: false }).last().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 nodes are deleted').waitFor()
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['二分', '二分查找 Binary Search'])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/learn')
  await expect.poll(() => page.locator('li[data-lesson="二分"]').count()).toBe(0)
  await page.goto(`${site.url}/learn/nothing-here`)
  await page.getByText('Resource path does not exist').first().waitFor()
  expect(complaints.filter((words) => !words.includes('404'))).toEqual([])
  await close()
})

it('runs code of a lesson for members, live, and asks guests to log in (area-rules L12)', async () => {
  const { site, browser, token } = stage
  await setSubmitInterval(stage, 0)
  const open = async (who: string | null) => {
    const visitor = await visit(browser, site.url, who)
    await visitor.page.goto(`${site.url}/learn/input-output`)
    await visitor.page.getByRole('button', { name: 'Run', exact: true }).first().waitFor()
    return visitor
  }
  const guest = await open(null)
  await guest.page.getByRole('button', { name: 'Run', exact: true }).first().click()
  await guest.page.getByRole('dialog').getByLabel('Username').waitFor()
  expect(guest.complaints).toEqual([])
  await guest.close()

  const member = await open(token)
  const { page } = member
  // The Chinese part has C++, the English one Python.
  expect(await page.getByRole('button', { name: 'Run', exact: true }).count()).toBe(2)
  for (const [at, input, output] of [
    [0, '2 40', '42'],
    [1, '20 3', '23'],
  ] as const) {
    await page.getByRole('button', { name: 'Run', exact: true }).nth(at).click()
    const panel = page.getByRole('group', { name: 'Run of the code' })
    await panel.getByLabel('Input').fill(input)
    await panel.getByRole('button', { name: 'Run', exact: true }).click()
    await panel
      .locator('pre')
      .filter({ hasText: new RegExp(`^${output}\\s*$`) })
      .waitFor()
    await panel.getByText('Ran', { exact: true }).waitFor()
    if (at === 0) await expectFineLooks(member, 'lesson code')
    await page.getByRole('button', { name: 'Close run' }).click()
  }
  expect(member.complaints).toEqual([])
  await member.close()
})
