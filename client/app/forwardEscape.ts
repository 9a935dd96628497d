/**
 * Passes Escape to the topmost dialog while nothing has the focus, for example after a focused button was
 * disabled: the key then goes to the body, where no dialog listens.
 */
export function forwardEscape(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.target !== document.body) return
    const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
    dialog?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
}
