import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { takeEditorChoices } from '../../../app/session/takeEditorChoices.ts'
import { draftKey, draftOf, openDraft, STANDARD_SETTINGS } from './draft.ts'

const KEY = draftKey(7)

/** The storage event that other tabs receive. */
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
    draft.type('int main() {}')
    expect(draft.state().saved).toBe('saving')
    pause()
    expect(draft.state().saved).toBe('saved')

    const again = openDraft(7)
    expect(again.code()).toBe('int main() {}')
    expect(again.language()).toBe('cpp17')
    expect(again.family()).toBe('cpp')
    expect(again.settings()).toEqual({ ...STANDARD_SETTINGS, fontSize: 18 })
  })

  it('keeps what was typed a moment before the page goes', () => {
    const draft = openDraft(7)
    const leave = draft.listen()
    draft.type('x')
    window.dispatchEvent(new Event('pagehide'))
    leave()
    expect(openDraft(7).code()).toBe('x')
  })

  it('goes on in the page that follows, before anything is saved', () => {
    const draft = openDraft(7)
    const leave = draft.listen()
    draft.type('typed')
    const next = draftOf(7, null)
    leave()
    const leaveNext = next.listen()
    expect(next.code()).toBe('typed')
    leaveNext()
    expect(draftOf(7, null)).not.toBe(draft)
    expect(draftOf(7, null).code()).toBe('typed')
  })

  it('lends language and settings to problems that have none of their own, the last used first', () => {
    openDraft(7).set({ tabSize: 8 })
    for (const key of ['cpp17', 'python3', 'rust', 'cpp17', 'java']) openDraft(7).choose(key, key)
    expect(openDraft(8).language()).toBe('java')
    expect(openDraft(8).settings().tabSize).toBe(8)
    expect(openDraft(8).recent()).toEqual(['java', 'cpp17', 'rust'])
  })

  it('keeps one text whatever the language, and what stood there before by family', () => {
    const draft = openDraft(7)
    draft.choose('cpp17', 'cpp')
    draft.type('c++')
    draft.choose('python3', 'python')
    expect(draft.code()).toBe('c++')
    expect(draft.earlier('cpp')).toBeNull()
    draft.type('py')
    pause()
    expect(openDraft(7).code()).toBe('py')
    expect(openDraft(7).earlier('cpp')).toBe('c++')
    expect(openDraft(7).earlier('java')).toBeNull()
  })

  it('reads drafts that had one text a family', () => {
    localStorage.setItem(KEY, '{"language":"python3","family":"python","codes":{"cpp":"c++","python":"py"}}')
    expect(openDraft(7).code()).toBe('py')
    expect(openDraft(7).earlier('cpp')).toBe('c++')
  })

  it('says when nothing can be saved', () => {
    const draft = openDraft(7, null, null)
    draft.type('x')
    pause()
    expect(draft.state().saved).toBe('failed')
    expect(draft.code()).toBe('x')
  })

  it('does not fall over what others left in the storage', () => {
    localStorage.setItem(KEY, '{"codes":[1],"code":5,"recent":7,"fontSize":"huge","aside":3}')
    expect(openDraft(7).code()).toBeNull()
    localStorage.setItem(KEY, 'nonsense')
    expect(openDraft(7).settings()).toEqual(STANDARD_SETTINGS)
  })
})

describe('the drafts of several people in one browser', () => {
  it('are kept apart, and each has theirs again', () => {
    const hers = draftOf(7, 'alice')
    hers.type('hers')
    pause()
    expect(draftOf(7, null).code()).toBeNull()
    expect(draftOf(7, 'bob').code()).toBeNull()
    expect(draftOf(7, 'alice').code()).toBe('hers')
  })

  it('take the settings of the account for all problems, and leave those of the guest', () => {
    openDraft(7).set({ fontSize: 18, tabSize: 2 })
    draftOf(7, 'alice').choose('java', 'java')
    const hers = draftOf(7, 'alice')
    const leave = hers.listen()
    expect(hers.settings()).toMatchObject({ fontSize: 18 })
    takeEditorChoices('alice', {
      theme: 'cobalt',
      fontSize: 12,
      tabSize: 8,
      recent: ['rust'],
      language: 'rust',
    })
    expect(hers.settings()).toEqual({ theme: 'cobalt', fontSize: 12, tabSize: 8 })
    expect(hers.recent()).toEqual(['rust'])
    leave()
    expect(openDraft(8, 'alice').language()).toBe('rust')
    expect(openDraft(8).settings()).toEqual({ ...STANDARD_SETTINGS, fontSize: 18, tabSize: 2 })
    expect(openDraft(8, 'bob').settings()).toMatchObject({ fontSize: 18 })
  })

  it('go from a guest to the account that logs in, also what is not saved yet', () => {
    const guest = draftOf(7, null)
    const leave = guest.listen()
    guest.type('written as a guest')
    openDraft(8).type('elsewhere')
    pause()
    guest.type('written as a guest, and more')
    expect(draftOf(7, 'alice').code()).toBe('written as a guest, and more')
    leave()
    expect(draftOf(8, 'alice').code()).toBe('elsewhere')
    expect(draftOf(7, null).code()).toBeNull()
    expect(draftOf(7, 'bob').code()).toBeNull()
  })

  it('offer what the guest wrote where the account has code of its own', () => {
    draftOf(7, 'alice').type('hers')
    openDraft(7).type('the guest’s')
    pause()
    const draft = draftOf(7, 'alice')
    expect(draft.code()).toBe('hers')
    expect(draft.state().aside?.code).toBe('the guest’s')
  })
})

describe('two tabs with one problem', () => {
  function twoTabs() {
    const base = openDraft(7)
    base.type('base')
    pause()
    const mine = openDraft(7)
    const leave = mine.listen()
    return { mine, leave, theirs: openDraft(7) }
  }

  it('keep each its own text, and offer the newer one', () => {
    const { mine, leave, theirs } = twoTabs()
    theirs.type('theirs')
    pause()
    tell()
    expect(mine.code()).toBe('base')
    expect(mine.state().aside?.code).toBe('theirs')
    leave()
  })

  it('lose nothing when both were typed into', () => {
    const { mine, leave, theirs } = twoTabs()
    theirs.type('theirs')
    pause()
    tell()
    mine.type('mine')
    pause()
    leave()
    const later = openDraft(7)
    expect(later.code()).toBe('mine')
    expect(later.state().aside?.code).toBe('theirs')
  })

  it('do not ask again about a text that was not wanted', () => {
    const { mine, leave, theirs } = twoTabs()
    theirs.type('theirs')
    pause()
    tell()
    mine.settle()
    mine.type('mine')
    pause()
    expect(mine.state().aside).toBeNull()
    expect(openDraft(7).state().aside).toBeNull()
    leave()
  })

  it('say nothing while both have the same text', () => {
    const { mine, leave, theirs } = twoTabs()
    theirs.type('same')
    pause()
    tell()
    expect(mine.state().aside).not.toBeNull()
    theirs.type('base')
    pause()
    tell()
    expect(mine.state().aside).toBeNull()
    leave()
  })

  it('do not write over each other by choosing a language', () => {
    const { mine, leave, theirs } = twoTabs()
    mine.type('mine')
    pause()
    theirs.type('theirs')
    pause()
    mine.choose('cpp20', 'cpp')
    expect(openDraft(7).code()).toBe('theirs')
    mine.type('more of mine')
    pause()
    expect(openDraft(7).state().aside?.code).toBe('theirs')
    leave()
  })
})
