import { describe, expect, it } from 'vitest'
import { hashPassword } from '#server/core/password.ts'
import { runSql } from '../support/postgres.ts'
import { openStage } from '../support/stage.ts'
import { axe, overflow, signIn, visit } from '../support/visitor.ts'

const stage = openStage()

/** Makes an account past the mails. */
async function addAccount(username: string, password = 'correct horse') {
  const id = Buffer.from(username.padStart(16)).toString('hex')
  await runSql(
    stage.site.databaseUrl,
    `insert into "User" ("id", "username", "usernameKey", "passwordHash", "updatedAt")
     values ('${id}', '${username}', '${username}', '${await hashPassword(password)}', now())`,
  )
}

describe('the users page', () => {
  it('finds somebody, gives them another name, role and password, and logs them out', async () => {
    await addAccount('heron')
    const token = await signIn(stage.site.url, 'heron', 'correct horse')
    const [root, heron] = [
      await visit(stage.browser, stage.site.url, stage.token),
      await visit(stage.browser, stage.site.url, token),
    ]
    await heron.page.goto(`${stage.site.url}/home`)
    await heron.page.getByRole('button', { name: /heron/ }).first().waitFor()
    const { page } = root
    await page.goto(`${stage.site.url}/admin/dashboard`)
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('searchbox').fill('HER')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'heron', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit heron' })
    await dialog.getByLabel('Real name').fill('Ardea')
    await dialog.getByLabel('Role').selectOption('MUTED')
    await dialog.getByRole('switch', { name: 'Set a new password' }).click()
    await dialog.getByText('Saving logs this account out').waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByLabel('New password', { exact: true }).fill('abc')
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await dialog.getByText('A password has 6 to 20 characters').waitFor()
    await dialog.getByLabel('New password', { exact: true }).fill('grey heron')
    await dialog.getByRole('button', { name: /^Save/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Muted' }).waitFor()
    await heron.page.getByRole('button', { name: 'Log in' }).first().waitFor()
    expect(await signIn(stage.site.url, 'heron', 'grey heron')).toBeTruthy()
    expect(root.complaints).toEqual([])
    await Promise.all([root.close(), heron.close()])
  })

  it('deletes several, and tells why one stays', async () => {
    for (const name of ['stork1', 'stork2']) await addAccount(name)
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/user?limit=100`)
    for (const name of ['stork1', 'stork2', 'root'])
      await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await dialog.getByText('Delete 3 accounts?').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('You cannot ban or delete your own account').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^stork/ }).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    { width: 1440, theme: 'light', locale: 'en-US' },
    { width: 1024, theme: 'dark', locale: 'zh-CN' },
    { width: 390, theme: 'light', locale: 'zh-CN' },
  ] as const)('is fine at $width px, $theme, $locale', async (look) => {
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token, look)
    await page.goto(`${stage.site.url}/admin/user`)
    await page.locator('main h1').waitFor()
    await page.getByRole('button', { name: 'root', exact: true }).waitFor()
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/users-${look.width}.png` })
    await page.getByRole('button', { name: 'root', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    expect(await axe(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/edit-${look.width}.png` })
    expect(complaints).toEqual([])
    await close()
  })
})
