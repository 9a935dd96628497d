import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CaseSpec } from '#judge/protocol.ts'
import { Shelf } from '#judge/store/shelf.ts'
import { Testsets } from '#judge/testset.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** As if nobody had used it for a long time. */
const age = (name: string) => utimes(join(folder, name), new Date(0), new Date(0))
const onDisk = async () => (await readdir(folder)).filter((name) => name !== 'making').toSorted()

describe('a shelf', () => {
  test('is closed to other users of the machine, one of an older judge too', async () => {
    await chmod(folder, 0o755)
    await Shelf.open(folder, 1000)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('makes an entry once, however many ask at once', async () => {
    const shelf = await Shelf.open(folder, 1000)
    let made = 0
    const make = async (path: string) => {
      made++
      await writeFile(path, 'x')
    }
    const holds = await Promise.all([1, 2, 3].map(() => shelf.hold('a', make)))
    expect(made).toBe(1)
    expect(new Set(holds.map(({ path }) => path)).size).toBe(1)
    expect(shelf.bytes).toBe(1)
  })

  test('an entry that could not be made is not there, and nothing of it', async () => {
    const shelf = await Shelf.open(folder, 1000)
    const half = async (path: string) => {
      await writeFile(path, 'half')
      throw new Error('no')
    }
    await expect(shelf.hold('a', half)).rejects.toThrow('no')
    expect(await onDisk()).toEqual([])
    expect(await readdir(join(folder, 'making'))).toEqual([])
    await shelf.hold('a', (path) => writeFile(path, 'whole'))
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('whole')
  })

  test('throws out what was not used longest, and never what is held or was used a moment ago', async () => {
    const shelf = await Shelf.open(folder, 25)
    const make = (path: string) => writeFile(path, '0123456789')
    const a = await shelf.hold('a', make)
    const b = await shelf.hold('b', make)
    b.release()
    await age('a')
    await age('b')
    await shelf.hold('c', make)
    expect(await onDisk()).toEqual(['a', 'c'])
    a.release()
    await shelf.hold('d', make)
    expect(await onDisk()).toEqual(['a', 'c', 'd'])
  })

  test('lends nothing that is being thrown out', async () => {
    const names = Array.from({ length: 20 }, (_, index) => String(index)).toSorted()
    const make = async (path: string) => {
      await mkdir(path)
      for (const name of names) await writeFile(join(path, name), 'x')
    }
    for (let round = 0; round < 10; round++) {
      const shelf = await Shelf.open(join(folder, String(round)), 25)
      const old = await shelf.hold('old', make)
      old.release()
      await age(`${round}/old`)
      const newer = shelf.hold('newer', make)
      while (shelf.bytes < 40) await setImmediate()
      while (shelf.bytes === 40) await setImmediate()
      const again = await shelf.hold('old', make)
      await newer
      expect((await readdir(again.path)).toSorted()).toEqual(names)
    }
  })

  test('keeps folders, and what an earlier process left, once somebody vouched for it', async () => {
    const first = await Shelf.open(folder, 1000)
    const make = async (path: string) => {
      await mkdir(path)
      await writeFile(join(path, 'main'), 'program')
    }
    await first.hold('sound', make)
    await first.hold('torn', make)
    await writeFile(join(folder, 'torn', 'main'), '')

    const second = await Shelf.open(folder, 1000)
    const sound = async (path: string) => (await readFile(join(path, 'main'), 'utf8')) === 'program'
    let made = 0
    const again = (path: string) => {
      made++
      return make(path)
    }
    await second.hold('sound', again, sound)
    expect(made).toBe(0)
    await second.hold('torn', again, sound)
    expect(made).toBe(1)
  })
})

describe('testsets', () => {
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const spec = (text: string): CaseSpec => ({
    index: 1,
    subtask: 0,
    score: 0,
    answer: null,
    input: { hash: hashOf(text), size: text.length, name: '1.in' },
  })
  const signal = new AbortController().signal
  const bytes = (...pieces: (string | Error)[]) =>
    (async function* () {
      for (const piece of pieces) {
        if (piece instanceof Error) throw piece
        yield Buffer.from(piece)
      }
    })()

  test('a transfer that breaks off or comes wrong is tried again', async () => {
    const answers = [bytes('te', new TypeError('terminated')), bytes('toast'), bytes('te', 'st')]
    const testsets = await Testsets.open(folder, 1000, async () => answers.shift() ?? bytes())
    const held = testsets.hold([spec('test')], signal)
    expect(await readFile(await held.input(spec('test')), 'utf8')).toBe('test')
    held.release()
  })

  test('data that never comes right is not used', async () => {
    const testsets = await Testsets.open(folder, 1000, async () => bytes('toast'))
    const held = testsets.hold([spec('test')], signal)
    await expect(held.input(spec('test'))).rejects.toThrow(/arrived as/)
    expect(await onDisk()).toEqual([])
  })

  test('data torn on disk is fetched anew by the next process', async () => {
    const open = () => Testsets.open(folder, 1000, async () => bytes('test'))
    const first = (await open()).hold([spec('test')], signal)
    await writeFile(await first.input(spec('test')), 'te')
    const second = (await open()).hold([spec('test')], signal)
    expect(await readFile(await second.input(spec('test')), 'utf8')).toBe('test')
  })

  test('a fetch that dies with its task goes on for the others', async () => {
    const leaver = new AbortController()
    let calls = 0
    let begun = () => undefined as unknown
    const asked = new Promise<void>((resolve) => {
      begun = resolve
    })
    const testsets = await Testsets.open(folder, 1000, async (_, signal) => {
      calls++
      if (calls > 1) return bytes('test')
      begun()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    const left = testsets.hold([spec('test')], leaver.signal)
    const stays = testsets.hold([spec('test')], signal)
    const [gone, got] = [left.input(spec('test')), stays.input(spec('test'))]
    await asked
    leaver.abort(new Error('cancelled'))
    await expect(gone).rejects.toThrow('cancelled')
    expect(await readFile(await got, 'utf8')).toBe('test')
  })
})
