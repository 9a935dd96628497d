import { ThemeProvider } from '@mui/material/styles'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { theme } from '#client/app/theme.ts'
import { startWords } from '#client/app/words.ts'
import { FIRST_TIERS } from '#client/modules/contest/organising/form/contestValues.ts'
import { RankChip } from '#client/modules/scoreboard/RankChip.tsx'
import { wordsHere } from '#locales/needed.ts'
import type { Tier } from '#server/shared/board/row.ts'

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
  await wordsHere()
})
afterEach(cleanup)

/** The chip of an award at a place of the contest's tiers. */
function chipOf(tiers: readonly Tier[], place: number): HTMLElement {
  const row = { rank: place + 1, award: tiers[place], isStar: false, isDisqualified: false } as never
  render(
    <ThemeProvider theme={theme}>
      <RankChip row={row} tiers={tiers} />
    </ThemeProvider>,
  )
  return screen.getByTitle(tiers[place]?.name ?? '')
}

const usual = FIRST_TIERS.map(({ key, ...tier }) => ({ ...tier, name: `${key} prize` }))

it('shows an award in the colours that its organiser chose', () => {
  const purple = { name: 'Honour', background: '#6b21a8', color: '#fdf4ff', number: 5 }
  expect(chipOf([...usual, purple], 3).style.cssText).toMatch(/#6b21a8|rgb\(107, 33, 168\)/)
  cleanup()
  expect(chipOf([purple, ...usual], 0).style.backgroundColor).not.toBe('')
})

it('shows the medals of the theme where the colours are those that a contest begins with, or none', () => {
  expect(chipOf(usual, 0).style.backgroundColor).toBe('')
  cleanup()
  const without = usual.map((tier) => ({ ...tier, background: '', color: '' }))
  expect(chipOf(without, 1).style.backgroundColor).toBe('')
})
