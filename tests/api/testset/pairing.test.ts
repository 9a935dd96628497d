import { describe, expect, test } from 'vitest'
import { cleaned, type TestNote } from '#server/modules/testset/cleaning.ts'
import { pairTests } from '#server/modules/testset/pairing.ts'

const paired = (...names: string[]) => {
  const { pairs, left } = pairTests(names.map((name) => ({ name })))
  return {
    pairs: pairs.map(({ input, answer }) => [input.name, answer?.name ?? null]),
    left: left.map(({ name }) => name),
  }
}

describe('files of tests by their names', () => {
  test('short stems first, then as they are written', () => {
    const names = ['10.in', '2.out', '10.ans', '2.in', 'b.in', 'a.in', 'a.ans', 'b.out']
    expect(paired(...names).pairs).toEqual([
      ['2.in', '2.out'],
      ['a.in', 'a.ans'],
      ['b.in', 'b.out'],
      ['10.in', '10.ans'],
    ])
  })

  test('texts whose names differ in input and output alone', () => {
    const names = [
      'input1.txt',
      'output1.txt',
      'case_input.txt',
      'case_output.txt',
      'output10.txt',
      'note.txt',
    ]
    expect(paired(...names)).toEqual({
      pairs: [
        ['input1.txt', 'output1.txt'],
        ['case_input.txt', 'case_output.txt'],
      ],
      left: ['output10.txt', 'note.txt'],
    })
  })

  test('an input without an answer stands alone, an answer without an input is left', () => {
    expect(paired('1.in', '2.out')).toEqual({ pairs: [['1.in', null]], left: ['2.out'] })
  })

  test('of two answers the .out counts, in any letters', () => {
    expect(paired('1.IN', '1.ans', '1.OUT')).toEqual({ pairs: [['1.IN', '1.OUT']], left: ['1.ans'] })
  })

  test('folders keep tests of one name apart, and a word in a folder is none of the file', () => {
    expect(paired('a/1.in', 'b/1.in', 'a/1.out', 'b/1.out', 'input/x.txt', 'output/x.txt')).toEqual({
      pairs: [
        ['a/1.in', 'a/1.out'],
        ['b/1.in', 'b/1.out'],
      ],
      left: ['input/x.txt', 'output/x.txt'],
    })
  })
})

/** What happens to bytes that come in pieces of `size`. */
async function clean(content: Uint8Array | string, size: number) {
  const bytes = Buffer.from(content)
  const notes = new Set<TestNote>()
  const pieces: Uint8Array[] = []
  const coming = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  for await (const piece of cleaned(coming(), notes)) pieces.push(piece)
  return { bytes: Buffer.concat(pieces), notes: [...notes].sort() }
}

describe.each([1, 2, 3, 5000])('the text of a test in pieces of %i', (size) => {
  const long = '一二 3\n'.repeat(1500)

  test('has the line ends of Unix', async () => {
    expect(await clean('1\r\n2\r3\n\r\n\r', size)).toEqual({
      bytes: Buffer.from('1\n2\n3\n\n\n'),
      notes: ['LINE_ENDS'],
    })
    expect(await clean(long, size)).toEqual({ bytes: Buffer.from(long), notes: [] })
  })

  test('loses its byte order mark', async () => {
    expect(await clean(`\ufeff${long}`, size)).toEqual({
      bytes: Buffer.from(long),
      notes: ['BYTE_ORDER_MARK'],
    })
  })

  test('is in UTF-8 where it was in UTF-16', async () => {
    const little = Buffer.from(`\ufeff${long}`, 'utf16le')
    expect(await clean(little, size)).toEqual({ bytes: Buffer.from(long), notes: ['UTF16'] })
    expect(await clean(Buffer.from(little).swap16(), size)).toEqual({
      bytes: Buffer.from(long),
      notes: ['UTF16'],
    })
  })

  test('stays as it is where it is no text', async () => {
    const chinese = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a])
    expect(await clean(chinese, size)).toEqual({ bytes: chinese, notes: ['NOT_UTF8'] })
    const binary = Buffer.from([0xff, 0xfe, 0x00, 0x00, 0x01, 0x00, 0xff])
    expect(await clean(binary, size)).toEqual({ bytes: binary, notes: ['NOT_UTF8'] })
    const cut = Buffer.from('中').subarray(0, 2)
    expect(await clean(cut, size)).toEqual({ bytes: cut, notes: ['NOT_UTF8'] })
    expect(await clean('', size)).toEqual({ bytes: Buffer.alloc(0), notes: ['EMPTY'] })
  })
})
