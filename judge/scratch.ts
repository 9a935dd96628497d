import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readable } from './messages.ts'

/** A folder of one piece of work, gone with it. */
export class Scratch {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async open(under: string): Promise<Scratch> {
    const folder = join(under, randomUUID())
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return new Scratch(folder)
  }

  file(name: string): string {
    return join(this.folder, name)
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}

/** The first `limit` bytes of a file as text; empty when there is no such file. */
export async function head(path: string, limit: number): Promise<string> {
  const file = await open(path).catch(() => null)
  if (!file) return ''
  try {
    // One byte more tells whether the text was cut.
    const buffer = Buffer.alloc(limit + 1)
    const { bytesRead } = await file.read(buffer, 0, limit + 1, 0)
    return readable(buffer.subarray(0, bytesRead), limit)
  } finally {
    await file.close()
  }
}
