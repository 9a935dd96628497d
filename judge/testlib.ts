/** The headers that checkers, interactors, validators and generators include as testlib. */

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder to give a compiler to include `testlib.h` from. */
export function testlibFolder(): string {
  // Beside this file in the source tree, or in the tree the bundle was built from.
  const places = ['./testlib/', '../judge/testlib/'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  const found = places.find((place) => existsSync(join(place, 'testlib.h')))
  if (!found) throw new Error('testlib.h is missing from this installation')
  return found
}

/** `testlib.h` and its parts, by the names they are included under. */
export async function readTestlib(): Promise<Record<string, string>> {
  const folder = testlibFolder()
  const parts = await readdir(join(folder, 'testlib'))
  const names = ['testlib.h', ...parts.toSorted().map((part) => `testlib/${part}`)]
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return Object.fromEntries(names.map((name, i) => [name, texts[i] ?? '']))
}
