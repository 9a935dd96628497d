import { describe, expect, it } from 'vitest'
import { baseOf, counterpartOf, languageOptions } from './languageList.ts'

const language = (key: string, name: string, family: string, baseKey: string | null = null) => ({
  key,
  name,
  family,
  baseKey,
  description: `toolchain of ${key}`,
})
const c = language('c11', 'C', 'C')
const cO2 = language('c11o2', 'C With O2', 'C', 'c11')
const cpp = language('cpp17', 'C++ 17', 'C++')
const cppO2 = language('cpp17o2', 'C++ 17 With O2', 'C++', 'cpp17')
const rust = language('rust', 'Rust', 'Rust')
const python = language('python3', 'Python3', 'Python')
const ALL = [c, cO2, cpp, cppO2, rust, python]

describe('the list of languages', () => {
  it('has C++ before C, then the common ones, then the others, each with its compiler', () => {
    expect(languageOptions(ALL, [], 'Last used')).toEqual([
      { value: 'cpp17', label: 'C++ 17 · toolchain of cpp17', group: 'C++' },
      { value: 'c11', label: 'C · toolchain of c11', group: 'C' },
      { value: 'python3', label: 'Python3 · toolchain of python3', group: 'Python' },
      { value: 'rust', label: 'Rust · toolchain of rust', group: 'Rust' },
    ])
  })

  it('begins with what was used last', () => {
    const options = languageOptions(ALL, ['rust', 'gone', 'cpp17o2', 'cpp17'], 'Last used')
    expect(options.map(({ value, group }) => `${group}: ${value}`)).toEqual([
      'Last used: rust',
      'Last used: cpp17',
      'C: c11',
      'Python: python3',
    ])
  })

  it('folds optimised builds under their language, where that is offered', () => {
    expect(baseOf(ALL, cppO2)).toBe(cpp)
    expect(counterpartOf(ALL, cpp)).toBe(cppO2)
    expect(counterpartOf(ALL, cppO2)).toBe(cpp)
    expect(counterpartOf(ALL, rust)).toBeNull()
    expect(languageOptions([cppO2], [], '').map(({ value }) => value)).toEqual(['cpp17o2'])
  })
})
