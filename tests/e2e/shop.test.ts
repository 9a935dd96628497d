import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFineLooks, expectFinePages } from '../support/looks.ts'
import { addMember } from '../support/member.ts'
import { visit } from '../support/visitor.ts'

/** Points and shop as guests, buyers, staff and super administrators meet them. */

const stage = openBrowserSite()

const newName = (word: string) => `${word}${randomBytes(3).toString('hex')}`

const GRANT = 'mutation ($input: GrantPointsInput!) { grantPoints(input: $input) { entries { id } } }'
const grant = (username: string, amount: number) =>
  stage.ask(GRANT, { input: { usernames: [username], amount } })

const goods = (page: Page, name: string | RegExp) =>
  page.getByRole('list', { name: 'Goods' }).getByRole('listitem').filter({ hasText: name })
const cart = (page: Page) => page.getByRole('region', { name: 'Cart' })
const available = (page: Page) => page.getByRole('region', { name: 'Available points' }).locator('output')

/** Buys what is in the cart; the address is filled in, or prefilled from the order before. */
async function checkOut(page: Page, address?: Record<string, string>): Promise<void> {
  await cart(page).getByRole('button', { name: 'Buy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Shipping address' })
  for (const [label, value] of Object.entries(address ?? {})) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: /^Pay/ }).click()
}

const ADDRESS = { Receiver: 'Lan Lin', 'Mobile number': '13812342046', Address: 'North campus 7-312' }

it('shows guests the goods, and asks them to log in before they buy', async () => {
  const guest = await visit(stage.browser, stage.site.url)
  const { page } = guest
  await page.goto(`${stage.site.url}/shop`)
  await page.getByRole('heading', { name: 'Log in to exchange points' }).waitFor()
  const nav = page.getByRole('navigation', { name: 'Main' })
  expect(await nav.getByRole('link', { name: 'Shop' }).count()).toBe(0)
  expect(await goods(page, 'U 盘').getByRole('button').isDisabled()).toBe(true)
  await goods(page, '草稿本').getByRole('button').click()
  await page.getByRole('dialog').getByLabel('Username').waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${stage.site.url}/shop/orders`)
  await page.getByRole('dialog').getByLabel('Username').waitFor()
  expect(guest.complaints).toEqual([])
  await guest.close()
})

it('fills a cart that outlives the visit, caps it at the limit, and buys (area-rules S6, S8, S11)', async () => {
  const name = newName('buyer')
  const token = await addMember(stage, name)
  const buyer = await visit(stage.browser, stage.site.url, token)
  const { page } = buyer
  await page.goto(`${stage.site.url}/shop`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).waitFor()
  expect(await available(page).textContent()).toBe('0')
  await grant(name, 1000)
  await expect.poll(() => available(page).textContent()).toBe('1,000')

  await goods(page, '草稿本').getByRole('button').click()
  await goods(page, '马克杯').getByRole('button').click()
  const mug = cart(page).getByRole('listitem').filter({ hasText: '马克杯' })
  const pieces = mug.getByRole('textbox')
  await pieces.fill('7')
  await pieces.press('Enter')
  await mug.getByText("You've reached the limit of this item!").waitFor()
  expect(await pieces.inputValue()).toBe('2')
  await page.reload()
  await expect.poll(() => pieces.inputValue()).toBe('2')
  await expectFineLooks(buyer, 'shop cart')
  await mug.getByRole('button', { name: /^One less/ }).click()
  await expect.poll(() => pieces.inputValue()).toBe('1')

  await checkOut(page, { Receiver: '', 'Mobile number': '12345', Address: '' })
  const dialog = page.getByRole('dialog', { name: 'Shipping address' })
  await dialog.getByText('Enter a valid mobile number of mainland China').waitFor()
  await dialog.getByText('Enter the name of the receiver').waitFor()
  for (const [label, value] of Object.entries(ADDRESS)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: 'Pay 370 points' }).click()
  await page.getByRole('dialog', { name: 'Purchase complete' }).waitFor()
  await page.getByText('Please wait for an administrator to ship it.').waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await cart(page).getByText('The cart is empty').waitFor()
  await expect.poll(() => available(page).textContent()).toBe('630')

  // Somebody else buys the last pieces meanwhile.
  const lampName = newName('Lamp')
  const { createShopItem } = await stage.ask<{ createShopItem: { id: string } }>(
    'mutation ($input: CreateShopItemInput!) { createShopItem(input: $input) { id } }',
    { input: { name: lampName, price: 20, stock: 1 } },
  )
  const lamp = goods(page, lampName)
  await lamp.getByRole('button').click()
  await cart(page).getByRole('listitem').filter({ hasText: lampName }).waitFor()
  const other = newName('quick')
  const quick = await addMember(stage, other)
  await grant(other, 20)
  await cart(page).getByRole('button', { name: 'Buy' }).click()
  await dialog.getByRole('button', { name: /^Pay/ }).waitFor()
  const address = dialog.getByLabel('Address', { exact: true })
  expect(await address.inputValue()).toBe(ADDRESS.Address)
  await address.fill('South campus 1')
  const bought = await fetch(`${stage.site.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: quick },
    body: JSON.stringify({
      query: 'mutation ($input: BuyInput!) { buy(input: $input) { state } }',
      variables: {
        input: {
          lines: [{ item: createShopItem.id, quantity: 1 }],
          pay: 20,
          receiver: 'Bo',
          phone: '13912342046',
          address: 'South',
        },
      },
    }),
  })
  expect(await bought.json()).toEqual({ data: { buy: { state: 'WAITING' } } })
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  const failure = page.getByRole('dialog', { name: 'Purchase failed' })
  await failure.getByText(/^Only 0 left of Lamp/).waitFor()
  await failure.getByRole('button', { name: 'Close', exact: true }).last().click()
  await lamp.getByRole('button', { name: /Sold out/ }).waitFor()

  // With more of them, the purchase goes on with what was typed.
  const buy = cart(page).getByRole('button', { name: 'Buy' })
  await expect.poll(() => buy.isDisabled()).toBe(true)
  await stage.ask('mutation ($input: ChangeShopItemInput!) { changeShopItem(input: $input) { id } }', {
    input: { id: createShopItem.id, stock: 5 },
  })
  await buy.click()
  await dialog.getByRole('button', { name: /^Pay/ }).waitFor()
  expect(await address.inputValue()).toBe('South campus 1')
  expect(buyer.complaints).toEqual([])
  await buyer.close()
})

