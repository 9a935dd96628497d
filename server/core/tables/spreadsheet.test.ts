import { buffer } from 'node:stream/consumers'
import { afterEach, expect, it, vi } from 'vitest'
import { sheetName, spreadsheet } from './spreadsheet.ts'

afterEach(() => vi.useRealTimers())

const bytesOfPoints = () => buffer(spreadsheet('Points', ['name', 'points'], [['ada', 12]]))

it('gives the same bytes for the same rows at any time', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T08:00:00Z'), toFake: ['Date'] })
  const earlier = await bytesOfPoints()
  vi.setSystemTime(new Date('2026-03-02T09:30:10Z'))
  expect((await bytesOfPoints()).equals(earlier)).toBe(true)
})

it('gives all bytes to a reader that is slower than the writer', async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => [`name ${at}`, Math.sin(at)])
  const sheet = () => spreadsheet('Points', ['name', 'points'], rows)
  const slowly: Buffer[] = []
  for await (const chunk of sheet()) {
    slowly.push(chunk as Buffer)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(Buffer.concat(slowly).equals(await buffer(sheet()))).toBe(true)
})

it('stops reading rows when its reader leaves', async () => {
  const rows = { read: 0, isOver: false }
  async function* endless() {
    try {
      for (; ; rows.read++) yield [String(Math.sin(rows.read))]
    } finally {
      rows.isOver = true
    }
  }
  const file = spreadsheet('Points', ['sine'], endless())
  file.resume()
  await vi.waitFor(() => expect(rows.read).toBeGreaterThan(0))
  file.destroy()
  await vi.waitFor(() => expect(rows.isOver).toBe(true))
})

it.each([
  ['Week 1', 'Week 1'],
  ['A/B: [x]*?\\', 'A B   x'],
  ["'Loops'", 'Loops'],
  ["it's", "it's"],
  ["''", 'Sheet1'],
  ['', 'Sheet1'],
  ['?', 'Sheet1'],
  ['History', 'History 1'],
  ["'HISTORY'", 'HISTORY 1'],
  [`${'a'.repeat(30)}'bcd`, 'a'.repeat(30)],
  ['a\u0000b\tc', 'a b c'],
  [`${'a'.repeat(30)}😀`, 'a'.repeat(30)],
])('names the sheet of %j as Excel allows it', (wanted, name) => {
  expect(sheetName(wanted)).toBe(name)
})
