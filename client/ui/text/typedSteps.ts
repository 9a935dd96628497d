/** Undo history of the plain editor, handed to Monaco. */

/** Typing after a longer pause (ms) starts a new step. */
const PAUSE = 400
const MOST = 200

/** Texts of the plain editor, one per undo step, oldest first. */
export type TypedSteps = {
  /** Notes the text after a key; `at` in ms. */
  note: (text: string, at: number) => void
  texts: () => readonly string[]
}

export function typedSteps(): TypedSteps {
  const texts: string[] = []
  let last = Number.NEGATIVE_INFINITY
  return {
    note: (text, at) => {
      if (at - last < PAUSE) texts.pop()
      texts.push(text)
      if (texts.length > MOST) texts.shift()
      last = at
    },
    texts: () => texts,
  }
}

/** Replaces `before.slice(start, end)` by `text`. */
export type Replacement = { start: number; end: number; text: string }

/** The smallest replacement between two texts; null when they are equal. */
export function replacementBetween(before: string, after: string): Replacement | null {
  if (before === after) return null
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let tail = 0
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) }
}