it('ships and refuses orders that arrive by themselves, and tells the buyer (area-rules S9)', async () => {
  const name = newName('patient')
  const token = await addMember(stage, name)
  await grant(name, 500)
  const staff = await visit(stage.browser, stage.site.url, stage.token)
  await staff.page.goto(`${stage.site.url}/admin/shophistory`)
  await staff.page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  const buyer = await visit(stage.browser, stage.site.url, token)
  const { page } = buyer
  await page.goto(`${stage.site.url}/shop`)
  for (const article of ['草稿本', '明信片']) {
    await goods(page, article).getByRole('button').click()
    await cart(page).getByRole('listitem').filter({ hasText: article }).waitFor()
    await checkOut(page, article === '草稿本' ? ADDRESS : undefined)
    await page.getByRole('dialog', { name: 'Purchase complete' }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  }
  await expect.poll(() => available(page).textContent()).toBe('365')

  const rows = staff.page.getByRole('row').filter({ hasText: name })
  const [notebook, cards] = [rows.filter({ hasText: '草稿本' }), rows.filter({ hasText: '明信片' })]
  await cards.getByText('Waiting to ship').waitFor()
  await page.getByRole('link', { name: 'My orders' }).click()
  await page.waitForURL('**/shop/orders')
  const orders = page.getByRole('table', { name: 'My orders' }).getByRole('row')
  await orders.filter({ hasText: '明信片' }).getByText('Waiting to ship').waitFor()

  await cards.getByRole('button', { name: /^Details/ }).click()
  const detail = staff.page.getByRole('dialog', { name: /^Order/ })
  await detail.getByText('North campus 7-312').waitFor()
  await detail.getByRole('button', { name: 'Ship' }).click()
  const shipping = staff.page.getByRole('dialog', { name: /as shipped\?$/ })
  await Promise.all([
    staff.page.getByText(/was marked as shipped/).waitFor(),
    shipping.getByRole('button', { name: 'Ship' }).click(),
  ])
  await orders.filter({ hasText: '明信片' }).getByText('Shipped').waitFor()
  await staff.page.keyboard.press('Escape')
  await detail.waitFor({ state: 'detached' })

  await notebook.getByRole('button', { name: /^Details/ }).click()
  await detail.getByRole('button', { name: 'Refuse' }).click()
  const refusing = staff.page.getByRole('dialog', { name: /^Refuse order/ })
  await refusing.getByLabel('Reason for the buyer').fill('Out of paper')
  await refusing.getByRole('button', { name: 'Refuse' }).click()
  const refused = orders.filter({ hasText: '草稿本' })
  await refused.getByText('Refused, points refunded').waitFor()
  await refused.getByRole('button', { name: /^Details/ }).click()
  await page.getByRole('dialog').getByText('Reason: Out of paper').waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${stage.site.url}/shop/points`)
  const history = page.getByRole('table', { name: 'Points history' }).getByRole('row')
  await history.filter({ hasText: 'Refund' }).getByText('+90').waitFor()
  await expect.poll(() => available(page).textContent()).toBe('455')
  await page.goto(`${stage.site.url}/message/mine`)
  await page
    .getByText(/was shipped/)
    .first()
    .waitFor()
  expect([...buyer.complaints, ...staff.complaints]).toEqual([])
  await expectFinePages(buyer, stage.site.url, ['/shop/orders', '/shop/points'])
  await buyer.close()
  await staff.close()
})

it('keeps the goods and grants points after a preview, for those who may (area-rules S4, S5)', async () => {
  const [rich, poor, staffName] = [newName('rich'), newName('poor'), newName('staff')]
  await addMember(stage, rich)
  await addMember(stage, poor)
  const root = await visit(stage.browser, stage.site.url, stage.token)
  const { page } = root
  await page.goto(`${stage.site.url}/admin/shopscore`)
  const open = () => page.getByRole('button', { name: 'Grant points' }).click()
  const dialog = page.getByRole('dialog', { name: 'Grant points' })
  await open()
  await dialog.getByLabel('Usernames').fill(`${rich}\nnobody-at-all`)
  await dialog.getByLabel('Points for each').fill('40')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Nobody has these names: nobody-at-all').waitFor()
  expect(await dialog.getByRole('button', { name: 'Grant', exact: true }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByLabel('Usernames').fill(`${rich}\n${poor}`)
  await dialog.getByLabel('Note').fill('For the printed set')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('2 users, 80 points in all').waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByLabel('Points for each').fill('0')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Enter a whole number other than 0').waitFor()
  await dialog.getByLabel('Points for each').fill('1000001')
  await dialog.getByText('At most 1,000,000').waitFor()
  await dialog.getByLabel('Points for each').fill('-7')
  await dialog.getByText('At most 1,000,000').waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeLessThanOrEqual(390)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('alert').getByText(`Too few points to debit: ${rich}, ${poor}`).waitFor()
  const after = dialog.getByText('0 → Too few points').first()
  expect(await after.evaluate((one) => one.getBoundingClientRect().right <= window.innerWidth)).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByLabel('Points for each').fill('40')
  await dialog.getByLabel('Usernames').fill(`${rich},30\n${rich.toUpperCase()},5`)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText(`${rich.toUpperCase()} is listed with two different amounts`).waitFor()
  await dialog.locator('input[type=file]').setInputFiles({
    ...{ name: 'points.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(`username,amount\r\n${rich},30\r\n${poor},50\r\n`),
  })
  await expect.poll(() => dialog.getByLabel('Usernames').inputValue()).toBe(`${rich},30\n${poor},50`)
  await expect.poll(() => dialog.getByLabel('Points for each').isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('2 users, 80 points in all').waitFor()
  await dialog.getByRole('row').filter({ hasText: poor }).getByText('50').first().waitFor()
  await Promise.all([
    page.getByText('Points granted to 2 users').waitFor(),
    dialog.getByRole('button', { name: 'Grant', exact: true }).click(),
  ])
  const entry = page.getByRole('row').filter({ hasText: rich })
  await entry.getByText('For the printed set').waitFor()
  await entry.getByRole('button', { name: /^Reverse/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click()
  await entry.getByText('Reversed', { exact: true }).waitFor()

  await page.goto(`${stage.site.url}/admin/shopitem`)
  await page.getByRole('button', { name: 'Add goods' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add goods' })
  const flask = newName('Flask')
  await form.getByLabel('Name').fill(flask)
  await form.getByLabel('Price (points)').fill('x')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter a number').waitFor()
  await form.getByLabel('Price (points)').fill('12')
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'flask.png', mimeType: 'image/png', buffer: picture })
  await form.getByText('Replace picture').waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: flask })
  await row.locator('img').waitFor()
  await row.getByRole('button', { name: /^Edit goods/ }).click()
  const edit = page.getByRole('dialog', { name: 'Edit goods' })
  await edit.getByLabel('Hidden').check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Hidden').waitFor()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  expect(root.complaints).toEqual([])
  await expectFinePages(root, stage.site.url, ['/admin/shopitem', '/admin/shopscore', '/admin/shophistory'])
  await root.close()

  const staff = await visit(stage.browser, stage.site.url, await addMember(stage, staffName, 'ADMIN'))
  await staff.page.goto(`${stage.site.url}/admin/shopscore`)
  await staff.page.getByRole('row').filter({ hasText: rich }).first().waitFor()
  expect(await staff.page.getByRole('button', { name: /Grant points|^Reverse/ }).count()).toBe(0)
  await staff.close()
})

it('shows the ledger live to another staff member (area-rules S4)', async () => {
  const name = newName('earner')
  await addMember(stage, name)
  const tokens = [await addMember(stage, newName('watcher'), 'ADMIN'), stage.token]
  const staff = await Promise.all(tokens.map((token) => visit(stage.browser, stage.site.url, token)))
  for (const { page } of staff) {
    await page.goto(`${stage.site.url}/admin/shopscore`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('row').nth(1).waitFor()
  }
  await grant(name, 17)
  for (const { page } of staff)
    await page.getByRole('row').filter({ hasText: name }).getByText('17').waitFor()
  for (const one of staff) {
    expect(one.complaints).toEqual([])
    await one.close()
  }
})

it('keeps the page when the connection is lost, and loads the cart when it is back', async () => {
  const buyer = await visit(stage.browser, stage.site.url, await addMember(stage, newName('traveller')))
  const { page, context } = buyer
  await page.goto(`${stage.site.url}/shop`)
  await page.getByText('Live', { exact: true }).waitFor()
  await context.setOffline(true)
  await page.getByText('Offline', { exact: true }).waitFor()
  await goods(page, '草稿本').getByRole('button').click()
  await page.getByText('This part could not be loaded').waitFor()
  await context.setOffline(false)
  await cart(page).getByText('草稿本').waitFor()
  await buyer.close()
})
