/** A file, and where it lies in the folder that was dropped or chosen, with its name. */
export type Placed = { file: File; path: string }

/** The files that a drop brings, those inside folders too; it must be asked before the event is over. */
export function droppedFiles({ items, files }: DataTransfer): Promise<Placed[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  return entries.some(({ isDirectory }) => isDirectory)
    ? import('./folderFiles.ts').then(({ within }) => within(entries)).then(withoutRoot)
    : Promise.resolve(placed(files))
}

/** Files as an input has them. */
export const placed = (files: Iterable<File>): Placed[] =>
  withoutRoot([...files].map((file) => ({ file, path: file.webkitRelativePath || file.name })))

/** The name of the folder that holds all of them says nothing. */
function withoutRoot(files: Placed[]): Placed[] {
  const root = files[0]?.path.slice(0, files[0].path.indexOf('/') + 1)
  if (!root || !files.every(({ path }) => path.startsWith(root))) return files
  return files.map(({ file, path }) => ({ file, path: path.slice(root.length) }))
}
