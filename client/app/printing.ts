/** Prints in the light theme, whatever is chosen. Returns a function that removes the listeners. */
export function printInLight(): () => void {
  const root = document.documentElement
  const paper = matchMedia('print')
  let chosen: string | null = null
  const follow = () => {
    if (paper.matches === (chosen !== null)) return
    if (paper.matches) {
      chosen = root.getAttribute('data-theme') ?? 'light'
      root.setAttribute('data-theme', 'light')
    } else if (chosen) {
      root.setAttribute('data-theme', chosen)
      chosen = null
    }
  }
  paper.addEventListener('change', follow)
  return () => paper.removeEventListener('change', follow)
}
