/**
 * A bounded store of things on disk that can be made again: programs and test data, named by hash.
 * An entry is made beside its place and renamed into it, so that it is there whole or not at all, for a
 * second host on the same folder too. What is held is never thrown out, and neither is anything used in
 * the last minutes, because another process may hold it.
 */

import { randomUUID } from 'node:crypto'
import { existsSync, utimesSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** An entry that stays on disk until it is released. */
export type Hold = {
  readonly path: string
  release: () => void
  /** Whether to release it now will change the time of its file. */
  willTouch: () => boolean
}

type Entry = { bytes: number; usedAt: number; touchedAt: number; holders: number }

const GRACE_MS = 10 * 60_000
/** How often an entry that is in use says so to other processes; a tenth of what they wait. */
const TOUCH_MS = GRACE_MS / 10

export class Shelf {
  readonly #folder: string
  readonly #capacity: number
  readonly #entries = new Map<string, Entry>()
  /** Makings in progress, so that two holders of the same name make it once. */
  readonly #making = new Map<string, Promise<void>>()
  #bytes = 0

  private constructor(folder: string, capacity: number) {
    this.#folder = folder
    this.#capacity = capacity
  }

  /** Opens a folder, keeping what earlier processes left there and dropping what they left half made. */
  static async open(folder: string, capacity: number): Promise<Shelf> {
    const shelf = new Shelf(folder, capacity)
    await mkdir(join(folder, 'making'), { recursive: true })
    // Tests nobody shall see, and other people's programs. Its contents may be read by all: a box reopens them.
    await chmod(folder, 0o700)
    for (const name of await readdir(join(folder, 'making'))) {
      const path = join(folder, 'making', name)
      const made = await stat(path).catch(() => null)
      if (made && Date.now() - made.mtimeMs > GRACE_MS) await rm(path, { recursive: true, force: true })
    }
    for (const name of await readdir(folder)) {
      if (name !== 'making') await shelf.#admit(name)
    }
    return shelf
  }

  /** Bytes on the shelf. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Holds the entry `name`, making it when it is not there: `make` writes a file or a folder at the path
   * it is given. `sound` vouches for an entry of an earlier process before its first use in this one.
   */
  async hold(
    name: string,
    make: (path: string) => Promise<void>,
    sound: (path: string) => Promise<boolean> = async () => true,
  ): Promise<Hold> {
    const path = join(this.#folder, name)
    for (;;) {
      const entry = this.#entries.get(name)
      if (entry?.usedAt && existsSync(path)) return this.#lend(name, path, entry)
      let making = this.#making.get(name)
      if (!making) {
        making = this.#put(name, path, make, sound).finally(() => this.#making.delete(name))
        this.#making.set(name, making)
      }
      await making
    }
  }

  #lend(name: string, path: string, entry: Entry): Hold {
    entry.holders++
    entry.usedAt = Date.now()
    // Insertion order is the order of use.
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    let held = true
    return {
      path,
      willTouch: () => held && isDue(entry),
      release: () => {
        if (!held) return
        held = false
        entry.holders--
        touch(path, entry)
      },
    }
  }

  async #put(
    name: string,
    path: string,
    make: (path: string) => Promise<void>,
    sound: (path: string) => Promise<boolean>,
  ): Promise<void> {
    const there = await stat(path).catch(() => null)
    if (there && (await sound(path))) {
      await this.#admit(name, Date.now())
      return
    }
    if (there) await rm(path, { recursive: true, force: true })
    const draft = join(this.#folder, 'making', `${name}.${randomUUID()}`)
    try {
      await make(draft)
      await rename(draft, path).catch(async (error: NodeJS.ErrnoException) => {
        // A folder another process put there first is as good as ours.
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      })
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
    await this.#admit(name, Date.now())
    await this.#makeRoom()
  }

  /** Notes an entry; `usedAt` 0 means that no use in this process has vouched for it yet. */
  async #admit(name: string, usedAt = 0): Promise<void> {
    const bytes = await sizeOf(join(this.#folder, name))
    this.#bytes += bytes - (this.#entries.get(name)?.bytes ?? 0)
    this.#entries.set(name, {
      bytes,
      usedAt,
      touchedAt: 0,
      holders: this.#entries.get(name)?.holders ?? 0,
    })
  }

  async #makeRoom(): Promise<void> {
    for (const [name, entry] of this.#entries) {
      if (this.#bytes <= this.#capacity) return
      if (entry.holders > 0 || this.#making.has(name)) continue
      const path = join(this.#folder, name)
      const used = await stat(path).catch(() => null)
      if (used && Date.now() - used.mtimeMs < GRACE_MS) continue
      // Held while we looked: leave it.
      if (entry.holders > 0) continue
      this.#entries.delete(name)
      this.#bytes -= entry.bytes
      await rm(path, { recursive: true, force: true })
    }
  }
}

const isDue = ({ touchedAt }: Entry): boolean => Date.now() - touchedAt >= TOUCH_MS

/** The time of a file says to other processes that it is in use. */
function touch(path: string, entry: Entry): void {
  if (!isDue(entry)) return
  const now = Date.now()
  entry.touchedAt = now
  try {
    utimesSync(path, now / 1000, now / 1000)
  } catch {
    // Deleted meanwhile: the next reader creates it again.
  }
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path)
  if (!found.isDirectory()) return found.size
  const names = await readdir(path)
  const sizes = await Promise.all(names.map((name) => sizeOf(join(path, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}
