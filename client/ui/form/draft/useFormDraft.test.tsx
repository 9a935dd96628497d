import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startWords } from '../../../app/words.ts'
import { useForm } from '../useForm.ts'
import { useFormDraft } from './useFormDraft.ts'

const SAVED = { title: 'Tide' }

function Sheet() {
  const form = useForm({ values: SAVED })
  const { drop } = useFormDraft('sheet', form, SAVED)
  return (
    <form ref={form.form} onSubmit={form.sending(() => true)}>
      <input
        aria-label="Title"
        value={form.values.title}
        onChange={(event) => form.set('title', event.target.value)}
      />
      <button type="submit">Save</button>
      <button type="button" onClick={drop}>
        Drop
      </button>
    </form>
  )
}

const type = (value: string) => fireEvent.change(screen.getByLabelText('Title'), { target: { value } })

/** What the form shows to somebody who opens it in another tab. */
function openAnew() {
  cleanup()
  render(<Sheet />)
  return screen.getByLabelText<HTMLInputElement>('Title').value
}

/** What a reload leaves: the page is gone without its parts being closed. */
function reload() {
  const kept = localStorage.getItem('sheet')
  cleanup()
  if (kept === null) localStorage.removeItem('sheet')
  else localStorage.setItem('sheet', kept)
  return openAnew()
}

beforeAll(startWords)
beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the draft of a form', () => {
  it.each([
    ['when the page is left', () => window.dispatchEvent(new Event('pagehide'))],
    [
      'when the page is hidden',
      () => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
        Reflect.deleteProperty(document, 'visibilityState')
      },
    ],
  ])('has what was typed just before, %s', (_, leave) => {
    render(<Sheet />)
    type('Ebb')
    leave()
    expect(reload()).toBe('Ebb')
  })

  it('has what was typed just before the form was closed', () => {
    render(<Sheet />)
    type('Ebb')
    expect(openAnew()).toBe('Ebb')
  })

  it('is stored while somebody types without a pause', () => {
    render(<Sheet />)
    for (let letters = 1; letters <= 12; letters++) {
      type('E'.repeat(letters))
      vi.advanceTimersByTime(300)
    }
    expect(reload().length).toBeGreaterThan(4)
  })

  it('is gone once the form is saved or its draft is dropped', async () => {
    render(<Sheet />)
    type('Ebb')
    await vi.waitFor(() => {
      fireEvent.click(screen.getByText('Save'))
      window.dispatchEvent(new Event('pagehide'))
      expect(localStorage.getItem('sheet')).toBeNull()
    })
    type('Flood')
    fireEvent.click(screen.getByText('Drop'))
    expect(openAnew()).toBe('Tide')
  })
})
