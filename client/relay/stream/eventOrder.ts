/**
 * An answer may have been read before an event that came while it was on its way. Such events are held and applied after
 * it, so that it never puts back what they changed.
 */

/** Events are held for so long (ms) at most, by answers that are slow. */
const PATIENCE = 2_000

let onTheWay = 0
const held: (() => void)[] = []
let patience: ReturnType<typeof setTimeout> | undefined

/** Applies what is held, at once. */
export function applyHeld() {
  clearTimeout(patience)
  patience = undefined
  for (const apply of held.splice(0)) apply()
}

/** Holds events until this answer has been applied. */
export function beforeEvents<T>(answer: Promise<T>): Promise<T> {
  onTheWay++
  // Relay applies an answer before the next task.
  const arrived = () =>
    setTimeout(() => {
      if (--onTheWay === 0) applyHeld()
    })
  answer.then(arrived, arrived)
  return answer
}

/** Applies an event, once no answer is on its way. */
export function afterAnswers(apply: () => void) {
  if (onTheWay === 0) return apply()
  held.push(apply)
  patience ??= setTimeout(applyHeld, PATIENCE)
}
