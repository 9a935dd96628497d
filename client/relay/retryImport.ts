/** Retries failed imports: at once when the network is back, otherwise after a pause. */

/** Timeout of a chunk (ms). */
const PATIENCE = 120_000

const PAUSES = [500, 2000]

const patience = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('Loading chunk timed out')), PATIENCE)
  })

/** Resolves when the browser is online again, or after the pause if it never was offline. */
const lineOr = (pause: number) =>
  new Promise<void>((resolve) => {
    if (navigator.onLine) setTimeout(resolve, pause)
    else window.addEventListener('online', () => resolve(), { once: true })
  })

export async function retryImport<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await Promise.race([load(), patience()])
    } catch {
      await lineOr(pause)
    }
  }
  return await Promise.race([load(), patience()])
}
