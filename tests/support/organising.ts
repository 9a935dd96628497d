import type { Page } from 'playwright'
import type { BrowserSite } from './browserSite.ts'

export type MadeContest = { id: string; number: number }

/** Makes a contest past the pages, which runs between so many minutes from now on. */
export async function makeContest(
  { ask }: BrowserSite,
  title: string,
  [from, to]: [number, number],
  fields: object = {},
): Promise<MadeContest> {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const { createContest } = await ask<{ createContest: MadeContest }>(
    'mutation ($input: CreateContestInput!) { createContest(input: $input) { id number } }',
    {
      input: {
        type: 'ACM',
        title,
        startsAt: at(from),
        endsAt: at(to),
        fields: { description: 'Rules', ...fields },
      },
    },
  )
  return createContest
}

/** Opens a page of the site and waits for its heading. */
export async function openPath({ site }: BrowserSite, page: Page, path: string): Promise<void> {
  await page.goto(`${site.url}${path}`)
  await page.locator('main h1').waitFor()
}
