import { describe, expect, it } from 'vitest'
import { openBrowserSite } from '../support/browserSite.ts'
import { addMember } from '../support/member.ts'
import { runSql } from '../support/postgres.ts'
import { axe, overflow, visit } from '../support/visitor.ts'

const stage = openBrowserSite()

const ADD =
  '#include <cstdio>\nint main() { long long a, b; std::scanf("%lld %lld", &a, &b); std::printf("%lld\\n", a + b); }\n'

/** Submissions of a year for a user, past the judge. */
const addYear = (username: string) =>
  runSql(
    stage.site.databaseUrl,
    `update "User" set "email" = '${username}@example.org', "realname" = 'Secret Name', "blog" = 'https://blog.example/'
       where "username" = '${username}';
     insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "state", "verdict",
       "countedVerdict", "createdAt")
     select p."id", u."id", (array['cpp17', 'python3'])[1 + n % 2], 10, '::1', 'DONE', v."verdict", v."verdict",
       now() - (n * n % 340) * interval '1 day'
     from generate_series(0, 120) as n
     join lateral (select "id" from "Problem" where "visibility" = 'PUBLIC' order by "id" offset n % 5 limit 1) as p on true
     join lateral (select (array['ACCEPTED', 'WRONG_ANSWER', 'COMPILE_ERROR'])[1 + n % 3]::"Verdict" as "verdict") as v
       on true
     join "User" u on u."username" = '${username}';
     insert into "ProblemProgress" ("userId", "problemId", "verdict", "lastSubmissionId")
     select s."userId", s."problemId", 'ACCEPTED', max(s."id") from "Submission" s
     join "User" u on u."id" = s."userId" and u."username" = '${username}'
     where s."verdict" = 'ACCEPTED' group by 1, 2 on conflict do nothing`,
  )

const home = (query = '') => `${stage.site.url}/user-home${query}`

