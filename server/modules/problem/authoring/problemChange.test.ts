import { describe, expect, it } from 'vitest'
import { changeOf } from './problemChange.ts'

const save = (...changed: string[]) => ({ changed, becomesPublic: false, changesTests: false })

describe('what a save changed for readers', () => {
  it('is the weightiest of it', () => {
    expect(changeOf(save('statements.en-US.hint', 'timeMs', 'tagIds'))).toBe('LIMITS')
    expect(changeOf(save('samples', 'statements.zh-CN.title'))).toBe('STATEMENT')
    expect(changeOf({ ...save('timeMs'), changesTests: true })).toBe('TESTS')
    expect(changeOf({ ...save('visibility'), becomesPublic: true, changesTests: true })).toBe('NEW')
  })

  it('is nothing where readers notice nothing', () => {
    expect(changeOf(save('codeShare', 'authorId', 'visibility'))).toBeNull()
  })
})
