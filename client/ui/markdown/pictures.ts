/**
 * Pictures on their way into a text: a mark stands where each will be, and gives way to it. The mark is looked for when
 * the picture is there, because the text goes on being written, and its editor may be another one by then.
 */

/** An editor that is shown. */
export type OpenEditor = {
  text: () => string
  /** Puts words in the place of others, and leaves the caret where it is. */
  replace: (old: string, words: string) => void
}

const open = new Set<OpenEditor>()

/** For as long as an editor is shown; ends it. */
export function watchMarks(editor: OpenEditor): () => void {
  open.add(editor)
  return () => open.delete(editor)
}

const SCHEME = 'uploading:'
let next = 0

/** The mark of a picture that is on its way. */
export const markOf = (words: string): string => `![${words}](${SCHEME}${++next})`

/** Whether a text waits for a picture, and cannot be saved yet. */
export const awaitsPicture = (text: string): boolean => text.includes(`](${SCHEME}`)

/** Puts something in the place of a mark; `otherwise` does it where no editor that is shown has it. */
export function settleMark(mark: string, words: string, otherwise: () => void) {
  const editor = [...open].find((one) => one.text().includes(mark))
  if (editor) editor.replace(mark, words)
  else otherwise()
}

/** A name as the words of a picture: without its ending, and without what ends such words. */
export const wordsOf = (name: string): string =>
  name
    .replace(/\.\w+$/, '')
    .replace(/[[\]\\]/g, ' ')
    .trim()
