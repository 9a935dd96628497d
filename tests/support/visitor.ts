import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type Look = { width?: number; height?: number; theme?: 'light' | 'dark'; locale?: 'zh-CN' | 'en-US' }

/** One person with a browser of their own. `complaints` collects what the console and the network complain of. */
export type Visitor = { context: BrowserContext; page: Page; complaints: string[]; close(): Promise<void> }

/** Opens a browser that has never been here; with a token it is signed in. */
export async function visit(
  browser: Browser,
  url: string,
  token: string | null = null,
  look: Look = {},
): Promise<Visitor> {
  const { width = 1440, height = 900, theme = 'light', locale = 'en-US' } = look
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale })
  // Playwright's 30 s are too few where three browsers share two slow cores.
  context.setDefaultTimeout(60_000)
  await context.addInitScript(
    ([chosen, login]) => {
      if (localStorage.getItem('locale') === null) localStorage.setItem('locale', chosen)
      if (login && sessionStorage.getItem('visited') === null) localStorage.setItem('token', login)
      sessionStorage.setItem('visited', 'yes')
    },
    [locale, token ?? ''] as const,
  )
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.stack ?? String(error)))
  page.on('request', (request) => {
    const to = new URL(request.url())
    const inner = to.protocol === 'data:' || to.protocol === 'blob:' || to.host === new URL(url).host
    if (!inner) complaints.push(`asked another host: ${request.url()}`)
  })
  return { context, page, complaints, close: () => context.close() }
}

/** Signs in over the REST door; the token. */
export async function signIn(url: string, username: string, password: string): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const token = response.headers.get('authorization')
  if (!token) throw new Error(`Nobody could sign in as ${username}: ${await response.text()}`)
  return token
}

type Axe = {
  run(options: {
    runOnly?: string[]
    resultTypes: string[]
    selectors: boolean
  }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** Rules whose outcome theme and width change where the elements stay the same. */
const OF_STYLES = ['color-contrast', 'target-size', 'link-in-text-block', 'scrollable-region-focusable']

/**
 * What axe finds on the page as it is, one line a rule; contrast is looked at when nothing moves any more. Elements
 * without a fault are looked at again for their styles alone, as after a change of the theme.
 */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const moving = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity)
    await Promise.all(moving.map((each) => each.finished.catch(() => null)))
  })
  // Reading its program takes as long as it takes to look at a page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (ofStyles) => {
    const { axe, faultless } = window as never as { axe: Axe; faultless?: string }
    const elements = [...document.querySelectorAll('*')]
      .map(({ tagName, attributes }) =>
        [
          tagName,
          ...[...attributes].flatMap(({ name, value }) => (name === 'class' ? [] : [name, value])),
        ].join(' '),
      )
      .join('\n')
    const { violations } = await axe.run({
      // Selectors of all elements that pass take longer than the rules.
      resultTypes: ['violations'],
      selectors: false,
      ...(faultless === elements && { runOnly: ofStyles }),
    })
    if (violations.length === 0) Object.assign(window, { faultless: elements })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    )
  }, OF_STYLES)
}

/** How many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
