/** A file with its path in the dropped or chosen folder. */
export type Placed = { file: File; path: string }

/** The files of a drop, including those in folders; call it synchronously in the event. */
export function droppedFiles({ items, files }: DataTransfer): Promise<Placed[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  return entries.some(({ isDirectory }) => isDirectory)
    ? import('./folderFiles.ts').then(({ within }) => within(entries)).then(withoutRoot)
    : Promise.resolve(placed(files))
}

/** Files of an <input>. */
export const placed = (files: Iterable<File>): Placed[] =>
  withoutRoot([...files].map((file) => ({ file, path: file.webkitRelativePath || file.name })))

/** Drops a root folder that all paths share. */
function withoutRoot(files: Placed[]): Placed[] {
  const root = files[0]?.path.slice(0, files[0].path.indexOf('/') + 1)
  if (!root || !files.every(({ path }) => path.startsWith(root))) return files
  return files.map(({ file, path }) => ({ file, path: path.slice(root.length) }))
}
