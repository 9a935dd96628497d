import { describe, expect, it } from 'vitest'
import { begin, decide, isChanged, renew, saved, write } from './formState.ts'
import { changesOf, merge } from './merge.ts'
import { isSame, valueAt, withAt } from './paths.ts'

const row = {
  title: 'Tide Gates',
  open: true,
  texts: { 'zh-CN': '闸', 'en-US': 'gates' },
  tags: ['dp', 'sea'],
  cases: [{ score: 5 }, { score: 10 }],
}

describe('addresses', () => {
  it('lead into objects and lists, and change nothing beside them', () => {
    expect(valueAt(row, 'cases.1.score')).toBe(10)
    expect(valueAt(row, 'cases.7.score')).toBeUndefined()
    const changed = withAt(row, 'cases.1.score', 20)
    expect(changed.cases).toEqual([{ score: 5 }, { score: 20 }])
    expect(changed.cases[0]).toBe(row.cases[0])
    expect(changed.texts).toBe(row.texts)
    expect(row.cases[1]).toEqual({ score: 10 })
  })

  it('lead to what is not there yet', () => {
    expect(withAt({ texts: {} }, 'texts.zh-CN', '闸')).toEqual({ texts: { 'zh-CN': '闸' } })
  })

  it('are compared by what they say', () => {
    expect(isSame(row, structuredClone(row))).toBe(true)
    expect(isSame([], {})).toBe(false)
    expect(isSame({ a: undefined }, {})).toBe(true)
    expect(isSame(Number.NaN, Number.NaN)).toBe(true)
  })
})

describe('merging three ways', () => {
  it('takes over what only they have changed, and keeps what only I have', () => {
    const mine = { ...row, title: 'Gates of the tide' }
    const theirs = { ...row, open: false, texts: { ...row.texts, 'en-US': 'sluices' } }
    expect(merge(row, mine, theirs)).toEqual({
      values: { ...theirs, title: 'Gates of the tide' },
      taken: ['open', 'texts.en-US'],
      conflicts: [],
    })
  })

  it('asks about what both have changed, and about nothing that both have changed alike', () => {
    const mine = { ...row, title: 'mine', tags: ['dp'], texts: { ...row.texts, 'zh-CN': '水闸' } }
    const theirs = { ...row, title: 'theirs', tags: ['sea'], texts: { ...row.texts, 'zh-CN': '水闸' } }
    expect(merge(row, mine, theirs)).toEqual({
      values: mine,
      taken: [],
      conflicts: [
        { path: 'title', theirs: 'theirs' },
        { path: 'tags', theirs: ['sea'] },
      ],
    })
  })

  it('sees a language that was added or taken away', () => {
    type Texts = { texts: Record<string, string> }
    const base: Texts = { texts: { 'zh-CN': '闸' } }
    const mine: Texts = { texts: { 'zh-CN': '闸', 'en-US': 'mine' } }
    expect(merge(base, mine, { texts: {} })).toMatchObject({
      values: { texts: { 'en-US': 'mine' } },
      taken: ['texts.zh-CN'],
    })
  })
})

describe('a form over a row', () => {
  it('sends the fields of the outermost level that were changed', () => {
    const values = withAt(row, 'texts.en-US', 'sluices')
    expect(changesOf(row, values)).toEqual({ texts: { 'zh-CN': '闸', 'en-US': 'sluices' } })
    expect(changesOf(row, structuredClone(row))).toEqual({})
  })

  it('asks whose counts, and goes on with the newer version', () => {
    let form = write(begin(row, 1), 'title', 'mine')
    form = renew(form, { ...row, title: 'theirs', open: false }, 2)
    expect(form).toMatchObject({ version: 2, conflicts: [{ path: 'title', theirs: 'theirs' }] })
    expect([...form.taken]).toEqual(['open'])

    const kept = decide(form, 'title', 'mine')
    expect(kept.conflicts).toEqual([])
    expect(changesOf(kept.base, kept.values)).toEqual({ title: 'mine' })

    const given = decide(form, 'title', 'theirs')
    expect(given.values.title).toBe('theirs')
    expect(isChanged(given)).toBe(false)
  })

  it('leaves open what was not decided when still newer data come', () => {
    let form = renew(write(begin(row, 1), 'title', 'mine'), { ...row, title: 'theirs' }, 2)
    form = renew(form, { ...row, title: 'theirs', open: false }, 3)
    expect(form.conflicts).toEqual([{ path: 'title', theirs: 'theirs' }])
    form = renew(form, { ...row, title: 'mine', open: false }, 4)
    expect(form.conflicts).toEqual([])
  })

  it('takes the server’s own spelling of what it saved, and keeps what was typed meanwhile', () => {
    const sent = { ...row, title: '  spaced  ' }
    let form = write(begin(row, 1), 'title', sent.title)
    form = write(form, 'open', false)
    form = renew(saved(form, sent), { ...row, title: 'spaced' }, 2)
    expect(form.conflicts).toEqual([])
    expect(form.values).toEqual({ ...row, title: 'spaced', open: false })
  })
})
