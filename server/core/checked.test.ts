import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sayFields } from '../doors/asking.ts'
import { checked, onOneLine } from './checked.ts'
import { expectVersion, Refusal, refusalOf } from './errors.ts'

const schema = z.object({
  title: z.string().min(1).max(5),
  order: z.number().int().max(9),
  kind: z.enum(['A', 'B']),
  tags: z.array(z.string().min(2)).max(2),
  href: z.string().refine((text) => text.startsWith('/'), { params: { fault: 'NOT_A_LINK' } }),
  note: z.string(),
})

const refused = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return refusalOf(error)
  }
  return null
}

describe('checked', () => {
  it('names everything that is wrong at once, each by its address', () => {
    const refusal = refused(() =>
      checked(schema, {
        title: '',
        order: 1.5,
        kind: 'C',
        tags: ['ok', 'x'],
        href: 'javascript:',
        note: null,
      }),
    )
    expect(refusal).toMatchObject({ code: 'INVALID_INPUT', parameters: { field: 'title' } })
    expect(refusal?.fields).toEqual({
      title: { code: 'REQUIRED' },
      order: { code: 'NOT_WHOLE' },
      kind: { code: 'NOT_OFFERED' },
      'tags.1': { code: 'TOO_SHORT', parameters: { min: 2 } },
      href: { code: 'NOT_A_LINK' },
      note: { code: 'REQUIRED' },
    })
  })

  it('says it in the reader’s language, refusals of one field too', () => {
    const refusal = new Refusal('INVALID_INPUT', {
      fields: { title: { code: 'TOO_LONG', parameters: { max: 5 } }, username: { code: 'USERNAME_TAKEN' } },
    })
    expect(sayFields('en-US', refusal)).toEqual({
      fields: { title: 'At most 5 characters', username: 'The username already exists.' },
    })
    expect(sayFields('zh-CN', refusal).fields?.title).toBe('最多 5 个字符')
    expect(sayFields('en-US', new Refusal('NOT_FOUND'))).toEqual({})
  })
})

describe('expectVersion', () => {
  it('refuses anyone who has read an older row, and lets pass who has read none', () => {
    expect(refused(() => expectVersion(3, 2))).toMatchObject({ code: 'CONFLICT', parameters: { version: 3 } })
    expect(refused(() => expectVersion(3, 3))).toBeNull()
    expect(refused(() => expectVersion(3, null))).toBeNull()
  })
})

it('keeps a text on one line and removes what nobody sees', () => {
  expect(onOneLine(' Tides\r\n and\tknots ')).toBe('Tides and knots')
  for (const unseen of [
    '\u202e',
    '\u2066',
    '\u2069',
    '\u200b',
    '\u200e',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\0',
    '\u0007',
  ])
    expect(onOneLine(`Ti${unseen}des${unseen}`)).toBe('Tides')
  expect(onOneLine('👩\u200d💻 数学 é')).toBe('👩\u200d💻 数学 é')
})
