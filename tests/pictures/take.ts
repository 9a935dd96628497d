/** Takes the pictures of README.md from a seeded site: `npm run pictures`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { ROOT } from '#server/launch/places.ts'
import { addBoard } from '../support/bigBoard.ts'
import { openBrowser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import { launchSite } from '../support/launched.ts'
import type { Launched } from '../support/launchOn.ts'
import { startTestServer } from '../support/postgres.ts'
import { chooseLanguage, openProblem, sees, submit } from '../support/problemPage.ts'
import { untilJudged } from '../support/untilJudged.ts'
import { signIn, visit } from '../support/visitor.ts'

const DESK = { width: 1200, height: 675 }
const PHONE = { width: 380, height: 675 }
/** The most that a picture weighs (bytes). */
const LIMIT = 60_000

const PROGRAM = `#include <bits/stdc++.h>
using namespace std;

int main() {
    int n, q, x;
    cin >> n >> q;
    vector<int> shelf(n);
    for (int &book : shelf) cin >> book;
    while (cin >> x) {
        auto place = ranges::lower_bound(shelf, x);
        cout << place - shelf.begin() + 1 << '\\n';
    }
}`

/** Replaces the code in the editor by pasting, which keeps the indentation. */
async function paste(page: Page, code: string) {
  await page.getByRole('textbox', { name: 'Code in C++ 20', exact: true }).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, code)
  await page.locator('.monaco-editor .view-line', { hasText: 'lower_bound' }).waitFor()
}

/** WebP of a PNG, in the best quality within LIMIT. */
async function webp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  for (const quality of [0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5]) {
    const url = await page.evaluate(
      async ([source, quality]) => {
        const image = new Image()
        image.src = source
        await image.decode()
        const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
        canvas.getContext('2d')?.drawImage(image, 0, 0)
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
        const reader = new FileReader()
        reader.readAsDataURL(blob)
        await new Promise((resolve) => reader.addEventListener('load', resolve))
        return String(reader.result)
      },
      [`data:image/png;base64,${png.toString('base64')}`, quality] as const,
    )
    const picture = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    if (picture.length > LIMIT) continue
    await page.close()
    return picture
  }
  throw new Error(`No quality brings the picture below ${LIMIT} bytes`)
}

async function save(browser: Browser, page: Page, name: string) {
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  writeFileSync(join(ROOT, 'tests/pictures', `${name}.webp`), await webp(browser, png))
}

/** A problem whose program was just accepted. */
async function takeProblem(browser: Browser, { url, adminPassword }: Launched) {
  const { page, close } = await visit(browser, url, await signIn(url, 'root', adminPassword), DESK)
  await openProblem(page, url, 'P1031')
  await chooseLanguage(page, 'C++ 20')
  await paste(page, PROGRAM)
  await submit(page)
  await sees(page, /10 of 10 tests/)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByText('Submit code successfully').last().waitFor({ state: 'hidden' })
  await save(browser, page, 'problem')
  await close()
}

/** A contest of sixty teams in its fourth hour. */
async function takeBoard(browser: Browser, { url, databaseUrl }: Launched) {
  const contest = await addBoard(databaseUrl, {
    teams: 60,
    problems: 10,
    startsIn: -200,
    freezesIn: 40,
    endsIn: 100,
    isOpen: true,
  })
  const { page, close } = await visit(browser, url, null, DESK)
  await page.goto(`${url}/contest/acm-scoreboard/${contest}`)
  await page.getByText('Huggers').first().waitFor()
  await save(browser, page, 'board')
  await close()
}

/** A problem on a phone, in Chinese. */
async function takePhone(browser: Browser, { url }: Launched) {
  const { page, close } = await visit(browser, url, null, { ...PHONE, locale: 'zh-CN' })
  await page.goto(`${url}/problem/P1042`)
  await page.locator('h1').first().waitFor()
  await save(browser, page, 'phone')
  await close()
}

async function main() {
  const postgres = await startTestServer()
  const site = await launchSite({ LOG_LEVEL: 'error' }, await createDatabase(postgres))
  const browser = await openBrowser()
  try {
    await untilJudged(site.databaseUrl)
    await takeProblem(browser, site)
    await takeBoard(browser, site)
    await takePhone(browser, site)
  } finally {
    await browser.close()
    await site.stop()
    await postgres.stop()
  }
}

await main()