describe('the home page of a user', () => {
  it('shows everybody profile, figures and recent submissions, and nothing private', async () => {
    await addYear('moss')
    const guest = await visit(stage.browser, stage.site.url)
    const { page } = guest
    await page.goto(home('?username=moss'))
    await page.getByRole('heading', { level: 1, name: '苔' }).waitFor()
    await expect.poll(() => page.title()).toBe('moss - MOJ')
    for (const name of [
      'Last year',
      'Solved problems',
      'Recent submissions',
      'Check-ins',
      'Verdicts',
      'Languages',
    ])
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
    expect(await page.getByText('Secret Name').count()).toBe(0)
    expect(await page.getByText('moss@example.org').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Edit profile' }).count()).toBe(0)
    const blog = page.getByRole('link', { name: 'blog.example' })
    expect(await blog.getAttribute('rel')).toContain('nofollow')
    expect(guest.complaints).toEqual([])
    await guest.close()
  })

  it('shows problem, verdict and tests of a submission beside one another at any width', async () => {
    const { page, close } = await visit(stage.browser, stage.site.url)
    await runSql(
      stage.site.databaseUrl,
      `update "Submission" set "verdict" = 'MEMORY_LIMIT_EXCEEDED'
       where "userId" = (select "id" from "User" where "username" = 'beanjar')`,
    )
    await page.goto(home('?username=beanjar'))
    const row = page.getByRole('region', { name: 'Recent submissions' }).getByRole('listitem').first()
    await row.getByText('Memory Limit Exceeded').waitFor()
    for (const width of [1440, 1100, 1024, 800, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const [title, verdict] = [row.getByRole('link').first(), row.getByText('Memory Limit Exceeded')]
      const isFit = async () => {
        const [name, outcome, tape] = [
          await title.boundingBox(),
          await verdict.boundingBox(),
          await row.locator('> div').nth(1).boundingBox(),
        ]
        if (!name || !outcome || !tape) return false
        const isBeside = tape.x >= outcome.x + outcome.width || tape.x + tape.width <= outcome.x
        return name.width > 80 && (isBeside || tape.y >= outcome.y + outcome.height)
      }
      await expect.poll(isFit, { message: `at ${width}` }).toBe(true)
    }
    await close()
  })

  it('tells the days of the heat map by pointer and by keys', async () => {
    const guest = await visit(stage.browser, stage.site.url)
    const { page } = guest
    await page.goto(home('?username=moss'))
    const map = page.getByRole('slider', { name: 'Submissions by day' })
    await map.focus()
    const told = () => map.getAttribute('aria-valuetext')
    const today = await told()
    await page.keyboard.press('ArrowLeft')
    expect(await map.getAttribute('aria-valuenow')).toBe('357')
    await page
      .getByRole('tooltip')
      .getByText((await told()) ?? '', { exact: true })
      .waitFor()
    await page.keyboard.press('Home')
    expect(await map.getAttribute('aria-valuenow')).toBe('0')
    await page.keyboard.press('End')
    expect(await told()).toBe(today)
    await page.keyboard.press('Escape')
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    await page.locator('[data-day="200"]').hover()
    await page
      .getByRole('tooltip')
      .getByText(/: \d+ submissions?, \d+ accepted$/)
      .waitFor()
    expect(guest.complaints).toEqual([])
    await guest.close()
  })

  it('is reached from the user menu and shows its owner what is private', async () => {
    const token = await addMember(stage, 'owner')
    await addYear('owner')
    const owner = await visit(stage.browser, stage.site.url, token)
    const { page } = owner
    await page.goto(`${stage.site.url}/status`)
    await page.getByRole('button', { name: /owner/ }).click()
    await page.getByRole('menuitem', { name: 'My home' }).click()
    await page.getByRole('heading', { level: 1, name: 'owner' }).waitFor()
    await page.getByText('Secret Name · owner@example.org').waitFor()
    await page.goto(home())
    await page.getByRole('link', { name: 'Edit profile' }).click()
    await page.waitForURL('**/setting')
    expect(owner.complaints).toEqual([])
    await owner.close()
  })

  it('asks a guest to log in where it names nobody, and says when there is no such user (area-rules R7)', async () => {
    const guest = await visit(stage.browser, stage.site.url)
    const { page } = guest
    await page.goto(home())
    await page.getByRole('heading', { name: 'Your home page' }).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('dialog').waitFor()
    await page.goto(home('?username=nobody'))
    await page.getByText("This user doesn't exist.").waitFor()
    await guest.close()
  })

  it('of a new user says what to do next, and fills up without a reload', async () => {
    const token = await addMember(stage, 'fresh')
    const fresh = await visit(stage.browser, stage.site.url, token)
    const { page } = fresh
    await page.goto(home())
    await page.getByText('No submissions yet').waitFor()
    expect(await page.getByRole('link', { name: 'Pick a problem' }).getAttribute('href')).toBe('/problem')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const ask = (query: string, variables: object) =>
      fetch(`${stage.site.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: token },
        body: JSON.stringify({ query, variables }),
      }).then((response) => response.json())
    const { data } = await ask('{ problem(displayId: "P1001") { id } }', {})
    const input = { problemId: data.problem.id, language: 'cpp17', source: ADD }
    await ask('mutation($input: SubmitInput!) { submit(input: $input) { number } }', { input })
    const recent = page.getByRole('region', { name: 'Recent submissions' })
    await recent.getByText('Accepted').waitFor()
    const solved = page.getByRole('region', { name: 'Solved problems' })
    await solved.getByRole('link', { name: 'P1001' }).waitFor()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    expect(fresh.complaints).toEqual([])
    await fresh.close()
  })

  it.each([
    ['zh-CN', 'light'],
    ['en-US', 'dark'],
  ] as const)('fits a phone and a desk in %s, %s, with nothing that axe finds', async (locale, theme) => {
    for (const width of [390, 1440]) {
      const reader = await visit(stage.browser, stage.site.url, stage.token, { width, locale, theme })
      const { page } = reader
      await page.goto(home('?username=moss'))
      await page.getByRole('slider').waitFor()
      expect(await overflow(page)).toBe(0)
      expect(await axe(page)).toEqual([])
      expect(reader.complaints).toEqual([])
      await reader.close()
    }
  })
})
