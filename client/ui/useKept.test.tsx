import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useKept } from './useKept.ts'

type Row = { id: string; name: string }

it('keeps the row of an open dialog after others removed it, and forgets it when the dialog closes', () => {
  const first = { id: 'a', name: 'one' }
  const { result, rerender } = renderHook(
    ({ rows, id }: { rows: Row[]; id: string | null }) =>
      useKept(
        rows.find((row) => row.id === id),
        id,
      ),
    { initialProps: { rows: [first], id: 'a' as string | null } },
  )
  expect(result.current).toBe(first)
  const changed = { id: 'a', name: 'two' }
  rerender({ rows: [changed], id: 'a' })
  expect(result.current).toBe(changed)
  rerender({ rows: [], id: 'a' })
  expect(result.current).toBe(changed)
  rerender({ rows: [], id: 'b' })
  expect(result.current).toBeUndefined()
  rerender({ rows: [], id: null })
  expect(result.current).toBeUndefined()
})

it('takes rows that every render creates', () => {
  const { result } = renderHook(() => useKept({ id: 'a' }, 'a'))
  expect(result.current).toEqual({ id: 'a' })
})
