import { describe, expect, it } from 'vitest'
import { type OfferedLanguage, pickLanguage, templateOf } from './workbenchContext.ts'

const language = (key: string, name: string): OfferedLanguage => ({
  key,
  name,
  description: '',
  editorLanguage: key,
  limitFactor: 1,
  family: name,
  baseKey: key.endsWith('o2') ? key.slice(0, -2) : null,
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

  it('goes from C++ over C and Java to Python for those who have not chosen', () => {
    expect(pickLanguage([rust, python, java, cpp, c], null)).toBe(cpp)
    expect(pickLanguage([rust, python, java, c], null)).toBe(c)
    expect(pickLanguage([rust, python, java], null)).toBe(java)
    expect(pickLanguage([rust, python], null)).toBe(python)
    expect(pickLanguage([rust], null)).toBe(rust)
  })

  it('has none while no judge host is there', () => {
    expect(pickLanguage([], 'cpp17')).toBeNull()
  })
})

describe('templateOf', () => {
  const optimised = { ...language('cpp17o2', 'C++ 17 With O2'), editorLanguage: 'cpp' }
  const newer = { ...language('cpp20', 'C++ 20'), editorLanguage: 'cpp' }
  const languages = [java, { ...cpp, editorLanguage: 'cpp' }, optimised, newer]
  const templates = [{ languageKey: 'cpp17', code: 'solve()' }]

  it('is what the problem has for the language, its plain build or another version of it', () => {
    for (const one of languages.slice(1)) expect(templateOf(templates, languages, one)).toBe('solve()')
  })

  it('is empty where the problem has none', () => {
    expect(templateOf(templates, languages, java)).toBe('')
    expect(templateOf([], languages, newer)).toBe('')
  })

  it('shows of a template in three parts the second', () => {
    const parts = '//PREPEND BEGIN\nint n;\n//PREPEND END\n\n//TEMPLATE BEGIN\nint add();\n//TEMPLATE END\n'
    for (const code of [parts, parts.replaceAll('\n', '\r\n')])
      expect(templateOf([{ languageKey: 'java', code }], languages, java).trim()).toBe('int add();')
  })
})
