import { describe, expect, it } from 'vitest'
import { hashPassword } from '#server/core/password.ts'
import { openBrowserSite } from '../support/browserSite.ts'
import { expectFineLooks } from '../support/looks.ts'
import { makeContest } from '../support/organising.ts'
import { runSql } from '../support/postgres.ts'
import { axe, signIn, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

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

  it('creates one user, who can log in', async () => {
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/user`)
    await page.getByRole('button', { name: 'Create user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create user' })
    await dialog.getByLabel('Username').fill('root')
    await dialog.getByLabel('Password', { exact: true }).fill('grey heron')
    await dialog.getByRole('button', { name: 'Create user' }).click()
    await dialog.getByText('The username already exists.').waitFor()
    await dialog.getByLabel('Username').fill('bittern')
    await dialog.getByLabel('Role').selectOption('PROBLEM_ADMIN')
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create user' }).click()
    await page
      .getByRole('row', { name: /bittern/ })
      .getByText('Problem admin')
      .waitFor()
    expect(await signIn(stage.site.url, 'bittern', 'grey heron')).toBeTruthy()
    expect(complaints).toEqual([])
    await close()
  })

  it('gives a title, which stands beside the name with its colour', async () => {
    const { number } = await makeContest(stage, 'Regatta', [-10, 60])
    const { accounts } = await stage.ask<{ accounts: { edges: [{ node: { id: string } }] } }>(
      '{ accounts(keyword: "root", first: 1) { edges { node { id } } } }',
    )
    await stage.ask('mutation ($input: ChangeAccountInput!) { changeAccount(input: $input) { version } }', {
      input: { id: accounts.edges[0].node.id, titleName: 'Harbour master', titleColor: '#1591d2' },
    })
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/contest/${number}`)
    const title = page.getByTitle('Harbour master')
    await title.waitFor()
    const dot = title.locator('i')
    expect(await dot.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      'rgb(21, 145, 210)',
    )
    expect(await axe(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('deletes several, and tells why one stays', async () => {
    for (const name of ['stork1', 'stork2']) await addAccount(name)
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/user?limit=100`)
    for (const name of ['stork1', 'stork2', 'root'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await dialog.getByText('Delete 3 accounts?').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText("You can't ban or delete your own account").waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^stork/ }).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('imports a file of users once all of its lines are right', async () => {
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/user`)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import users' })
    const choose = (content: string | Buffer) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    // 张三 in GBK.
    await choose(Buffer.from('wren,password1,,\xd5\xc5\xc8\xfd', 'latin1'))
    await dialog.getByText('张三').waitFor()
    await choose('wren,password1\nwren,password1\nrobin,123')
    await dialog.getByText('Fix 2 lines first').waitFor()
    await dialog.getByText('Password: A password has 6 to 20 characters').waitFor()
    expect(await dialog.getByRole('button', { name: /^Import/ }).count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await dialog.locator('input[type=file]').setInputFiles(
      [
        ['accounts.tsv', 'accounts\t1\nteam\tTeam 7\tteam-007\tpassword1'],
        ['teams.tsv', 'teams\t1\n7\t447047\t24\tNight owls\tHeron University\n8\t447048\t24\tLarks\t'],
      ].map(([name = '', content = '']) => ({ name, mimeType: '', buffer: Buffer.from(content) })),
    )
    await dialog.getByText('Night owls · Heron University').waitFor()
    await dialog.getByText('1 listed team has no user.').waitFor()
    await choose('Username,Password\nwren,password1,wren@birds.test,Jenny\nrobin,password2')
    await dialog.getByText('2 users can be imported').waitFor()
    await dialog.getByText('Jenny · wren@birds.test').waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Import 2 users' }).click()
    await page.getByRole('region', { name: 'Recent imports and generations' }).getByText('Finished').waitFor()
    await page.getByRole('button', { name: 'wren', exact: true }).waitFor()
    expect(await signIn(stage.site.url, 'robin', 'password2')).toBeTruthy()
    expect(complaints).toEqual([])
    await close()
  })

  it('generates users, and gives their passwords as a spreadsheet after one has come back', async () => {
    const { page, complaints, close } = await visit(stage.browser, stage.site.url, stage.token)
    await page.goto(`${stage.site.url}/admin/user`)
    await page.getByRole('button', { name: 'Generate', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Generate users' })
    await dialog.getByLabel('Prefix').fill('gull')
    await dialog.getByLabel('To number').fill('0')
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await dialog.getByText('at least 1').waitFor()
    await dialog.getByLabel('To number').fill('4')
    await dialog.getByText('4 users, from gull1 to gull4.').waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Generate' }).click()
    await dialog.waitFor({ state: 'detached' })
    // The work ends between the reading of the list and that of the strip.
    const isMade = () => stage.ask<{ user: object | null }>('{ user(username: "gull4") { id } }')
    await page.route('**/graphql*', async (route) => {
      if (route.request().postData()?.includes('MakingStripQuery'))
        await expect.poll(async () => (await isMade()).user, { timeout: 30_000 }).not.toBeNull()
      await route.continue()
    })
    await page.goto(`${stage.site.url}/admin/user`)
    const strip = page.getByRole('region', { name: 'Recent imports and generations' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      strip.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^accounts-\d+\.xlsx$/)
    await page.getByRole('button', { name: 'gull4', exact: true }).waitFor()
    expect(await axe(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('fits a desk and a phone, has nothing that axe finds in either theme, and a quiet console', async () => {
    const staff = await visit(stage.browser, stage.site.url, stage.token)
    const { page, complaints, close } = staff
    await page.goto(`${stage.site.url}/admin/user`)
    await page.locator('main h1').waitFor()
    await page.getByRole('button', { name: 'root', exact: true }).waitFor()
    await expectFineLooks(staff, 'users')
    await page.getByRole('button', { name: 'root', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await expectFineLooks(staff, 'edit')
    await page.keyboard.press('Escape')
    for (const [dialog, button] of [
      ['create', 'Create user'],
      ['import', 'Import'],
      ['generate', 'Generate'],
    ] as const) {
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      if (dialog === 'import') {
        const buffer = Buffer.from('owl1,password1,owl@birds.test\nowl2,12\n,password2\nroot,password3')
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'owls.csv', mimeType: 'text/csv', buffer })
        await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      }
      await expectFineLooks(staff, dialog)
      await page.keyboard.press('Escape')
    }
    expect(complaints).toEqual([])
    await close()
  })
})
