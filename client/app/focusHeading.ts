/** For so long (ms) a page may still be coming, and be drawn again. */
const PATIENCE = 5000

/** Inside the page something has the focus, such as a tab that was followed or a field that begins with it. */
const isTaken = (main: Element) => document.activeElement !== main && main.contains(document.activeElement)

/**
 * Focuses the heading of the page once it is there and no dialog is open, and again where it is redrawn; returns what
 * gives up.
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
  // Anyone who goes on by themselves is not called back.
  window.addEventListener('keydown', giveUp)
  window.addEventListener('pointerdown', giveUp)
  watcher.observe(document.body, { childList: true, subtree: true })
  look()
  return giveUp
}
