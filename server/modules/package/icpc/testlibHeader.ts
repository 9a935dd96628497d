import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Folder of our testlib: in the source tree, or in the tree that the bundle was built from. */
const PLACES = ['../../../../judge/testlib/', '../judge/testlib/']

const PART = /^#include "(testlib\/\w+\.h)"$/gm

/** Our testlib.h with its parts in it, because validators of packages cannot have folders. */
export function testlibHeader(): string {
  for (const place of PLACES) {
    const read = (name: string) => readFileSync(fileURLToPath(new URL(place + name, import.meta.url)), 'utf8')
    try {
      return read('testlib.h').replace(PART, (_, part: string) => read(part).trimEnd())
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  throw new Error('testlib.h is missing from this installation')
}

const INCLUDE = /^\s*#\s*include\s*["<]testlib\.h[">]/m

/** Whether a program needs testlib.h and does not bring it. */
export const lacksTestlib = (source: string, files: Record<string, string>): boolean =>
  files['testlib.h'] === undefined && [source, ...Object.values(files)].some((text) => INCLUDE.test(text))
