import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  unlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { readable } from '../messages.ts'

/** Emptied folders for reuse, by parent folder. */
const spare = new Map<string, string[]>()
const MOST_SPARE = 64

/**
 * Temporary folder of one task. Its files are small or just written, so all calls are synchronous: a round trip
 * through the thread pool takes longer than the call, and a judgement would make a hundred of them.
 */
export class Scratch {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static open(under: string): Scratch {
    const emptied = spare.get(under)?.pop()
    if (emptied && existsSync(emptied)) return new Scratch(emptied)
    const folder = join(under, randomUUID())
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return new Scratch(folder)
  }

  file(name: string): string {
    return join(this.folder, name)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /**
   * Empties the folder for the next task; call it only when nothing writes there any more. Removing a folder and
   * creating another costs a millisecond on a disk with a journal, and most folders are empty.
   */
  reuse(): void {
    const under = dirname(this.folder)
    const folders = spare.get(under) ?? []
    try {
      for (const name of readdirSync(this.folder)) unlinkSync(this.file(name))
      if (folders.length < MOST_SPARE) spare.set(under, [...folders, this.folder])
      else this.remove()
    } catch {
      this.remove()
    }
  }
}

/** Read buffer of `head`, reused because that is synchronous. */
let page = Buffer.allocUnsafe(4096)

/** The first `limit` bytes of a file as text; empty when there is no such file. */
export function head(path: string, limit: number): string {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return ''
  }
  try {
    // One byte more tells whether the text was cut.
    if (page.length <= limit) page = Buffer.allocUnsafe(limit + 1)
    const bytesRead = readSync(file, page, 0, limit + 1, 0)
    return readable(page.subarray(0, bytesRead), limit)
  } finally {
    closeSync(file)
  }
}
