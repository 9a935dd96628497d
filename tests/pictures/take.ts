/** Takes the pictures of README.md from a seeded site: `npm run pictures`. */
import { join } from 'node:path'
import type { Page } from 'playwright'
import { ROOT } from '#server/env.ts'
import { addBoard } from '../support/bigBoard.ts'
import { openBrowser } from '../support/browser.ts'
import { createDatabase } from '../support/database.ts'
import { launchSite } from '../support/launched.ts'
import { startTestServer } from '../support/postgres.ts'
import { untilJudged } from '../support/untilJudged.ts'
import { signIn, visit } from '../support/visitor.ts'

/** The editor adds indentation and closing brackets. */
const TYPED = `#include <iostream>
using namespace std;

int main() {
long long a, b;
cin >> a >> b;
cout << a + b << endl;`

const save = async (page: Page, name: string) => {
  await page.waitForLoadState('networkidle')
  await page.screenshot({
    path: join(ROOT, 'tests/pictures', `${name}.jpg`),
    type: 'jpeg',
    quality: 62,
    animations: 'disabled',
  })
}

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  const site = await launchSite({ LOG_LEVEL: 'error' }, database)
  await untilJudged(database.url)
  const browser = await openBrowser()
  const token = await signIn(site.url, 'root', site.adminPassword)

  const desk = await visit(browser, site.url, token, { width: 1200, height: 675 })
  await desk.page.goto(`${site.url}/problem/P1001`)
  await desk.page.locator('.monaco-editor .view-lines').waitFor()
  await desk.page.locator('.monaco-editor').first().click()
  await desk.page.keyboard.type(TYPED)
  await save(desk.page, 'problem')
  await desk.close()

  const contest = await addBoard(site.databaseUrl, {
    ...{ teams: 60, problems: 10, startsIn: -200, freezesIn: 40, endsIn: 100, isOpen: true },
  })
  const board = await visit(browser, site.url, null, { width: 1200, height: 675 })
  await board.page.goto(`${site.url}/contest/acm-scoreboard/${contest}`)
  await board.page.getByText('Huggers').first().waitFor()
  await save(board.page, 'board')
  await board.close()

  const phone = await visit(browser, site.url, null, { width: 390, height: 720 })
  await phone.page.goto(`${site.url}/problem/P1042`)
  await phone.page.locator('h1').first().waitFor()
  await save(phone.page, 'phone')
  await phone.close()

  await browser.close()
  await site.stop()
  await postgres.stop()
}

await main()
