import { randomUUID } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Folder of stored streams. */
export const FILES = 'files/'

/** A place that nothing has; two levels, so that no folder holds millions of files. */
export const newPlace = (): string => {
  const name = randomUUID().replaceAll('-', '')
  return `${FILES}${name.slice(0, 2)}/${name}`
}

/** Moves a local file to a place of the local storage at `root`. */
export async function moveIn(root: string, draft: string, place: string): Promise<void> {
  const path = join(root, place)
  await mkdir(dirname(path), { recursive: true })
  await rename(draft, path)
}
