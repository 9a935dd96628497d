import { describe, expect, it } from 'vitest'
import { replacementBetween, typedSteps } from './typedSteps.ts'

describe('replacementBetween', () => {
  it.each([
    ['', 'a'],
    ['abc', 'abc'],
    ['aaa', 'aa'],
    ['aa', 'aaa'],
    ['int x;', 'int xy;'],
    ['one two', 'two'],
    ['one', ''],
    ['abab', 'ab'],
    ['题目', '题目 1'],
  ])('makes of %j %j', (before, after) => {
    const found = replacementBetween(before, after)
    const made = found ? before.slice(0, found.start) + found.text + before.slice(found.end) : before
    expect(made).toBe(after)
  })

  it('leaves alone what both have', () => {
    expect(replacementBetween('int x;', 'int xy;')).toEqual({ start: 5, end: 5, text: 'y' })
    expect(replacementBetween('same', 'same')).toBeNull()
  })
})

describe('typedSteps', () => {
  it('makes one step of what is typed without a pause', () => {
    const steps = typedSteps()
    steps.note('i', 0)
    steps.note('if', 100)
    steps.note('if ', 300)
    steps.note('if x', 2000)
    expect(steps.texts()).toEqual(['if ', 'if x'])
  })

  it('keeps the newest of many', () => {
    const steps = typedSteps()
    for (let time = 0; time < 300; time++) steps.note(String(time), time * 1000)
    expect(steps.texts()).toHaveLength(200)
    expect(steps.texts().at(-1)).toBe('299')
  })
})
