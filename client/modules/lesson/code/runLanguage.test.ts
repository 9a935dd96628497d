import { expect, it } from 'vitest'
import { runLanguageOf } from './runLanguage.ts'

const languages = [
  { key: 'c11', editorLanguage: 'c' },
  { key: 'cpp14', editorLanguage: 'cpp' },
  { key: 'cpp20', editorLanguage: 'cpp' },
  { key: 'python3', editorLanguage: 'python' },
  { key: 'node', editorLanguage: 'javascript' },
]

it.each([
  ['cpp', 'cpp14'],
  ['C++', 'cpp14'],
  ['cpp20', 'cpp20'],
  ['c', 'c11'],
  ['py', 'python3'],
  ['Python', 'python3'],
  ['js', 'node'],
  ['rust', undefined],
  ['text', undefined],
  ['constructor', undefined],
])('runs %s in %s', (fence, key) => {
  expect(runLanguageOf(fence, languages)?.key).toBe(key)
})
