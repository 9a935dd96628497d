import { describe, expect, it } from 'vitest'
import { type OfferedLanguage, pickLanguage } from './workbenchContext.ts'

const language = (key: string, name: string): OfferedLanguage => ({
  key,
  name,
  description: '',
  editorLanguage: key,
  limitFactor: 1,
  template: '',
})

const python = language('python3', 'Python3')
const java = language('java', 'Java')
const cpp = language('cpp17', 'C++ 17')
const rust = language('rust', 'Rust')
const c = language('c11', 'C')

describe('pickLanguage', () => {
  it('takes what was chosen before, where it is offered', () => {
    expect(pickLanguage([c, cpp, rust], 'rust')).toBe(rust)
    expect(pickLanguage([cpp, python], 'rust')).toBe(cpp)
  })

  it('goes from C over C++ and Java to Python for those who have not chosen', () => {
    expect(pickLanguage([rust, python, java, cpp, c], null)).toBe(c)
    expect(pickLanguage([rust, python, java, cpp], null)).toBe(cpp)
    expect(pickLanguage([rust, python, java], null)).toBe(java)
    expect(pickLanguage([rust, python], null)).toBe(python)
    expect(pickLanguage([rust], null)).toBe(rust)
  })

  it('has none while no judge host is there', () => {
    expect(pickLanguage([], 'cpp17')).toBeNull()
  })
})
