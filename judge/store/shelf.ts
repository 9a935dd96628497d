/**
 * Bounded disk cache of files that can be made again: programs and test data, named by hash. An entry is
 * written to a temporary path and renamed, so that it is complete or absent, also for a second host on the
 * same folder. Held entries are never evicted, nor those used in the last `GRACE_MS`, because another
 * process may hold them.
 */

import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, utimesSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** An entry that stays on disk until it is released. */
export type Hold = {
  readonly path: string
  release: () => void
  /** Whether a release now would update the modification time of its file. */
  willTouch: () => boolean
}

type Entry = { bytes: number; usedAt: number; touchedAt: number; holders: number }

const GRACE_MS = 10 * 60_000
/** Least time (ms) between updates of the modification time, by which other processes see that it is in use. */
const TOUCH_MS = GRACE_MS / 10

export class Shelf {
  readonly #folder: string
  readonly #capacity: number
  readonly #entries = new Map<string, Entry>()
  /** Entries being made, so that concurrent holders of a name make it once. */
  readonly #making = new Map<string, Promise<void>>()
  #bytes = 0

  private constructor(folder: string, capacity: number) {
    this.#folder = folder
    this.#capacity = capacity
  }

  /** Opens a folder: keeps the entries of earlier processes, removes their unfinished ones after `GRACE_MS`. */
  static async open(folder: string, capacity: number): Promise<Shelf> {
    const shelf = new Shelf(folder, capacity)
    await mkdir(join(folder, 'making'), { recursive: true })
    // The folder holds secret tests and users' programs. Its files may be readable by all: a box reopens them.
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

  /** Bytes of all entries. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Holds the entry `name`. When it is missing, `make` writes it as a file or a folder at the given path.
   * `sound` verifies an entry of an earlier process before its first use in this one.
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
    // Insertion order of the map is the order of use, for eviction.
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
    if (there) await this.#remove(path)
    const draft = this.#draftOf(name)
    try {
      await make(draft)
      await rename(draft, path).catch(async (error: NodeJS.ErrnoException) => {
        // Another process put an equal folder there first.
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      })
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
    await this.#admit(name, Date.now())
    await this.#makeRoom()
  }

  /** Registers an entry; `usedAt` 0 means that this process has not verified it yet. */
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

  #draftOf(name: string): string {
    return join(this.#folder, 'making', `${name}.${randomUUID()}`)
  }

  /** Removes a file or folder. It leaves its path at once, so that nobody holds it while it is being deleted. */
  async #remove(path: string): Promise<void> {
    const draft = this.#draftOf(basename(path))
    try {
      renameSync(path, draft)
    } catch (error) {
      // Another process removed it first.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
      throw error
    }
    await rm(draft, { recursive: true, force: true })
  }

  async #makeRoom(): Promise<void> {
    for (const [name, entry] of this.#entries) {
      if (this.#bytes <= this.#capacity) return
      if (entry.holders > 0 || this.#making.has(name)) continue
      const path = join(this.#folder, name)
      const used = await stat(path).catch(() => null)
      if (used && Date.now() - used.mtimeMs < GRACE_MS) continue
      // It was held during the call of stat: leave it.
      if (entry.holders > 0) continue
      this.#entries.delete(name)
      this.#bytes -= entry.bytes
      await this.#remove(path)
    }
  }
}

const isDue = ({ touchedAt }: Entry): boolean => Date.now() - touchedAt >= TOUCH_MS

/** Updates the modification time of a file, to tell other processes that it is in use. */
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
