import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftKey, draftOf, openDraft, STANDARD_SETTINGS } from './draft.ts'

const KEY = draftKey(7)

/** What the browser tells the other tabs. */
const tell = () =>
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: localStorage.getItem(KEY) }))

const pause = () => vi.advanceTimersByTime(1000)

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a draft', () => {
  it('is there again after a reload, with language and settings', () => {
    const draft = openDraft(7)
    expect(draft.state().saved).toBe('nothing')
    draft.choose('cpp17', 'cpp')
    draft.set({ fontSize: 18 })
    draft.type('cpp', 'int main() {}')
    expect(draft.state().saved).toBe('saving')
    pause()
    expect(draft.state().saved).toBe('saved')

    const again = openDraft(7)
    expect(again.code('cpp')).toBe('int main() {}')
    expect(again.language()).toBe('cpp17')
    expect(again.family()).toBe('cpp')
    expect(again.settings()).toEqual({ ...STANDARD_SETTINGS, fontSize: 18 })
  })

  it('keeps what was typed a moment before the page goes', () => {
    const draft = openDraft(7)
    const leave = draft.listen()
    draft.type('cpp', 'x')
    window.dispatchEvent(new Event('pagehide'))
    leave()
    expect(openDraft(7).code('cpp')).toBe('x')
  })

  it('goes on in the page that follows, before anything is saved', () => {
    const draft = openDraft(7)
    const leave = draft.listen()
    draft.type('cpp', 'typed')
    const next = draftOf(7)
    leave()
    const leaveNext = next.listen()
    expect(next.code('cpp')).toBe('typed')
    leaveNext()
    expect(draftOf(7)).not.toBe(draft)
    expect(draftOf(7).code('cpp')).toBe('typed')
  })

  it('lends language and settings to problems that have none of their own', () => {
    openDraft(7).set({ tabSize: 8 })
    openDraft(7).choose('java', 'java')
    expect(openDraft(8).language()).toBe('java')
    expect(openDraft(8).settings().tabSize).toBe(8)
  })

  it('has one text a family of languages', () => {
    const draft = openDraft(7)
    draft.type('cpp', 'c++')
    draft.type('python', 'py')
    pause()
    expect(openDraft(7).code('cpp')).toBe('c++')
    expect(openDraft(7).code('python')).toBe('py')
  })

  it('gives code that was written before there were languages to the first one', () => {
    const draft = openDraft(7)
    draft.type('plaintext', 'early')
    pause()
    draft.rename('plaintext', 'cpp')
    draft.rename('plaintext', 'java')
    pause()
    expect(openDraft(7).code('cpp')).toBe('early')
    expect(openDraft(7).code('java')).toBeNull()
    draft.type('java', 'later')
    draft.rename('java', 'cpp')
    expect(draft.code('cpp')).toBe('early')
  })

  it('says when nothing can be saved', () => {
    const draft = openDraft(7, null)
    draft.type('cpp', 'x')
    pause()
    expect(draft.state().saved).toBe('failed')
    expect(draft.code('cpp')).toBe('x')
  })

  it('does not fall over what others left in the storage', () => {
    localStorage.setItem(KEY, '{"codes":[1],"fontSize":"huge","aside":3}')
    expect(openDraft(7).code('cpp')).toBeNull()
    localStorage.setItem(KEY, 'nonsense')
    expect(openDraft(7).settings()).toEqual(STANDARD_SETTINGS)
  })
})

describe('two tabs with one problem', () => {
  function twoTabs() {
    const base = openDraft(7)
    base.type('cpp', 'base')
    pause()
    const mine = openDraft(7)
    const leave = mine.listen()
    return { mine, leave, theirs: openDraft(7) }
  }

  it('keep each its own text, and offer the newer one', () => {
    const { mine, leave, theirs } = twoTabs()
    theirs.type('cpp', 'theirs')
    pause()
    tell()
    expect(mine.code('cpp')).toBe('base')
    expect(mine.state().aside?.code).toBe('theirs')
    leave()
  })

  it('lose nothing when both were typed into', () => {
    const { mine, leave, theirs } = twoTabs()
    theirs.type('cpp', 'theirs')
    pause()
    tell()
    mine.type('cpp', 'mine')
    pause()
    leave()
    const later = openDraft(7)
    expect(later.code('cpp')).toBe('mine')
    expect(later.state().aside?.code).toBe('theirs')
  })

  it('do not ask again about a text that was not wanted', () => {
    const { mine, leave, theirs } = twoTabs()
    theirs.type('cpp', 'theirs')
    pause()
    tell()
    mine.settle()
    mine.type('cpp', 'mine')
    pause()
    expect(mine.state().aside).toBeNull()
    expect(openDraft(7).state().aside).toBeNull()
    leave()
  })

  it('say nothing while both have the same text', () => {
    const { mine, leave, theirs } = twoTabs()
    theirs.type('cpp', 'same')
    pause()
    tell()
    expect(mine.state().aside).not.toBeNull()
    theirs.type('cpp', 'base')
    pause()
    tell()
    expect(mine.state().aside).toBeNull()
    leave()
  })

  it('do not write over each other by choosing a language', () => {
    const { mine, leave, theirs } = twoTabs()
    mine.type('cpp', 'mine')
    pause()
    theirs.type('cpp', 'theirs')
    pause()
    mine.choose('cpp20', 'cpp')
    expect(openDraft(7).code('cpp')).toBe('theirs')
    mine.type('cpp', 'more of mine')
    pause()
    expect(openDraft(7).state().aside?.code).toBe('theirs')
    leave()
  })

  it('share languages that only one of them uses', () => {
    const { mine, leave, theirs } = twoTabs()
    theirs.type('python', 'print()')
    pause()
    tell()
    expect(mine.code('python')).toBe('print()')
    expect(mine.state().aside).toBeNull()
    mine.type('cpp', 'more')
    pause()
    expect(openDraft(7).code('python')).toBe('print()')
    leave()
  })
})
