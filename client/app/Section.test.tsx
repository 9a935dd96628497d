import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announceReturn } from '../relay/list/connection.ts'
import { UnreachableError } from '../relay/refusal.ts'
import { Section } from './Section.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A section whose part fails until the attempt that is given. */
function showPart(succeedsAt: number, failure: Error) {
  const attempts: number[] = []
  const Part = ({ attempt }: { attempt: number }) => {
    attempts.push(attempt)
    if (attempt < succeedsAt) throw failure
    return <p>The cart</p>
  }
  render(<Section>{(attempt) => <Part attempt={attempt} />}</Section>)
  return attempts
}

const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('loads what was unreachable when the connection is back, and once more when that fails too', async () => {
  showPart(2, new UnreachableError('network'))
  expect(screen.queryByText('The cart')).toBeNull()
  announceReturn()
  await passes(1_000)
  expect(screen.queryByText('The cart')).toBeNull()
  await passes(20_000)
  expect(screen.getByText('The cart')).toBeTruthy()
})

it('does not repeat by itself what failed for another reason', async () => {
  const attempts = showPart(1, new Error('A bug'))
  announceReturn()
  await passes(600_000)
  expect(Math.max(...attempts)).toBe(0)
})

it('asks at most six times a minute while the server is away', async () => {
  const attempts = showPart(1_000, new UnreachableError('network'))
  for (let seconds = 0; seconds < 600; seconds++) await passes(1_000)
  expect(Math.max(...attempts)).toBeLessThanOrEqual(60)
  expect(Math.max(...attempts)).toBeGreaterThanOrEqual(20)
})
