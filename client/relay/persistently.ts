/** Code that did not come is asked for again: at once when the line is back, otherwise after a moment. */

/** A chunk that takes longer than this (ms) is given up. */
const PATIENCE = 120_000

const PAUSES = [500, 2000]

const patience = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('Loading chunk timed out')), PATIENCE)
  })

/** Until the browser is online again, or a little later if it never said it was away. */
const lineOr = (pause: number) =>
  new Promise<void>((resolve) => {
    if (navigator.onLine) setTimeout(resolve, pause)
    else window.addEventListener('online', () => resolve(), { once: true })
  })

export async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await Promise.race([load(), patience()])
    } catch {
      await lineOr(pause)
    }
  }
  return await Promise.race([load(), patience()])
}
