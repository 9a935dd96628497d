/** How long (ms) a page may still load or re-render. */
const PATIENCE = 5000

/** Whether an element inside the page has the focus, such as a followed tab or an autofocused field. */
const isTaken = (main: Element) => document.activeElement !== main && main.contains(document.activeElement)

/**
 * Focuses the heading of the page once it exists and no dialog is open, and again when it is replaced.
 * Returns a function that cancels.
 */
export function focusHeading(): () => void {
  const look = () => {
    const main = document.getElementById('main')
    const heading = main?.querySelector<HTMLElement>('h1')
    if (!main || !heading || isTaken(main) || document.querySelector('[aria-modal="true"]')) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  const watcher = new MutationObserver(look)
  const timer = setTimeout(() => giveUp(), PATIENCE)
  const giveUp = () => {
    clearTimeout(timer)
    watcher.disconnect()
    window.removeEventListener('keydown', giveUp)
    window.removeEventListener('pointerdown', giveUp)
  }
  // A key or click of the viewer cancels.
  window.addEventListener('keydown', giveUp)
  window.addEventListener('pointerdown', giveUp)
  watcher.observe(document.body, { childList: true, subtree: true })
  look()
  return giveUp
}
