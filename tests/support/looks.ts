import type { Page } from 'playwright'
import { expect } from 'vitest'
import { axe, overflow, type Visitor } from './visitor.ts'

/** A desk, a small notebook, a phone and the smallest phone, in both themes; the last one looks for faults as the first. */
const LOOKS = [
  { width: 1440, height: 900, theme: 'light', axed: true },
  { width: 1024, height: 768, theme: 'dark', axed: false },
  { width: 390, height: 844, theme: 'light', axed: false },
  { width: 320, height: 740, theme: 'dark', axed: true },
] as const

type Look = Pick<(typeof LOOKS)[number], 'theme'> & { width: number; height: number }

/** Gives the open page another window and theme; resolves when it is drawn with them. */
export async function setLook(page: Page, { width, height, theme }: Look): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme: theme })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.theme), { interval: 10 })
    .toBe(theme)
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/**
 * Asserts that the page as it stands is nowhere wider than its window, from a desk to the smallest phone, and that axe finds
 * nothing at either end, one light and one dark. The page is not loaded again and ends as on a desk. With SHOTS, a
 * picture of each look is saved there under `name`.
 */
export async function expectFineLooks({ page }: Pick<Visitor, 'page'>, name: string): Promise<void> {
  const shots = process.env.SHOTS
  const file = name.replaceAll(/[^\w.]+/g, '-').replace(/^-/, '')
  for (const look of LOOKS) {
    await setLook(page, look)
    const { width, theme, axed } = look
    if (shots) await page.screenshot({ path: `${shots}/${file}-${width}-${theme}.png` })
    await expect.poll(() => overflow(page), { message: `${name} at ${width}` }).toBe(0)
    if (axed) expect(await axe(page), `${name} at ${width}`).toEqual([])
  }
  await setLook(page, LOOKS[0])
}

/** Opens one address after the other, and asserts of each that it is fine in every look and leaves a quiet console. */
export async function expectFinePages(
  visitor: Visitor,
  url: string,
  paths: readonly string[],
  ready = 'h1',
): Promise<void> {
  const { page, complaints } = visitor
  for (const path of paths) {
    await page.goto(`${url}${path}`)
    await page.locator(ready).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(page.url()).toContain(path)
    await expectFineLooks(visitor, path)
  }
  expect(complaints).toEqual([])
}
