import { describe, expect, it } from 'vitest'
import { edited, type Marked, nextLine, TEXT_ACTS, type TextActName } from './textActs.ts'

/** A text in which brackets mark the selection. */
const marked = (drawn: string): Marked => ({
  text: drawn.replace(/[⟨⟩]/g, ''),
  from: drawn.indexOf('⟨'),
  to: drawn.indexOf('⟩') - 1,
})

function drawn(name: TextActName, text: string): string {
  const before = marked(text)
  const edit = TEXT_ACTS[name](before)
  const after = edited(before.text, edit)
  const [from, to] = edit.select
  return `${after.slice(0, from)}⟨${after.slice(from, to)}⟩${after.slice(to)}`
}

describe('the acts of the Markdown editor', () => {
  it.each<[TextActName, string, string]>([
    ['bold', 'a ⟨b⟩ c', 'a **⟨b⟩** c'],
    ['bold', 'a **⟨b⟩** c', 'a ⟨b⟩ c'],
    ['italic', 'a ⟨⟩', 'a *⟨⟩*'],
    ['italic', '**⟨b⟩**', '***⟨b⟩***'],
    ['heading', 'one\ntw⟨⟩o', 'one\n## two⟨⟩'],
    ['heading', '## two⟨⟩', 'two⟨⟩'],
    ['list', '⟨one\ntwo⟩\nthree', '⟨- one\n- two⟩\nthree'],
    ['list', '⟨one\n⟩two', '- one⟨⟩\ntwo'],
    ['numbered', '⟨one\ntwo⟩', '⟨1. one\n2. two⟩'],
    ['quote', '⟨> one\n> two⟩', '⟨one\ntwo⟩'],
    ['code', 'a⟨b⟩c', 'a`⟨b⟩`c'],
    ['code', 'x⟨one\ntwo⟩', 'x\n```\n⟨one\ntwo⟩\n```'],
    ['formula', '⟨n⟩', '$⟨n⟩$'],
    ['link', 'see ⟨here⟩', 'see [here](⟨https://⟩)'],
    ['link', '⟨https://a.example⟩', '[⟨⟩](https://a.example)'],
    ['table', 'one⟨⟩', 'one\n| ⟨⟩  |   |\n| --- | --- |\n|   |   |'],
  ])('%s makes of %j', (name, before, after) => {
    expect(drawn(name, before)).toBe(after)
  })

  it('goes on with a list on Enter, and ends it after an empty entry', () => {
    const enter = (text: string) => {
      const edit = nextLine({ text, from: text.length, to: text.length })
      return edit && edited(text, edit)
    }
    expect(enter('- one')).toBe('- one\n- ')
    expect(enter('9. nine')).toBe('9. nine\n10. ')
    expect(enter('> said')).toBe('> said\n> ')
    expect(enter('- one\n- ')).toBe('- one\n')
    expect(enter('plain')).toBeNull()
  })
})
