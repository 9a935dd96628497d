import type { Placed } from './droppedFiles.ts'

/** Maximum number of files of a folder. */
const MOST = 5000

/** All files below the dropped folders. */
export async function within(entries: readonly FileSystemEntry[]): Promise<Placed[]> {
  const found: Placed[] = []
  const waiting = [...entries]
  for (let entry = waiting.shift(); entry && found.length < MOST; entry = waiting.shift()) {
    if (entry.isFile) {
      const file = await fileOf(entry as FileSystemFileEntry)
      found.push({ file, path: entry.fullPath.replace(/^\//, '') })
    } else waiting.push(...(await entriesIn(entry as FileSystemDirectoryEntry)))
  }
  return found
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** The reader returns entries in batches, and an empty one at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}
