/**
 * Picture uploads of a text: a placeholder marks the position and is replaced by the picture. The placeholder
 * is searched when the upload ends, because the text changes meanwhile and its editor may have been replaced.
 */

/** A mounted editor. */
export type OpenEditor = {
  text: () => string
  /** Replaces a text, and keeps the caret. */
  replace: (old: string, words: string) => void
}

const open = new Set<OpenEditor>()

/** Registers a mounted editor; returns the function that removes it. */
export function watchMarks(editor: OpenEditor): () => void {
  open.add(editor)
  return () => open.delete(editor)
}

const SCHEME = 'uploading:'
let next = 0

/** The placeholder of an uploading picture. */
export const markOf = (words: string): string => `![${words}](${SCHEME}${++next})`

/** Whether a text has an unfinished upload, and cannot be saved yet. */
export const awaitsPicture = (text: string): boolean => text.includes(`](${SCHEME}`)

/** Replaces a placeholder; calls `otherwise` when no mounted editor has it. */
export function settleMark(mark: string, words: string, otherwise: () => void) {
  const editor = [...open].find((one) => one.text().includes(mark))
  if (editor) editor.replace(mark, words)
  else otherwise()
}

/** A file name as alt text: without its extension and without brackets. */
export const wordsOf = (name: string): string =>
  name
    .replace(/\.\w+$/, '')
    .replace(/[[\]\\]/g, ' ')
    .trim()
